"""Separate luck from skill: why a game ended as it did, in percentage points.

The value of a position is White's chance to win if both sides go on as the champion would, with
every card known to the referee. From the deal to the result this value changes for four reasons,
and the ledger attributes every change to one of them:

- **draws**: a card from the pile, compared with the mean over all cards it could have been;
- **play**: a decision, compared with the champion's play, averaged over the worlds its player could
  believe in;
- **hidden cards**: how much better or worse that decision turned out in the one world that was
  true. It averages out, because the player could not know;
- **end**: what resignation, the clock or an agreement gave away.

The changes add up to the result; ``residual`` is the rounding error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np

from kahuna.batch import from_core, memories_from_core, turn_up
from kahuna.batch.chance import seeds
from kahuna.bots.network import Weights
from kahuna.bots.rollouts import BY_POLICY, Floats, Ints, Rollout, rollout
from kahuna.coach.action_values import Evaluation, Progress
from kahuna.coach.estimate import CERTAINLY_ZERO, Estimate
from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    Outcome,
    Over,
    Seat,
    SeatMemory,
    State,
    count,
    kinds,
    resolve,
    size,
)
from kahuna.core.memory import Memory
from kahuna.match.transitions import Draw, Recollections, Transition, recollected

HORIZON: Final = 8
"""Decisions per rollout, about three turns, unless the end of the game is near."""
REPEATS: Final = 6
"""Rollouts of each position, with common random numbers across the outcomes of a draw."""


class LuckEvent(NamedTuple):
    """A card from the pile, and how much it moved White's chance, in points."""

    ply: int
    swing: float


class Play(NamedTuple):
    """A decision's part in the result, in points for its player."""

    ply: int
    seat: Seat
    skill: Estimate
    """Compared with the champion's play; negative if it cost something."""
    hidden: float
    """How much better it turned out than its player could expect."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Luck and skill of one game, in points for White unless a seat is named."""

    expected: float
    """White's chance to win after the deal."""
    result: float
    """100, 50 or 0."""
    values: tuple[float, ...]
    """White's chance before each ply and at the end of play, in order."""
    draws: tuple[LuckEvent, ...]
    plays: tuple[Play, ...]
    end: float
    """What an end outside the rules gave to White. [R17]"""

    def luck(self, seat: Seat) -> float:
        """Sum up what draws gave to a seat."""
        return _sign(seat) * sum(event.swing for event in self.draws)

    def hidden(self, seat: Seat) -> float:
        """Sum up what cards that nobody could know gave to a seat."""
        return sum(play.hidden * _sign(play.seat) for play in self.plays) * _sign(seat)

    def skill(self, seat: Seat) -> Estimate:
        """Sum up a seat's own decisions, compared with the champion's."""
        own = [play.skill for play in self.plays if play.seat is seat]
        return Estimate(sum(e.mean for e in own), float(np.sqrt(sum(e.error**2 for e in own))))

    def with_skills(self, evaluations: Sequence[Evaluation]) -> Ledger:
        """Return the ledger with other estimates of what decisions were worth."""
        skills = _skills(evaluations)
        plays = (
            Play(p.ply, p.seat, skill, p.skill.mean + p.hidden - skill.mean)
            for p in self.plays
            for skill in [skills.get(p.ply, CERTAINLY_ZERO)]
        )
        return replace(self, plays=tuple(plays))

    @property
    def residual(self) -> float:
        """Return the difference between the terms and the result, in points for White."""
        white, black = (self.skill(seat).mean for seat in SEATS)
        explained = self.luck(Seat.WHITE) + self.hidden(Seat.WHITE) + white - black + self.end
        return self.result - self.expected - explained


def make_ledger(
    transitions: Sequence[Transition],
    evaluations: Sequence[Evaluation],
    outcome: Outcome,
    *,
    weights: Weights,
    seed: int,
    progress: Progress = lambda _part: None,
    rollout: Rollout = rollout,
) -> Ledger:
    """Attribute every change of White's chance to draws, play, hidden cards or the end."""
    result = 50 + 50 * _result(outcome)
    skills = _skills(evaluations)
    path = _value_path(transitions, weights, seed, progress, rollout)
    draws: list[LuckEvent] = []
    plays: list[Play] = []
    for transition, step in zip(transitions, path, strict=True):
        draws += [LuckEvent(transition.ply, swing) for swing in step.swings]
        moved = (step.after_action - step.before) * _sign(transition.seat)
        skill = skills.get(transition.ply, CERTAINLY_ZERO)
        plays.append(Play(transition.ply, transition.seat, skill, moved - skill.mean))
    values = (*(step.before for step in path), path[-1].after)
    return Ledger(values[0], result, values, tuple(draws), tuple(plays), result - values[-1])


def _skills(evaluations: Sequence[Evaluation]) -> dict[int, Estimate]:
    return {e.decision.ply: e.skill for e in evaluations}


def _sign(seat: Seat) -> float:
    return -1.0 if seat is Seat.BLACK else 1.0


def _result(outcome: Outcome) -> float:
    return 0.0 if outcome.winner is None else _sign(outcome.winner)


class _Step(NamedTuple):
    """White's chance around one decision, in points."""

    before: float
    after_action: float
    """Before the draw: the mean over all cards that could come."""
    swings: tuple[float, ...]
    after: float


def _value_path(
    transitions: Sequence[Transition],
    weights: Weights,
    seed: int,
    progress: Progress,
    rollout: Rollout,
) -> list[_Step]:
    """Evaluate every position of a game, and all outcomes of every draw.

    The value before a draw is the mean over its outcomes, and the value after it is that of the
    actual outcome, so the changes add up exactly.
    """
    positions = _Positions()
    start = transitions[0]
    first = positions.add(start.before, start.memory, start.recollections)
    fans, afters = [], []
    for transition in transitions:
        fan = [positions.fan_out(draw) for draw in transition.draws]
        fans.append(fan)
        if fan:
            afters.append(fan[-1].came)
        else:
            after = (transition.after, transition.memory_after, transition.recollections_after)
            afters.append(positions.add(*after))
    values = positions.values(weights, seed, progress, rollout)
    steps: list[_Step] = []
    before = float(values[first])
    for fan, place in zip(fans, afters, strict=True):
        value = came = float(values[place])
        swings: list[float] = []
        for outcomes in reversed(fan):
            mean = outcomes.mean(values, came)
            swings.insert(0, came - mean)
            came = mean
        steps.append(_Step(before, came, tuple(swings), value))
        before = value
    return steps


class _Fan(NamedTuple):
    """The outcomes of one draw: where their values are, and how likely they are."""

    places: tuple[int, ...]
    probabilities: tuple[float, ...]
    came: int

    def mean(self, values: Floats, came: float) -> float:
        """Return the mean over all outcomes, given the value of the one that came."""
        return sum(
            probability * (came if place == self.came else float(values[place]))
            for place, probability in zip(self.places, self.probabilities, strict=True)
        )


class _Positions:
    """Positions to be evaluated in one batch."""

    def __init__(self) -> None:
        self._states: list[State] = []
        self._memories: list[Memory] = []
        self._remembered: list[tuple[SeatMemory, SeatMemory]] = []
        self._streams: list[int] = []

    def add(
        self,
        state: State,
        memory: Memory,
        recollections: Recollections,
        stream: int | None = None,
    ) -> int:
        """Add a position; return the index of its value."""
        place = len(self._states)
        self._states.append(state)
        self._memories.append(memory)
        white, black = (
            recollection.of(seat) for seat, recollection in zip(SEATS, recollections, strict=True)
        )
        self._remembered.append((white, black))
        self._streams.append(place if stream is None else stream)
        return place

    def fan_out(self, draw: Draw) -> _Fan:
        """Add every outcome of a draw; all of them share the same chance later on."""
        pile, stream = draw.before.pile, len(self._states)
        places = {}
        for card in kinds(pile):
            state, events = resolve(draw.before, card)
            recollections = recollected(draw.recollections, events)
            places[card] = self.add(state, draw.memory, recollections, stream)
        probabilities = tuple(count(pile, card) / size(pile) for card in places)
        return _Fan(tuple(places.values()), probabilities, places[draw.card])

    def values(self, weights: Weights, seed: int, progress: Progress, rollout: Rollout) -> Floats:
        """Return White's chance in each position, in points."""
        values = np.zeros(len(self._states))
        open_ones = []
        for place, state in enumerate(self._states):
            phase = state.public.phase
            if isinstance(phase, Over):
                values[place] = _result(phase.outcome)
            else:
                open_ones.append(place)
        if open_ones:
            values[open_ones] = self._roll_out(
                np.array(open_ones), weights, seed, progress, rollout
            )
        return 50 + 50 * values

    def _roll_out(
        self, places: Ints, weights: Weights, seed: int, progress: Progress, rollout: Rollout
    ) -> Floats:
        states = from_core(
            [self._states[place] for place in places],
            memories=[self._memories[place] for place in places],
        )
        memories = memories_from_core([self._remembered[place] for place in places])
        streams = np.array(self._streams)[places]
        kinds_of, stream = np.unique(streams, return_inverse=True)
        total = np.zeros(len(places))
        for repeat in range(REPEATS):
            chance: Any = seeds(len(kinds_of), seed + repeat, np)
            ready = states._replace(chance=chance[stream])
            for _ in range(ARCHIPELAGO.open_places):
                ready = turn_up(ready)
            by_policy = np.full(len(places), BY_POLICY)
            total += rollout(
                ready,
                memories,
                by_policy,
                streams,
                horizon=HORIZON,
                weights=weights,
                seed=seed + repeat,
            ).values
            progress((repeat + 1) / REPEATS)
        return total / REPEATS
