"""The goals that a task can name; lines and islands are given by their letters."""

from __future__ import annotations

from kahuna.core import Event, Over, count, count_stones, island, line
from kahuna.core.events import (
    BridgeRemoved,
    CardBuried,
    CardDrawn,
    CardsPlayed,
    DrawDeclined,
    OpenCardTaken,
    RemovalCause,
    RoundScored,
)
from kahuna.lessons.lesson import Attempt


def bridge_on(attempt: Attempt, name: str) -> bool:
    """Require a bridge of the learner on a line."""
    return bool(attempt.state.public.bridges[attempt.seat] >> line(name) & 1)


def bridge_at(attempt: Attempt, letter: str) -> bool:
    """Require a bridge of the learner at an island."""
    lines = attempt.state.ruleset.board.lines_at[island(letter)]
    return bool(attempt.state.public.bridges[attempt.seat] & lines)


def free(attempt: Attempt, name: str) -> bool:
    """Require a line without a bridge."""
    white, black = attempt.state.public.bridges
    return not (white | black) >> line(name) & 1


def control_of(attempt: Attempt, *letters: str) -> bool:
    """Require that the learner controls these islands."""
    held = attempt.state.ruleset.board.held(attempt.state.public.bridges[attempt.seat])
    return all(held >> island(letter) & 1 for letter in letters)


def card(attempt: Attempt, letter: str) -> bool:
    """Require a card in the learner's hand."""
    return bool(count(attempt.state.private[attempt.seat].hand, island(letter)))


def more_stones(attempt: Attempt) -> bool:
    """Require more stones of the learner than of the opponent."""
    stones = count_stones(attempt.state.ruleset, attempt.state.public.bridges)
    return stones[attempt.seat] > stones[attempt.seat.other]


def took(attempt: Attempt, letter: str) -> bool:
    """Require that the learner took this open card."""
    return OpenCardTaken(attempt.seat, island(letter)) in attempt.events


def took_any(attempt: Attempt) -> bool:
    """Require that the learner took an open card."""
    return _did(attempt, OpenCardTaken)


def drew(attempt: Attempt) -> bool:
    """Require that the learner drew from the pile."""
    return _did(attempt, CardDrawn)


def took_or_drew(attempt: Attempt) -> bool:
    """Require that the learner took an open card or drew from the pile."""
    return took_any(attempt) or drew(attempt)


def declined(attempt: Attempt) -> bool:
    """Require that the learner declined to draw."""
    return _did(attempt, DrawDeclined)


def buried(attempt: Attempt) -> bool:
    """Require that the learner discarded a card face down."""
    return _did(attempt, CardBuried)


def played(attempt: Attempt) -> bool:
    """Require that the learner played cards."""
    return _did(attempt, CardsPlayed)


def removed(attempt: Attempt) -> bool:
    """Require that the learner removed an opposing bridge with cards."""
    return any(
        isinstance(event, BridgeRemoved) and event.cause is RemovalCause.CARDS
        for event in attempt.events
    )


def was_scored(attempt: Attempt) -> bool:
    """Require that a round was scored."""
    return any(isinstance(event, RoundScored) for event in attempt.events)


def scored(attempt: Attempt) -> bool:
    """Require that the learner scored points."""
    return any(
        isinstance(event, RoundScored) and event.points[attempt.seat] for event in attempt.events
    )


def is_over(attempt: Attempt) -> bool:
    """Require that the game is over."""
    return isinstance(attempt.state.public.phase, Over)


def won(attempt: Attempt) -> bool:
    """Require that the learner has won the game."""
    phase = attempt.state.public.phase
    return isinstance(phase, Over) and phase.outcome.winner is attempt.seat


def _did(attempt: Attempt, kind: type[Event]) -> bool:
    return any(
        isinstance(event, kind) and getattr(event, "seat", None) is attempt.seat
        for event in attempt.events
    )
