"""Separate luck from skill: why a game ended as it did, in percentage points.

The value of a position is White's chance to win if both sides go on as the champion would, with
every card known to the referee. From the deal to the result this value moves for four reasons, and
the ledger attributes every move to one of them:

- **draws**: a card from the pile, compared with the mean over all cards it could have been;
- **play**: a decision, compared with the champion's play, averaged over the worlds its player could
  believe in;
- **hidden cards**: how much better or worse that decision turned out in the one world that was
  true. It averages out, because the player could not know;
- **end**: what resignation, the clock or an agreement gave away.

The moves add up to the result; ``residual`` is what they miss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from kahuna.batch import from_core, turn_up
from kahuna.batch.chance import seeds
from kahuna.bots.network import Weights
from kahuna.coach.decisions import Decision, Draw
from kahuna.coach.evaluation import HORIZON, Estimate, Evaluation
from kahuna.coach.rollouts import BY_POLICY, Floats, Ints, rollout
from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    Outcome,
    Over,
    Seat,
    State,
    count,
    kinds,
    resolve,
    size,
)
from kahuna.encoding.memory import Memory, remember

REPEATS: Final = 4
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
    """White's chance before each decision, in order."""
    draws: tuple[LuckEvent, ...]
    plays: tuple[Play, ...]
    end: float
    """What an end outside the rules gave to White. [R17]"""

    def luck(self, seat: Seat) -> float:
        """Sum up what draws gave to a seat."""
        return _sign(seat) * sum(event.swing for event in self.draws)

    def hidden(self, seat: Seat) -> float:
        """Sum up what cards that a player could not know gave to a seat."""
        return sum(play.hidden * _sign(play.seat) for play in self.plays) * _sign(seat)

    def skill(self, seat: Seat) -> Estimate:
        """Sum up a seat's own decisions, compared with the champion's."""
        own = [play.skill for play in self.plays if play.seat is seat]
        return Estimate(sum(e.mean for e in own), float(np.sqrt(sum(e.error**2 for e in own))))

    @property
    def residual(self) -> float:
        """Return what the terms miss of the result, in points for White."""
        white, black = (self.skill(seat).mean for seat in SEATS)
        explained = self.luck(Seat.WHITE) + self.hidden(Seat.WHITE) + white - black + self.end
        return self.result - self.expected - explained


def make_ledger(
    decisions: Sequence[Decision],
    evaluations: Sequence[Evaluation],
    result: Outcome,
    *,
    weights: Weights,
    seed: int,
) -> Ledger:
    """Attribute every move of White's chance to draws, play, hidden cards or the end."""
    final = 50 + 50 * _result(result)
    if not decisions:
        return Ledger(final, final, (), (), (), 0.0)
    by_ply = {evaluation.decision.ply: evaluation for evaluation in evaluations}
    path = _value_path(decisions, weights, seed)
    draws: list[LuckEvent] = []
    plays: list[Play] = []
    for i, (decision, step) in enumerate(zip(decisions, path, strict=True)):
        draws += [LuckEvent(decision.ply, swing) for swing in step.swings]
        moved = (step.after_action - step.before) * _sign(decision.seat)
        skill = _skill(by_ply.get(decision.ply))
        plays.append(Play(decision.ply, decision.seat, skill, moved - skill.mean))
        if i + 1 < len(path):
            assert step.after == path[i + 1].before
    values = tuple(step.before for step in path)
    return Ledger(values[0], final, values, tuple(draws), tuple(plays), final - path[-1].after)


def _skill(evaluation: Evaluation | None) -> Estimate:
    """Compare what was played with the champion's policy; forced moves cost nothing."""
    return Estimate(0.0, 0.0) if evaluation is None else evaluation.difference(0, 1)


def _sign(seat: Seat) -> float:
    return -1.0 if seat is Seat.BLACK else 1.0


def _result(outcome: Outcome) -> float:
    return 0.0 if outcome.winner is None else _sign(outcome.winner)


class _Step(NamedTuple):
    """White's chance around one decision, in points."""

    before: float
    after_action: float
    """Before chance answers: the mean over all cards that could come."""
    swings: tuple[float, ...]
    after: float


def _value_path(decisions: Sequence[Decision], weights: Weights, seed: int) -> list[_Step]:
    """Value every position of a game, and all that chance could have made of it.

    The value before a draw is the mean over its outcomes, and the value after it is that of the
    outcome that came, so the moves add up exactly.
    """
    positions = _Positions()
    befores = [positions.add(decision.before, decision.memory) for decision in decisions]
    fans = [
        [positions.fan_out(draw, decision.memory) for draw in decision.draws]
        for decision in decisions
    ]
    last = positions.add(decisions[-1].after, _remembered(decisions[-1]))
    values = positions.values(weights, seed)
    steps: list[_Step] = []
    before = float(values[befores[0]])
    for i, fan in enumerate(fans):
        following = befores[i + 1] if i + 1 < len(befores) else last
        after = came = float(values[fan[-1].came if fan else following])
        swings: list[float] = []
        for outcomes in reversed(fan):
            mean = outcomes.mean(values, came)
            swings.insert(0, came - mean)
            came = mean
        steps.append(_Step(before, came, tuple(swings), after))
        before = after
    return steps


def _remembered(decision: Decision) -> Memory:
    return remember(decision.view.ruleset, decision.events, decision.memory)


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
    """Positions that wait to be valued, all at once."""

    def __init__(self) -> None:
        self._states: list[State] = []
        self._memories: list[Memory] = []
        self._streams: list[int] = []

    def add(self, state: State, memory: Memory, stream: int | None = None) -> int:
        """Add a position; returns the place of its value."""
        place = len(self._states)
        self._states.append(state)
        self._memories.append(memory)
        self._streams.append(place if stream is None else stream)
        return place

    def fan_out(self, draw: Draw, memory: Memory) -> _Fan:
        """Add every outcome of a draw; all of them meet the same chance later on."""
        pile, stream = draw.before.pile, len(self._states)
        places = {
            card: self.add(resolve(draw.before, card).state, memory, stream)
            for card in kinds(pile)
        }
        probabilities = tuple(count(pile, card) / size(pile) for card in places)
        return _Fan(tuple(places.values()), probabilities, places[draw.card])

    def values(self, weights: Weights, seed: int) -> Floats:
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
            values[open_ones] = self._roll_out(np.array(open_ones), weights, seed)
        return 50 + 50 * values

    def _roll_out(self, places: Ints, weights: Weights, seed: int) -> Floats:
        states = from_core(
            [self._states[place] for place in places],
            memories=[self._memories[place] for place in places],
        )
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
                ready, by_policy, streams, horizon=HORIZON, weights=weights, seed=seed + repeat
            )
        return total / REPEATS
