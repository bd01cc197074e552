"""Counting stones and deciding who won. [R9, R10, R11]"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kahuna.core.ruleset import FinalScoring, Ruleset
from kahuna.core.seats import Seat
from kahuna.core.spelling import readable

if TYPE_CHECKING:
    from kahuna.core.board import Lines

Pair: TypeAlias = tuple[int, int]
"""A number for White and one for Black."""

ROUNDS = 3


@readable
class Termination(StrEnum):
    """How a game ended: by the rules, or by the players of a match. [R10, R11, R17]"""

    POINTS = "points"
    THIRD_SCORING = "third_scoring"
    BRIDGES = "bridges"
    DRAW = "draw"
    WIPEOUT = "wipeout"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    AGREEMENT = "agreement"
    ABORTED = "aborted"


@readable
class Outcome(NamedTuple):
    """Who won (``None`` for a draw), how, and the points of each scoring that took place."""

    winner: Seat | None
    termination: Termination
    scores: tuple[Pair, ...]


def count_stones(ruleset: Ruleset, bridges: tuple[Lines, Lines]) -> Pair:
    """Count the stones of each seat; no seat has more than its supply. [R1.5]"""
    held = ruleset.board.held
    return (
        min(held(bridges[0]).bit_count(), ruleset.stones),
        min(held(bridges[1]).bit_count(), ruleset.stones),
    )


def score_round(ruleset: Ruleset, number: int, stones: Pair) -> Pair:
    """Return the points of a round for these stones. [R9.2, R9.3, R10.3]

    >>> score_round(Ruleset(), 2, (3, 5)), score_round(Ruleset(), 3, (3, 5))
    ((0, 2), (0, 2))
    """
    white, black = stones
    if number < ROUNDS:
        return (number if white > black else 0, number if black > white else 0)
    if ruleset.final_scoring is FinalScoring.OWN_STONES:
        return stones
    return max(white - black, 0), max(black - white, 0)


def decide(scores: tuple[Pair, ...], bridges: tuple[Lines, Lines]) -> Outcome:
    """Decide who won after three scorings. [R10.4–R10.7]"""
    deciders = (
        (sum(score[0] for score in scores), sum(score[1] for score in scores), Termination.POINTS),
        (*scores[-1], Termination.THIRD_SCORING),
        (bridges[0].bit_count(), bridges[1].bit_count(), Termination.BRIDGES),
    )
    for white, black, termination in deciders:
        if white != black:
            winner = Seat.WHITE if white > black else Seat.BLACK
            return Outcome(winner, termination, scores)
    return Outcome(None, Termination.DRAW, scores)
