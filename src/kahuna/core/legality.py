"""Which actions are legal, and why others are not: functions of a view.

If legality needed more than the mover's view, the list of legal actions would leak secrets.
:func:`why_illegal` alone knows the reasons. :func:`legal_actions` is a fast list of the actions for
which :func:`why_illegal` returns ``None``; tests compare the two.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, assert_never

from kahuna.core.actions import (
    DECLINE,
    DRAW_PILE,
    REPLACE,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    PlaceHandicap,
    Remove,
    Replace,
    TakeOpen,
    build_of,
    bury_of,
    remove_of,
    take_of,
)
from kahuna.core.board import NO_LINES, Board, Island, Line, Lines, bits
from kahuna.core.cards import Cards, count, kinds, size
from kahuna.core.errors import Reason
from kahuna.core.ruleset import Discard, Ruleset
from kahuna.core.seats import Seat
from kahuna.core.state import (
    Drawing,
    Handicap,
    Opening,
    Over,
    Public,
    Refilling,
    Turn,
    TurnActivity,
)

if TYPE_CHECKING:
    from kahuna.core.view import View


def legal_actions(view: View) -> tuple[Action, ...]:
    """List the legal actions of the viewer; empty when it is not the viewer's move."""
    if not view.is_to_move:
        return ()
    return tuple(legal_for(view.ruleset, view.public, view.cards, view.pile_size))


def why_illegal(view: View, action: Action) -> Reason | None:
    """Return why the viewer may not do this now, or ``None`` if it is legal."""
    phase = view.public.phase
    if isinstance(phase, Turn | Handicap) and phase.seat is not view.viewer:
        return Reason.NOT_YOUR_TURN
    return why_illegal_for(view.ruleset, view.public, view.cards, view.pile_size, action)


def legal_for(ruleset: Ruleset, public: Public, cards: Cards, pile_size: int) -> list[Action]:
    """List the legal actions of the seat to move, which holds these cards."""
    phase = public.phase
    white, black = public.bridges
    if isinstance(phase, Handicap):
        free = ~(white | black) & (1 << len(ruleset.board.ends)) - 1
        return [PlaceHandicap(Line(line)) for line in bits(free)]
    if not isinstance(phase, Turn):
        return []
    actions: list[Action] = []
    seat, activity = phase.seat, phase.activity
    board = ruleset.board
    is_instead = ruleset.discard is Discard.INSTEAD
    if activity is not TurnActivity.BURIED or not is_instead:
        own, opposing = (black, white) if seat else (white, black)
        if own.bit_count() < ruleset.bridges:
            free = ~(white | black)
            if ruleset.no_trespass:
                free &= ~_closed(board, opposing)
                if phase.cleared is not None and free >> phase.cleared & 1:
                    actions.append(REPLACE)
            lines_at = board.lines_at
            for island in kinds(cards):
                actions += _builds(island, free & lines_at[island])
        for line, removals in _removals(board, cards):
            if opposing & line:
                actions += removals
    if activity is not TurnActivity.PLAYED or not is_instead:
        actions += _buries(cards)
    if phase.last_turns:
        actions.append(DECLINE)
        return actions
    if size(cards) < board.hand_limit:
        actions += _takes(public.open_cards)
        if pile_size:
            actions.append(DRAW_PILE)
    if not phase.must_draw:
        actions.append(DECLINE)
    return actions


def why_illegal_for(
    ruleset: Ruleset, public: Public, cards: Cards, pile_size: int, action: Action
) -> Reason | None:
    """Return why the seat to move, which holds these cards, may not do this, or ``None``."""
    phase = public.phase
    match phase:
        case Turn():
            return _why_illegal_in_turn(ruleset, public, phase, cards, pile_size, action)
        case Handicap():
            if not isinstance(action, PlaceHandicap):
                return Reason.HANDICAP_FIRST
            return _problem_with_line(ruleset, public, action.line)
        case Refilling() | Drawing() | Opening():
            return Reason.CHANCE_PENDING
        case Over():
            return Reason.GAME_OVER
        case _:
            assert_never(phase)


def _why_illegal_in_turn(
    ruleset: Ruleset, public: Public, phase: Turn, cards: Cards, pile_size: int, action: Action
) -> Reason | None:
    board = ruleset.board
    is_instead = ruleset.discard is Discard.INSTEAD
    match action:
        case Build(line, card):
            if line < len(board.ends) and card not in board.ends[line]:
                return Reason.CARD_NOT_AT_LINE
            return (
                _problem_with_line(ruleset, public, line)
                or (
                    Reason.ALREADY_BURIED
                    if is_instead and phase.activity is TurnActivity.BURIED
                    else None
                )
                or _problem_with_card(cards, card)
                or _problem_with_bridge(ruleset, public, phase.seat, line)
            )
        case Remove(line, pair):
            if line >= len(board.ends):
                return Reason.UNKNOWN_LINE
            if not set(pair) <= set(board.ends[line]):
                return Reason.CARD_NOT_AT_LINE
            if not public.bridges[phase.seat.other] >> line & 1:
                return Reason.NO_OPPOSING_BRIDGE
            if is_instead and phase.activity is TurnActivity.BURIED:
                return Reason.ALREADY_BURIED
            if pair[0] == pair[1]:
                return None if count(cards, pair[0]) >= 2 else Reason.CARD_NOT_HELD
            return _problem_with_card(cards, pair[0]) or _problem_with_card(cards, pair[1])
        case Replace():
            if phase.cleared is None:
                return Reason.NOTHING_CLEARED
            return _problem_with_bridge(ruleset, public, phase.seat, phase.cleared)
        case Bury(card):
            if card >= len(board.names):
                return Reason.UNKNOWN_ISLAND
            if is_instead and phase.activity is TurnActivity.PLAYED:
                return Reason.ALREADY_PLAYED
            return _problem_with_card(cards, card)
        case TakeOpen(card):
            if card >= len(board.names):
                return Reason.UNKNOWN_ISLAND
            if phase.last_turns:
                return Reason.LAST_TURN
            if not count(public.open_cards, card):
                return Reason.NOT_OPEN
            return Reason.HAND_FULL if size(cards) >= board.hand_limit else None
        case DrawPile():
            if phase.last_turns:
                return Reason.LAST_TURN
            if not pile_size:
                return Reason.PILE_EMPTY
            return Reason.HAND_FULL if size(cards) >= board.hand_limit else None
        case Decline():
            return Reason.MUST_DRAW if phase.must_draw else None
        case PlaceHandicap():
            return Reason.HANDICAP_OVER
        case _:
            assert_never(action)


def _problem_with_line(ruleset: Ruleset, public: Public, line: Line) -> Reason | None:
    if line >= len(ruleset.board.ends):
        return Reason.UNKNOWN_LINE
    white, black = public.bridges
    return Reason.LINE_TAKEN if (white | black) >> line & 1 else None


def _problem_with_card(cards: Cards, card: Island) -> Reason | None:
    return None if count(cards, card) else Reason.CARD_NOT_HELD


def _problem_with_bridge(ruleset: Ruleset, public: Public, seat: Seat, line: Line) -> Reason | None:
    if public.bridges[seat].bit_count() >= ruleset.bridges:
        return Reason.NO_BRIDGE_LEFT
    if ruleset.no_trespass and _closed(ruleset.board, public.bridges[seat.other]) >> line & 1:
        return Reason.TRESPASS
    return None


@lru_cache(maxsize=1 << 12)
def _closed(board: Board, opposing: Lines) -> Lines:
    """Return the lines with an end that the owner of the opposing bridges controls. [R12.1]"""
    closed = NO_LINES
    for island in bits(board.held(opposing)):
        closed |= board.lines_at[island]
    return closed


@cache
def _builds(island: Island, free: Lines) -> tuple[Build, ...]:
    """Return the builds on free lines that a card of this island pays for. [R4.1]"""
    return tuple(build_of(Line(line), island) for line in bits(free))


@lru_cache(maxsize=1 << 13)
def _removals(board: Board, cards: Cards) -> tuple[tuple[Lines, tuple[Remove, ...]], ...]:
    """Return the removals that these cards allow, by line. [R6.1]"""
    removals = []
    for line, (a, b) in enumerate(board.ends):
        num_a, num_b = count(cards, a), count(cards, b)
        pairs = [(a, a)] * (num_a >= 2) + [(a, b)] * (num_a and num_b and 1)
        pairs += [(b, b)] * (num_b >= 2)
        if pairs:
            removals.append((1 << line, tuple(remove_of(Line(line), pair) for pair in pairs)))
    return tuple(removals)


@lru_cache(maxsize=1 << 13)
def _buries(cards: Cards) -> tuple[Bury, ...]:
    return tuple(bury_of(island) for island in kinds(cards))


@lru_cache(maxsize=1 << 12)
def _takes(open_cards: Cards) -> tuple[TakeOpen, ...]:
    return tuple(take_of(island) for island in kinds(open_cards))
