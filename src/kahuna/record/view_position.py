"""A position as the player to move sees it, in one line of text.

The nine fields are those of :mod:`kahuna.record.position`. A hidden card is ``?``; letters in the
opponent's hand are cards that it is known to hold::

    AD,DE/AB,AH BCC/H??? GIJ AAB C/? - 1.17 w kosmos-2015

Nothing else is remembered of the game so far: every unseen card can be anywhere.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from kahuna.core import (
    ARCHIPELAGO,
    NO_CARDS,
    Board,
    Cards,
    Seat,
    Setup,
    State,
    View,
    believe,
    cards_of,
    count,
    expand,
    format_cards,
    mover,
    state_of,
    view_of,
)
from kahuna.core.events import OpenCardTaken, SeenStart
from kahuna.record.errors import RecordError
from kahuna.record.notation import UNKNOWN
from kahuna.record.position import format_position, parse_setup

_HANDS = 1
_BURIED = 4
"""Indices of the fields that can hide cards."""


def format_view_position(view: View) -> str:
    """Write what the player to move sees, with the cards that the opponent certainly holds."""
    seat = _mover_of(view)
    known = expand(known_cards(view))
    fields = format_position(_without_opponent(view, seat)).split()
    other = seat.other
    shown = expand(view.public.shown[other])
    hidden = format_cards(known) + UNKNOWN * (view.hand_sizes[other] - len(known))
    lying = f"({format_cards(shown)})" if shown else ""
    for place, text in ((_HANDS, hidden + lying), (_BURIED, UNKNOWN * view.buried_sizes[other])):
        parts = fields[place].split("/")
        parts[other] = text or "-"
        fields[place] = "/".join(parts)
    return " ".join(fields)


def parse_view_position(text: str, board: Board = ARCHIPELAGO) -> View:
    """Read what the player to move sees; an impossible position is refused.

    The view remembers that the opponent took the cards that it is known to hold.
    """
    setup, num_hidden = _parse_hidden(text, board)
    seat = mover(setup.phase)
    if seat is None:
        raise RecordError("nobody is to move", where="phase", expected="w or b")
    if any(num_hidden[zone][seat] for zone in range(2)):
        raise RecordError("the player to move sees their own cards", expected="letters, not ?")
    other = seat.other
    known = cards_of(setup.hands[other])
    if known and setup.ruleset.open_hands:
        raise RecordError("in variant 2 known cards lie open", where="hands", expected="A??(BC)")
    return view_with_known(state_of(_fill(setup, other, num_hidden)), seat, known)


def view_with_known(state: State, seat: Seat, known: Cards) -> View:
    """Return a seat's view of a position in which it knows some of the opponent's cards.

    It is as if the opponent had taken them from the open cards just now.
    """
    view = view_of(state, seat)
    other = seat.other
    sizes = list(view.hand_sizes)
    sizes[other] -= len(expand(known))
    start = SeenStart(
        own_hand=view.own.hand,
        own_buried=view.own.buried,
        hand_sizes=(sizes[0], sizes[1]),
        buried_sizes=view.buried_sizes,
        shown=view.public.shown,
        discards=view.public.discards,
        open_cards=view.public.open_cards + known,
        pile_size=view.pile_size,
    )
    return view._replace(history=(start, *(OpenCardTaken(other, card) for card in expand(known))))


def known_cards(view: View) -> Cards:
    """Return the hidden cards that the opponent certainly holds, given what the viewer has seen.

    None in variant 2, where cards that are taken openly stay open. [R13.1]
    """
    if view.ruleset.open_hands:
        return NO_CARDS
    hands = [known.held for known in believe(view).weights]
    return reduce(_common, hands)


def _common(one: Cards, other: Cards) -> Cards:
    return cards_of(
        card for card in set(expand(one)) for _ in range(min(count(one, card), count(other, card)))
    )


def _mover_of(view: View) -> Seat:
    seat = mover(view.public.phase)
    if seat is None or seat is not view.viewer:
        raise RecordError("a position is written as the player to move sees it")
    return seat


def _without_opponent(view: View, seat: Seat) -> State:
    """Return a state whose hidden cards of the opponent are all in the pile."""
    own, nothing = view.own, view.own._replace(hand=0, buried=0)
    private = (own, nothing) if seat is Seat.WHITE else (nothing, own)
    return State(view.ruleset, view.public, private, 0)


def _parse_hidden(text: str, board: Board) -> tuple[Setup, tuple[list[int], list[int]]]:
    """Read a set-up, and count the hidden cards of both seats in the hands and the discards."""
    fields = text.split()
    counts: list[list[int]] = []
    for place in (_HANDS, _BURIED):
        parts = (fields[place] if place < len(fields) else "").split("/")
        counts.append([part.count(UNKNOWN) for part in parts] + [0, 0])
        if place < len(fields):
            fields[place] = "/".join(part.replace(UNKNOWN, "") or "-" for part in parts)
    return parse_setup(" ".join(fields), board), (counts[0], counts[1])


def _fill(setup: Setup, other: Seat, num_hidden: tuple[list[int], list[int]]) -> Setup:
    """Put any unseen cards where cards are hidden."""
    zones = (*setup.hands, *setup.shown, *setup.buried, setup.open_cards, setup.discards)
    left = list(expand(setup.ruleset.board.deck))
    for card in (card for zone in zones for card in zone):
        if card in left:
            left.remove(card)
    in_hand, in_discards = (numbers[other] for numbers in num_hidden)
    if in_hand + in_discards > len(left):
        raise RecordError(
            f"{in_hand + in_discards} cards are hidden, but only {len(left)} are unseen"
        )
    hands, buried = list(setup.hands), list(setup.buried)
    hands[other] += tuple(left[:in_hand])
    buried[other] += tuple(left[in_hand : in_hand + in_discards])
    return replace(setup, hands=(hands[0], hands[1]), buried=(buried[0], buried[1]))
