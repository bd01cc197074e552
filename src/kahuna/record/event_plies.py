"""Reconstruct the plies of a game from its events, as far as the viewer saw them. [R15]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    Build,
    Bury,
    Event,
    Island,
    Line,
    PlaceHandicap,
    Remove,
    Seat,
    SeenEvent,
    TakeOpen,
)
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
    BuildCause,
    CardBuried,
    CardDrawn,
    CardsPlayed,
    DrawDeclined,
    HiddenCardBuried,
    HiddenCardDrawn,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    TurnStarted,
)
from kahuna.record.notation import BuryUnknown, Ply, ReplaceOn

Events = Sequence[Event | SeenEvent]


_FIRST_EVENTS = frozenset(
    (
        CardsPlayed,
        BridgeBuilt,
        CardBuried,
        HiddenCardBuried,
        OpenCardTaken,
        CardDrawn,
        HiddenCardDrawn,
        DrawDeclined,
    )
)
"""The types of events with which a ply can begin."""


class EventPly(NamedTuple):
    """A ply reconstructed from events."""

    start: int
    """The index of its first event."""
    seat: Seat
    """The seat that played it."""
    ply: Ply


def plies_of(events: Events) -> Iterator[EventPly]:
    """Find the plies in a history; cards that the viewer did not see are unknown in them."""
    for index, event in enumerate(events):
        if type(event) not in _FIRST_EVENTS:
            continue
        match event:
            case CardsPlayed(seat, cards):
                yield EventPly(index, seat, _paid_ply(cards, events[index + 1]))
            case BridgeBuilt(seat, line, BuildCause.REMOVAL):
                yield EventPly(index, seat, Ply(ReplaceOn(line)))
            case BridgeBuilt(seat, line, BuildCause.HANDICAP):
                yield EventPly(index, seat, Ply(PlaceHandicap(line)))
            case CardBuried(seat, card):
                yield EventPly(index, seat, _bury_ply(card))
            case HiddenCardBuried(seat):
                yield EventPly(index, seat, Ply(BuryUnknown()))
            case OpenCardTaken(seat, card):
                yield EventPly(index, seat, _take_ply(card, *_cards_after(events, index)))
            case CardDrawn(seat, card):
                yield EventPly(index, seat, _draw_ply(card, _cards_after(events, index)[1]))
            case HiddenCardDrawn(seat):
                yield EventPly(index, seat, _draw_ply(None, _cards_after(events, index)[1]))
            case DrawDeclined(seat):
                yield EventPly(index, seat, _DECLINED)
            case _:
                pass


def _paid_ply(cards: tuple[Island, ...], following: Event | SeenEvent) -> Ply:
    """Return the ply in which these cards were played."""
    if isinstance(following, BridgeBuilt):
        return _build_ply(following.line, cards[0])
    assert isinstance(following, BridgeRemoved)
    return _remove_ply(following.line, *cards)


# The same few hundred plies occur again and again, so each is created once. A caller's NumPy
# integer must not end up in everybody's plies: hence ``typed``.
_once = lru_cache(maxsize=1 << 12, typed=True)


@_once
def _build_ply(line: Line, card: Island) -> Ply:
    return Ply(Build(line, card))


@_once
def _remove_ply(line: Line, a: Island, b: Island) -> Ply:
    return Ply(Remove(line, (min(a, b), max(a, b))))


@_once
def _bury_ply(card: Island) -> Ply:
    return Ply(Bury(card))


@_once
def _take_ply(card: Island, refill: Island | None, opened: tuple[Island, ...]) -> Ply:
    return Ply(TakeOpen(card), refill, opened)


@_once
def _draw_ply(card: Island | None, opened: tuple[Island, ...]) -> Ply:
    return Ply(DRAW_PILE, card, opened)


_DECLINED: Final = Ply(DECLINE)


def _cards_after(events: Events, index: int) -> tuple[Island | None, tuple[Island, ...]]:
    """Return the refill of the open card taken at ``index``, and the cards of a new round."""
    refill: Island | None = None
    opened: list[Island] = []
    is_renewed = False
    for event in events[index + 1 :]:
        if isinstance(event, TurnStarted):
            break
        if isinstance(event, PileRenewed):
            is_renewed = True
        elif isinstance(event, OpenCardTurned):
            if is_renewed:
                opened.append(event.card)
            else:
                refill = event.card
    return refill, tuple(opened)
