"""Positions set up by hand, which may be impossible, unlike a state.

:func:`state_of` turns a set-up into a state, or names every problem at once for an editor or a bug
report.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from kahuna.core.board import Island, Lines, bits
from kahuna.core.cards import Cards, cards_of, expand
from kahuna.core.errors import InvalidPositionError
from kahuna.core.ruleset import FinalScoring, Ruleset
from kahuna.core.scoring import ROUNDS, Pair
from kahuna.core.seats import SEATS, Seat
from kahuna.core.spelling import readable
from kahuna.core.state import (
    Drawing,
    Handicap,
    Opening,
    Over,
    Phase,
    Private,
    Public,
    Refilling,
    State,
    Turn,
    TurnActivity,
    turn_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Listed = tuple[Island, ...]
"""Cards one by one, so that a set-up can hold more of an island than there are."""


@readable
@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A position, not necessarily a possible one. The pile is every other card."""

    ruleset: Ruleset = Ruleset()
    bridges: tuple[Lines, Lines] = (0, 0)
    hands: tuple[Listed, Listed] = ((), ())
    shown: tuple[Listed, Listed] = ((), ())
    buried: tuple[Listed, Listed] = ((), ())
    open_cards: Listed = ()
    discards: Listed = ()
    points: tuple[Pair, ...] = ()
    round: int = 1
    turn: int = 1
    phase: Phase = turn_of(Seat.WHITE)


def setup_of(state: State) -> Setup:
    """Describe a state as a set-up."""
    public, (white, black) = state.public, state.private
    return Setup(
        ruleset=state.ruleset,
        bridges=public.bridges,
        hands=(expand(white.hand), expand(black.hand)),
        shown=(expand(public.shown[0]), expand(public.shown[1])),
        buried=(expand(white.buried), expand(black.buried)),
        open_cards=expand(public.open_cards),
        discards=expand(public.discards),
        points=public.points,
        round=public.round,
        turn=public.turn,
        phase=public.phase,
    )


def state_of(setup: Setup) -> State:
    """Make a state; raise :class:`InvalidPositionError` with all problems of the set-up."""
    if problems := tuple(problems_of(setup)):
        raise InvalidPositionError(problems)
    public = Public(
        setup.bridges,
        cards_of(setup.open_cards),
        (cards_of(setup.shown[0]), cards_of(setup.shown[1])),
        cards_of(setup.discards),
        setup.points,
        setup.round,
        setup.turn,
        setup.phase,
    )
    white, black = (
        Private(cards_of(setup.hands[seat]), cards_of(setup.buried[seat])) for seat in SEATS
    )
    return State(setup.ruleset, public, (white, black), _pile(setup))


def problems_of(setup: Setup) -> Iterator[str]:
    """Yield everything that makes a set-up impossible."""
    yield from _problems_of_board(setup)
    yield from _problems_of_cards(setup)
    yield from _problems_of_points(setup)
    yield from _problems_of_phase(setup)


def _located(setup: Setup) -> Listed:
    """Return every card that is not in the pile."""
    zones = (*setup.hands, *setup.shown, *setup.buried, setup.open_cards, setup.discards)
    return tuple(card for zone in zones for card in zone)


def _pile(setup: Setup) -> Cards:
    return setup.ruleset.board.deck - cards_of(_located(setup))


def _problems_of_board(setup: Setup) -> Iterator[str]:
    ruleset, board = setup.ruleset, setup.ruleset.board
    white, black = setup.bridges
    if (white | black) >> len(board.ends):
        yield f"there are only {len(board.ends)} lines"
        return
    for line in bits(white & black):
        a, b = (board.names[end] for end in board.ends[line])
        yield f"the line {a}–{b} has two owners"
    for seat in SEATS:
        if (num := setup.bridges[seat].bit_count()) > ruleset.bridges:
            yield f"{_name(seat)} has {num} bridges on the board, of {ruleset.bridges}"
        if ruleset.no_trespass:
            for island in bits(board.held(setup.bridges[seat])):
                if setup.bridges[seat.other] & board.lines_at[island]:
                    yield (
                        f"in variant 1 {_name(seat.other)} can have no bridge "
                        f"at {board.names[island]}, which {_name(seat)} holds"
                    )


def _problems_of_cards(setup: Setup) -> Iterator[str]:
    board = setup.ruleset.board
    copies = Counter(_located(setup))
    for island, num in sorted(copies.items()):
        if not 0 <= island < len(board.names):
            yield f"there is no island number {island}"
        elif num > board.copies:
            yield f"{num} cards of {board.names[island]} lie about; there are {board.copies}"
    for seat in SEATS:
        if (num := _num_held(setup, seat)) > board.hand_limit:
            yield f"{_name(seat)} holds {num} cards; the limit is {board.hand_limit}"
    if any(setup.shown) and not setup.ruleset.open_hands:
        yield "cards lie open in front of a player, but that is variant 2"


def _problems_of_points(setup: Setup) -> Iterator[str]:
    is_final = isinstance(setup.phase, Over) and len(setup.points) == ROUNDS == setup.round
    if not 1 <= setup.round <= ROUNDS:
        yield f"a game has rounds 1 to {ROUNDS}, not {setup.round}"
    elif len(setup.points) != setup.round - 1 and not is_final:
        yield f"in round {setup.round} the points of {setup.round - 1} rounds are written down"
    for number, points in enumerate(setup.points[:ROUNDS], start=1):
        if not _can_be_scored(setup.ruleset, number, points):
            yield f"round {number} cannot have scored {points[0]} to {points[1]}"
    if setup.turn < 0:
        yield f"turns are counted from 0, not {setup.turn}"


def _can_be_scored(ruleset: Ruleset, number: int, points: Pair) -> bool:
    white, black = points
    if number < ROUNDS:
        return points in ((0, 0), (number, 0), (0, number))
    most = min(ruleset.stones, len(ruleset.board.names))
    if not (0 <= white <= most and 0 <= black <= most):
        return False
    is_difference = ruleset.final_scoring is FinalScoring.DIFFERENCE
    return 0 in points if is_difference else white + black <= len(ruleset.board.names)


def _problems_of_phase(setup: Setup) -> Iterator[str]:
    phase, board = setup.phase, setup.ruleset.board
    # Counted, not subtracted: cards that there cannot be are a problem of their own.
    pile = max(0, board.copies * len(board.names) - len(_located(setup)))
    num_open, places = len(setup.open_cards), board.open_places
    white, black = setup.bridges
    if setup.round > 1 and bool(white) != bool(black) and not isinstance(phase, Over | Opening):
        yield "a player without a bridge has lost from round 2 on: the game is over"
    match phase:
        case Turn():
            yield from _problems_of_turn(setup, phase, pile)
        case Handicap(seat, left, _):
            placed = setup.ruleset.handicap - left
            if seat is not setup.ruleset.handicap_seat or not 1 <= left <= setup.ruleset.handicap:
                yield f"{_name(seat)} has no {left} handicap bridges to place"
            elif (setup.bridges[seat].bit_count(), setup.bridges[seat.other]) != (placed, 0):
                yield f"with {left} handicap bridges to place, {placed} lie on the board"
            if num_open != places:
                yield f"{num_open} cards lie open; at the start there are {places}"
        case Refilling():
            if not pile or num_open != places - 1:
                yield "an open card is refilled only when one is missing and the pile has some"
        case Drawing():
            if not pile:
                yield "nobody can be drawing: the pile is empty"
            elif num_open != places:
                yield f"{num_open} cards lie open; before somebody draws there are {places}"
            if _num_held(setup, phase.seat) >= board.hand_limit:
                yield f"{_name(phase.seat)} has a full hand and cannot be drawing"
        case Opening(_, left):
            if setup.round == 1 or left < 1 or left + num_open != min(pile + num_open, places):
                yield f"{left} cards cannot be turned over now"
            elif setup.discards or any(setup.buried):
                yield "when cards are opened for a new round, there are no discards"
        case Over():
            pass
        case _:
            assert_never(phase)


def _problems_of_turn(setup: Setup, phase: Turn, pile: int) -> Iterator[str]:
    board = setup.ruleset.board
    num_open, places = len(setup.open_cards), board.open_places
    if num_open > places or (pile and num_open < places):
        yield f"{num_open} cards lie open with {pile} in the pile; there should be {places}"
    if phase.last_turns and (pile or num_open or setup.round < ROUNDS):
        yield "the last turns come when pile and open cards of round 3 are gone"
    if not phase.last_turns and not pile and not num_open:
        yield "pile and open cards are both gone: the round is over"
    if not 0 <= phase.last_turns <= 2:
        yield f"there are two last turns, not {phase.last_turns}"
    if phase.last_turns and phase.must_draw:
        yield "nobody must draw in the last turns"
    if (
        phase.activity is not TurnActivity.NOTHING
        and _num_held(setup, phase.seat) >= board.hand_limit
    ):
        yield f"{_name(phase.seat)} has done something in this turn, and cannot have a full hand"
    if (line := phase.cleared) is not None:
        white, black = setup.bridges
        is_free = 0 <= line < len(board.ends) and not (white | black) >> line & 1
        if (
            not is_free
            or not setup.ruleset.no_trespass
            or phase.activity is not TurnActivity.PLAYED
        ):
            yield "a line is just cleared in variant 1 only, by a removal, and is free"


def _num_held(setup: Setup, seat: Seat) -> int:
    return len(setup.hands[seat]) + len(setup.shown[seat])


def _name(seat: Seat) -> str:
    return seat.name.capitalize()
