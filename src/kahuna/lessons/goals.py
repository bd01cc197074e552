"""What a task can ask for, each a test of what came of it."""

from __future__ import annotations

from kahuna.core import Event, Island, Over, State, count, count_stones, members
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
from kahuna.lessons.lesson import Test, Trail
from kahuna.record import parse_island, parse_line


def bridge_on(name: str) -> Test:
    """The learner's bridge lies on a line."""
    line = parse_line(name)
    return lambda trail: bool(trail.state.public.bridges[trail.seat] >> line & 1)


def bridge_at(letter: str) -> Test:
    """A bridge of the learner lies at an island."""
    island = parse_island(letter)
    return lambda trail: bool(
        trail.state.public.bridges[trail.seat] & trail.state.ruleset.board.lines_at[island]
    )


def free(name: str) -> Test:
    """Nobody's bridge lies on a line."""
    line = parse_line(name)
    return lambda trail: not any(bridges >> line & 1 for bridges in trail.state.public.bridges)


def control_of(*letters: str) -> Test:
    """The learner holds these islands."""
    wanted = {parse_island(letter) for letter in letters}
    return lambda trail: wanted <= _held(trail)


def card(letter: str) -> Test:
    """The learner has a card in hand."""
    island = parse_island(letter)
    return lambda trail: bool(count(trail.state.private[trail.seat].hand, island))


def more_stones(trail: Trail) -> bool:
    """The learner has more stones on the board than the opponent."""
    stones = count_stones(trail.state.ruleset, trail.state.public.bridges)
    return stones[trail.seat] > stones[trail.seat.other]


def took(letter: str) -> Test:
    """The learner took this open card."""
    island = parse_island(letter)
    return lambda trail: OpenCardTaken(trail.seat, island) in trail.events


def drew(trail: Trail) -> bool:
    """The learner drew from the pile."""
    return _did(trail, CardDrawn)


def took_any(trail: Trail) -> bool:
    """The learner took an open card."""
    return _did(trail, OpenCardTaken)


def declined(trail: Trail) -> bool:
    """The learner took no card."""
    return _did(trail, DrawDeclined)


def buried(trail: Trail) -> bool:
    """The learner discarded a card face down."""
    return _did(trail, CardBuried)


def played(trail: Trail) -> bool:
    """The learner played a card, or a pair."""
    return _did(trail, CardsPlayed)


def removed(trail: Trail) -> bool:
    """The learner took a bridge of the opponent away with cards."""
    return any(
        isinstance(event, BridgeRemoved) and event.cause is RemovalCause.CARDS
        for event in trail.events
    )


def scored(trail: Trail) -> bool:
    """The learner got points in a scoring."""
    return any(
        isinstance(event, RoundScored) and event.points[trail.seat] for event in trail.events
    )


def was_scored(trail: Trail) -> bool:
    """A round was scored."""
    return any(isinstance(event, RoundScored) for event in trail.events)


def won(trail: Trail) -> bool:
    """The game is over, and the learner has won it."""
    phase = trail.state.public.phase
    return isinstance(phase, Over) and phase.outcome.winner is trail.seat


def is_over(trail: Trail) -> bool:
    """The game is over."""
    return isinstance(trail.state.public.phase, Over)


def both(*tests: Test) -> Test:
    """All of these."""
    return lambda trail: all(test(trail) for test in tests)


def either(*tests: Test) -> Test:
    """At least one of these."""
    return lambda trail: any(test(trail) for test in tests)


def _held(trail: Trail) -> set[Island]:
    state: State = trail.state
    held = state.ruleset.board.held(state.public.bridges[trail.seat])
    return {Island(island) for island in members(held)}


def _did(trail: Trail, kind: type[Event]) -> bool:
    return any(
        isinstance(event, kind) and getattr(event, "seat", None) is trail.seat
        for event in trail.events
    )
