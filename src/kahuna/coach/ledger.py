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
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
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

    @property
    def residual(self) -> float:
        """Return the difference between the terms and the result, in points for White."""
        white, black = (self.skill(seat).mean for seat in SEATS)
        explained = self.luck(Seat.WHITE) + self.hidden(Seat.WHITE) + white - black + self.end
        return self.result - self.expected - explained


class LedgerMaker:
    """Values every position of a game, and all outcomes of every draw, more and more exactly."""

    def __init__(
        self,
        transitions: Sequence[Transition],
        *,
        engine: Engine,
        effort: Effort = THOROUGH,
        seed: int,
    ) -> None:
        self._transitions = transitions
        self._positions = _Positions(engine, effort.ledger_horizon, seed)
        start = transitions[0]
        self._first = self._positions.add(start.before, start.memory, start.recollections)
        self._fans: list[list[_Fan]] = []
        self._afters: list[int] = []
        for transition in transitions:
            fan = [self._positions.fan_out(draw) for draw in transition.draws]
            self._fans.append(fan)
            if fan:
                self._afters.append(fan[-1].came)
            else:
                after = (transition.after, transition.memory_after, transition.recollections_after)
                self._afters.append(self._positions.add(*after))

    def look_closer(self, repeats: int, progress: Progress = lambda _part: None) -> None:
        """Add rollouts of every position."""
        for repeat in range(repeats):
            self._positions.roll_out()
            progress((repeat + 1) / repeats)

    def suspects(self, number: int) -> set[int]:
        """Return the plies of each player after which its chance fell most."""
        found: set[int] = set()
        moves = list(zip(self._transitions, self._value_path(), strict=True))
        for seat in SEATS:
            gains = {
                transition.ply: (step.after_action - step.before) * _sign(seat)
                for transition, step in moves
                if transition.seat is seat
            }
            found.update(sorted(gains, key=gains.__getitem__)[:number])
        return found

    def ledger(self, evaluations: Sequence[Evaluation], outcome: Outcome) -> Ledger:
        """Attribute every change of White's chance to draws, play, hidden cards or the end."""
        result = 50 + 50 * _result(outcome)
        skills = {e.decision.ply: e.skill for e in evaluations}
        path = self._value_path()
        draws: list[LuckEvent] = []
        plays: list[Play] = []
        for transition, step in zip(self._transitions, path, strict=True):
            draws += [LuckEvent(transition.ply, swing) for swing in step.swings]
            moved = (step.after_action - step.before) * _sign(transition.seat)
            skill = skills.get(transition.ply, CERTAINLY_ZERO)
            plays.append(Play(transition.ply, transition.seat, skill, moved - skill.mean))
        values = (*(step.before for step in path), path[-1].after)
        return Ledger(values[0], result, values, tuple(draws), tuple(plays), result - values[-1])

    def _value_path(self) -> list[_Step]:
        """Return White's chance around each decision.

        The value before a draw is the mean over its outcomes, and the value after it is that of the
        actual outcome, so the changes add up exactly.
        """
        values = self._positions.values()
        steps: list[_Step] = []
        before = values[self._first]
        for fan, place in zip(self._fans, self._afters, strict=True):
            value = came = values[place]
            swings: list[float] = []
            for outcomes in reversed(fan):
                mean = outcomes.mean(values, came)
                swings.insert(0, came - mean)
                came = mean
            steps.append(_Step(before, came, tuple(swings), value))
            before = value
        return steps


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
    """Positions that are valued in one batch."""

    def __init__(self, engine: Engine, horizon: int, seed: int) -> None:
        self._engine = engine
        self._horizon = horizon
        self._seed = seed
        self._starts: list[Start] = []
        self._rollouts: list[list[float]] = []
        """Results for White, one list a repeat."""

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

    def values(self) -> list[float]:
        """Return White's chance in each position, in points: the mean of all rollouts."""
        return [50 + 50 * fmean(results) for results in zip(*self._rollouts, strict=True)]

    def roll_out(self) -> None:
        """Play on once in each position; the outcomes of a draw share the random numbers."""
        found = [0.0] * len(self._starts)
        games = []
        for place, start in enumerate(self._starts):
            phase = start.state.public.phase
            if isinstance(phase, Over):
                found[place] = _result(phase.outcome)
            else:
                games.append((place, BY_POLICY))
        if games:
            seed = self._seed + len(self._rollouts)
            played = self._engine.roll_out(self._starts, games, seed=seed, horizon=self._horizon)
            for (place, _), value in zip(games, played.values, strict=True):
                found[place] = value
        self._rollouts.append(found)
