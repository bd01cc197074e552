"""Subtract luck from results without bias, as AIVAT does. [Burch et al. 2018]

Whenever chance decides, the value of what came minus the mean value of all that could have come is
luck. Its expectation is zero whatever the value is, so subtracting it never changes the expected
result; the better the value, the more it narrows the scatter. The same holds for the decisions of
bots whose action probabilities are known.

The value is that of :mod:`kahuna.bots.referee`: White's expected result, all cards known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from kahuna.arena.pair import Policy
from kahuna.batch import State, from_core
from kahuna.batch.effects import apply, turn_up_card
from kahuna.batch.legality import choice_of
from kahuna.batch.state import Clock, Phase, arrays_of, pile, state_of
from kahuna.bots.referee import referee_value
from kahuna.core import ARCHIPELAGO, action_numbers
from kahuna.match.transitions import Transition, transitions_of
from kahuna.record import GameRecord

SHARE: Final = 0.5
"""The share of the estimated luck that counts: strong bots would gain from more, weak ones lose."""
_NUMBERS: Final = action_numbers(ARCHIPELAGO)
_NUM_ISLANDS: Final = len(ARCHIPELAGO.islands)


def luck_of(record: GameRecord, policies: Sequence[Policy | None]) -> float:
    """Return how much luck White had in a game, in points: 1 is a game.

    ``policies`` has one entry for each ply; where it is ``None``, the decision counts as given.
    """
    transitions = transitions_of(record)
    terms = _Terms()
    if record.ruleset.handicap_seat is None:
        # The seats are dealt alike, and the value is antisymmetric: its mean is zero.
        terms.add(_batch([transitions[0].before], transitions[:1]), np.ones(1))
    before = _batch([t.before for t in transitions], transitions)
    for place, (transition, policy) in enumerate(zip(transitions, policies, strict=True)):
        _add_ply(terms, before.take(place), transition, policy)
    return SHARE * terms.total() / 2


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


def _add_ply(terms: _Terms, before: State, transition: Transition, policy: Policy | None) -> None:
    """Add the value after a ply, and subtract what could be expected."""
    if policy is not None:
        numbers = np.array([_NUMBERS[action] for action in policy])
        chances = np.array(list(policy.values()))
        _subtract_mean(terms, _after(before, numbers), chances)
    played = _after(before, np.array([_NUMBERS[transition.action]]))
    if not transition.draws:
        if policy is not None:
            terms.add(played, np.ones(1))
        return
    state = played
    for number, draw in enumerate(transition.draws):
        if number or policy is None:
            _subtract_mean(terms, state, np.ones(1))
        state = turn_up_card(state, np.array([draw.card], np.uint32))
        terms.add(state, np.ones(1))


def _after(before: State, numbers: Any) -> State:  # noqa: ANN401
    states = before.take(np.zeros(len(numbers), np.int64))
    return apply(states, choice_of(states, numbers.astype(np.uint32)))


def _subtract_mean(terms: _Terms, states: State, weights: Any) -> None:  # noqa: ANN401
    """Subtract the values of positions, and of all cards that may come where one is awaited."""
    phase = np.asarray(Clock.PHASE.of(states.clock))
    awaits = (phase >= Phase.REFILLING) & (phase <= Phase.OPENING)
    if (~awaits).any():
        terms.add(states.take(~awaits), -weights[~awaits])
    if not awaits.any():
        return
    states, weights = states.take(awaits), weights[awaits]
    cards = np.asarray(pile(states))
    counts = cards[:, None] >> 2 * np.arange(_NUM_ISLANDS, dtype=np.uint32) & 3
    place, card = np.nonzero(counts)
    chances = counts[place, card] / counts.sum(axis=1)[place]
    came = turn_up_card(states.take(place), card.astype(np.uint32))
    terms.add(came, -weights[place] * chances)


def _batch(states: Sequence[Any], transitions: Sequence[Transition]) -> State:
    return from_core(states, memories=[t.memory for t in transitions])


def _settled(states: State) -> State:
    """Let positions in which open cards are still missing count as turns of the next player."""
    clock = np.asarray(states.clock)
    is_opening = np.asarray(Clock.PHASE.of(clock)) == Phase.OPENING
    bits = Clock.PHASE.bits | Clock.LEFT.bits
    return states._replace(clock=np.where(is_opening, clock & ~np.uint32(bits), clock))
