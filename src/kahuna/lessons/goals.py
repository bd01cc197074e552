"""Conditions that a task can require."""

from __future__ import annotations

from kahuna.core import Event, Island, Over, State, bits, count, count_stones
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
from kahuna.lessons.lesson import Attempt, Condition
from kahuna.record import parse_island, parse_line


def bridge_on(name: str) -> Condition:
    """Require a bridge of the learner on a line."""
    line = parse_line(name)
    return lambda attempt: bool(attempt.state.public.bridges[attempt.seat] >> line & 1)


def bridge_at(letter: str) -> Condition:
    """Require a bridge of the learner at an island."""
    island = parse_island(letter)
    return lambda attempt: bool(
        attempt.state.public.bridges[attempt.seat] & attempt.state.ruleset.board.lines_at[island]
    )


def free(name: str) -> Condition:
    """Require a line without a bridge."""
    line = parse_line(name)
    return lambda attempt: not any(bridges >> line & 1 for bridges in attempt.state.public.bridges)


def control_of(*letters: str) -> Condition:
    """Require that the learner controls these islands."""
    wanted = {parse_island(letter) for letter in letters}
    return lambda attempt: wanted <= _held(attempt)


def card(letter: str) -> Condition:
    """Require a card in the learner's hand."""
    island = parse_island(letter)
    return lambda attempt: bool(count(attempt.state.private[attempt.seat].hand, island))


def more_stones(attempt: Attempt) -> bool:
    """Require more stones of the learner than of the opponent."""
    stones = count_stones(attempt.state.ruleset, attempt.state.public.bridges)
    return stones[attempt.seat] > stones[attempt.seat.other]


def took(letter: str) -> Condition:
    """Require that the learner took this open card."""
    island = parse_island(letter)
    return lambda attempt: OpenCardTaken(attempt.seat, island) in attempt.events


def drew(attempt: Attempt) -> bool:
    """Require that the learner drew from the pile."""
    return _did(attempt, CardDrawn)


def took_any(attempt: Attempt) -> bool:
    """Require that the learner took an open card."""
    return _did(attempt, OpenCardTaken)


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


def scored(attempt: Attempt) -> bool:
    """Require that the learner scored points."""
    return any(
        isinstance(event, RoundScored) and event.points[attempt.seat] for event in attempt.events
    )


def was_scored(attempt: Attempt) -> bool:
    """Require that a round was scored."""
    return any(isinstance(event, RoundScored) for event in attempt.events)


def won(attempt: Attempt) -> bool:
    """Require that the learner has won the game."""
    phase = attempt.state.public.phase
    return isinstance(phase, Over) and phase.outcome.winner is attempt.seat


def is_over(attempt: Attempt) -> bool:
    """Require that the game is over."""
    return isinstance(attempt.state.public.phase, Over)


def both(*tests: Condition) -> Condition:
    """Require all of these."""
    return lambda attempt: all(test(attempt) for test in tests)


def either(*tests: Condition) -> Condition:
    """Require at least one of these."""
    return lambda attempt: any(test(attempt) for test in tests)


def _held(attempt: Attempt) -> set[Island]:
    state: State = attempt.state
    held = state.ruleset.board.held(state.public.bridges[attempt.seat])
    return {Island(island) for island in bits(held)}


def _did(attempt: Attempt, kind: type[Event]) -> bool:
    return any(
        isinstance(event, kind) and getattr(event, "seat", None) is attempt.seat
        for event in attempt.events
    )
