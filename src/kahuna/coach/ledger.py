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
from math import sqrt
from typing import NamedTuple

from kahuna.bots.core_rollouts import BY_POLICY
from kahuna.coach.action_values import Evaluation, Progress
from kahuna.coach.effort import THOROUGH, Effort
from kahuna.coach.engine import Engine, Start
from kahuna.coach.estimate import CERTAINLY_ZERO, Estimate
from kahuna.core import SEATS, Outcome, Over, Seat, State, count, kinds, resolve, size
from kahuna.core.memory import Memory
from kahuna.match.transitions import Draw, Recollections, Transition, recollected


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
        return Estimate(sum(e.mean for e in own), sqrt(sum(e.error**2 for e in own)))

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
    engine: Engine,
    effort: Effort = THOROUGH,
    seed: int,
    progress: Progress = lambda _part: None,
) -> Ledger:
    """Attribute every change of White's chance to draws, play, hidden cards or the end."""
    result = 50 + 50 * _result(outcome)
    skills = _skills(evaluations)
    path = _value_path(transitions, engine, effort, seed, progress)
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
    engine: Engine,
    effort: Effort,
    seed: int,
    progress: Progress,
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
    values = positions.values(engine, effort, seed, progress)
    steps: list[_Step] = []
    before = values[first]
    for fan, place in zip(fans, afters, strict=True):
        value = came = values[place]
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

    def mean(self, values: Sequence[float], came: float) -> float:
        """Return the mean over all outcomes, given the value of the one that came."""
        return sum(
            probability * (came if place == self.came else values[place])
            for place, probability in zip(self.places, self.probabilities, strict=True)
        )


class _Positions:
    """Positions to be evaluated in one batch."""

    def __init__(self) -> None:
        self._starts: list[Start] = []

    def add(
        self,
        state: State,
        memory: Memory,
        recollections: Recollections,
        stream: int | None = None,
    ) -> int:
        """Add a position; return the index of its value."""
        place = len(self._starts)
        stream = place if stream is None else stream
        self._starts.append(Start(state, memory, recollections, stream))
        return place

    def fan_out(self, draw: Draw) -> _Fan:
        """Add every outcome of a draw; all of them share the same chance later on."""
        pile, stream = draw.before.pile, len(self._starts)
        places = {}
        for card in kinds(pile):
            state, events = resolve(draw.before, card)
            recollections = recollected(draw.recollections, events)
            places[card] = self.add(state, draw.memory, recollections, stream)
        probabilities = tuple(count(pile, card) / size(pile) for card in places)
        return _Fan(tuple(places.values()), probabilities, places[draw.card])

    def values(self, engine: Engine, effort: Effort, seed: int, progress: Progress) -> list[float]:
        """Return White's chance in each position, in points.

        The outcomes of a draw share the random numbers of each repeat.
        """
        totals = [0.0] * len(self._starts)
        games = []
        for place, start in enumerate(self._starts):
            phase = start.state.public.phase
            if isinstance(phase, Over):
                totals[place] = effort.ledger_repeats * _result(phase.outcome)
            else:
                games.append((place, BY_POLICY))
        for repeat in range(effort.ledger_repeats if games else 0):
            found = engine.roll_out(
                self._starts, games, seed=seed + repeat, horizon=effort.ledger_horizon
            )
            for (place, _), value in zip(games, found.values, strict=True):
                totals[place] += value
            progress((repeat + 1) / effort.ledger_repeats)
        return [50 + 50 * total / effort.ledger_repeats for total in totals]
