"""Subtract luck from results without bias, as AIVAT does. [Burch et al. 2018]

Whenever chance decides, the value of what came minus the mean value of all that could have come is
luck. Its expectation is zero whatever the value is, so subtracting it never changes the expected
result; the better the value, the more it narrows the scatter. The same holds for the turns of bots
that choose at random: the bot plays each turn again a few times, and the mean value of these turns
is what could be expected.

The value is that of :mod:`kahuna.bots.referee`: White's expected result, all cards known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeAlias

import numpy as np

from kahuna.batch import State, from_core
from kahuna.batch.effects import apply, turn_up_card
from kahuna.batch.legality import choice_of
from kahuna.batch.state import Clock, Phase, arrays_of, pile, state_of
from kahuna.bots.referee import referee_value
from kahuna.core import ARCHIPELAGO, Action, action_numbers
from kahuna.match.transitions import Transition, transitions_of
from kahuna.record import GameRecord

_NUMBERS: Final = action_numbers(ARCHIPELAGO)
_NUM_ISLANDS: Final = len(ARCHIPELAGO.islands)

Repeated: TypeAlias = Sequence[tuple[Action, ...]]
"""Turns that a bot played independently from the same position."""


def luck_of(record: GameRecord, repeated: Mapping[int, Repeated]) -> float:
    """Return how much luck White had in a game, in points: 1 is a game.

    ``repeated`` has the turns that were played again, by their number; others count as given.
    """
    transitions = transitions_of(record)
    if not transitions:
        return 0.0
    terms = _Terms()
    if record.ruleset.handicap_seat is None:
        # The seats are dealt alike, and the value is antisymmetric: its mean is zero.
        terms.add(_batch([transitions[0].before], transitions[:1]), np.ones(1))
    before = _batch([t.before for t in transitions], transitions)
    for places in _turns(transitions):
        turn = [transitions[place] for place in places]
        again = repeated.get(turn[0].before.public.turn)
        _add_turn(terms, before.take(places[0]), before.take(places[-1]), turn[-1], again)
    return terms.total() / 2


def _turns(transitions: Sequence[Transition]) -> Iterator[list[int]]:
    """Yield the places of the decisions of each turn."""
    places = range(len(transitions))
    for _, group in groupby(places, key=lambda place: transitions[place].before.public.turn):
        yield list(group)


class _Terms:
    """Positions and the coefficients of their values."""

    def __init__(self) -> None:
        self._states: list[State] = []
        self._coefficients: list[Any] = []

    def add(self, states: State, coefficients: Any) -> None:  # noqa: ANN401
        self._states.append(states)
        self._coefficients.append(coefficients)

    def total(self) -> float:
        """Return the sum of all values, each with its coefficient."""
        columns = zip(*(arrays_of(states) for states in self._states), strict=True)
        states = state_of([np.concatenate(column) for column in columns])
        return float(np.concatenate(self._coefficients) @ referee_value(_settled(states)))


def _add_turn(
    terms: _Terms, start: State, before: State, last: Transition, again: Repeated | None
) -> None:
    """Add the value after a turn, and subtract what could be expected.

    Chance answers only the last action of a turn; ``before`` is the position before it.
    """
    state = _after(before, last.action)
    if again is not None:
        for turn, num in Counter(again).items():
            end = start
            for action in turn:
                end = _after(end, action)
            _subtract_mean(terms, end, num / len(again))
        if not last.draws:
            terms.add(state, np.ones(1))
    for number, draw in enumerate(last.draws):
        if number or again is None:
            _subtract_mean(terms, state, 1.0)
        state = turn_up_card(state, np.array([draw.card], np.uint32))
        terms.add(state, np.ones(1))


def _after(before: State, action: Action) -> State:
    return apply(before, choice_of(before, np.array([_NUMBERS[action]], np.uint32)))


def _subtract_mean(terms: _Terms, state: State, weight: float) -> None:
    """Subtract the value of a position; at a chance node, the mean over all cards."""
    phase = int(np.asarray(Clock.PHASE.of(state.clock))[0])
    if not Phase.REFILLING <= phase <= Phase.OPENING:
        terms.add(state, np.full(1, -weight))
        return
    cards = np.asarray(pile(state))
    counts = (cards[0] >> 2 * np.arange(_NUM_ISLANDS, dtype=np.uint32)) & 3
    [kinds] = np.nonzero(counts)
    came = turn_up_card(state.take(np.zeros(len(kinds), np.int64)), kinds.astype(np.uint32))
    terms.add(came, -weight * counts[kinds] / counts.sum())


def _batch(states: Sequence[Any], transitions: Sequence[Transition]) -> State:
    return from_core(states, memories=[t.memory for t in transitions])


def _settled(states: State) -> State:
    """Let positions in which open cards are still missing count as turns of the next player."""
    clock = np.asarray(states.clock)
    is_opening = np.asarray(Clock.PHASE.of(clock)) == Phase.OPENING
    bits = Clock.PHASE.bits | Clock.LEFT.bits
    return states._replace(clock=np.where(is_opening, clock & ~np.uint32(bits), clock))
