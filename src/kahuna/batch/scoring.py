"""Counting stones and deciding who won, for all games at once. [R9, R10, R11]

Shapes: every argument and every result is (n,), a pair is two of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kahuna.batch.arrays import Array, Pair, at_least, equal, nonzero, pick, popcount, signed
from kahuna.batch.ruleset import is_on, number
from kahuna.batch.state import Clock, State, num_games, over_mask
from kahuna.core import FinalScoring, Seat, Termination
from kahuna.core.scoring import ROUNDS

TERMINATIONS = (
    None,
    Termination.POINTS,
    Termination.THIRD_SCORING,
    Termination.BRIDGES,
    Termination.DRAW,
    Termination.WIPEOUT,
)
"""How a game ended, by number; 0 means that it has not."""
NOT_OVER, POINTS, THIRD_SCORING, BRIDGES, DRAW, WIPEOUT = range(len(TERMINATIONS))
NOBODY = 2
"""The winner of a draw."""
UNFINISHED = -1
"""The winner of a game that is not over."""
WHITE_RESULTS = np.array([1, -1, 0, 0])
"""The result for White, by the number of the winner."""


class Outcome(NamedTuple):
    """Who won, how, and the points of each scoring: signed integers, to calculate with."""

    winner: Array
    """0 White, 1 Black, 2 nobody (a draw), -1 the game is not over."""
    termination: Array
    """A number in :data:`TERMINATIONS`."""
    scores: tuple[Pair, Pair, Pair]
    """The points of the three scorings, 0 where one has not taken place."""


def least(numbers: Array, others: Array) -> Array:
    """Return the smaller of two numbers."""
    return pick(at_least(numbers, others), others, numbers)


def excess(numbers: Array, others: Array) -> Array:
    """Return how much the first exceeds the second, or 0."""
    return (numbers - others) & at_least(numbers, others)


def count_stones(states: State) -> Pair:
    """Count the stones of each seat; no seat has more than its supply. [R1.5]"""
    stones = number(states.rules, "stones")
    white, black = states.held
    return least(popcount(white), stones), least(popcount(black), stones)


def who_leads(white: Array, black: Array) -> Array:
    """Return 1 where White has more, 2 where Black has, 0 where neither does."""
    is_level = equal(white, black)
    return (2 - (at_least(white, black) & 1)) & ~is_level


def is_wiped_out(states: State) -> Array:
    """Return the mask of games where, from round 2 on, one seat has no bridge. [R11]"""
    white, black = (nonzero(bridges) for bridges in states.bridges)
    return (white ^ black) & at_least(Clock.ROUND.of(states.clock), 2)


def score_of_round(states: State, round_number: int) -> Pair:
    """Return the points of round 1 or 2. [R9.2]"""
    leader = Clock.POINTS.of(states.clock) >> 2 * (round_number - 1)
    return (leader & 1) * round_number, (leader >> 1 & 1) * round_number


def score_of_third(states: State) -> Pair:
    """Return the points of the third round for the board as it is. [R10.3]"""
    white, black = count_stones(states)
    is_own = is_on(states.rules, "final_scoring", FinalScoring.OWN_STONES)
    return (
        pick(is_own, white, excess(white, black)),
        pick(is_own, black, excess(black, white)),
    )


def outcome(states: State) -> Outcome:
    """Return who won, where the game has ended. [R10.4–R10.7, R11.1]"""
    num_games(states)
    winner, termination, scores = _outcome_words(states)
    first, second, third = ((signed(white), signed(black)) for white, black in scores)
    return Outcome(signed(winner), signed(termination), (first, second, third))


def rewards(states: State) -> Array:
    """Return 1 for a win, -1 for a loss, 0 for a draw or a game that is not over: (n, 2)."""
    winner = outcome(states).winner
    white = signed(winner == Seat.WHITE) - signed(winner == Seat.BLACK)
    return winner.__array_namespace__().stack([white, -white], axis=-1)


def scores_of(states: State) -> tuple[Pair, Pair, Pair]:
    """Return the points of the three scorings as words."""
    return _outcome_words(states).scores


def _outcome_words(states: State) -> Outcome:
    over = over_mask(states)
    wiped = is_wiped_out(states) & over
    counted = over & ~wiped
    first, second = score_of_round(states, 1), score_of_round(states, 2)
    third_white, third_black = score_of_third(states)
    third = (third_white & counted, third_black & counted)
    totals = [sum((first[i], second[i]), start=third[i]) for i in range(ROUNDS - 1)]
    placed = tuple(popcount(bridges) for bridges in states.bridges)
    leader, termination = over & 0, over & 0
    deciders = (
        (placed[0], placed[1], BRIDGES),
        (third[0], third[1], THIRD_SCORING),
        (totals[0], totals[1], POINTS),
    )
    termination = termination + DRAW
    for white, black, name in deciders:  # The last criterion that is not level decides.
        leads = who_leads(white, black)
        leader = pick(nonzero(leads), leads, leader)
        termination = pick(nonzero(leads), name, termination)
    leader = pick(wiped, who_leads(*placed), leader)
    termination = pick(wiped, WIPEOUT, termination) & over
    nobody = pick(over, (leader & 0) + NOBODY, ~(leader & 0))
    winner = pick(nonzero(leader) & over, leader - 1, nobody)
    return Outcome(winner, termination, (first, second, third))
