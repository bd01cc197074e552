"""Reconstruct the plies of a game from its events, as far as the viewer saw them. [R15]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    Build,
    Bury,
    Event,
    Island,
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
        match event:
            case CardsPlayed(seat, cards):
                yield EventPly(index, seat, _paid_ply(cards, events[index + 1]))
            case BridgeBuilt(seat, line, BuildCause.REMOVAL):
                yield EventPly(index, seat, Ply(ReplaceOn(line)))
            case BridgeBuilt(seat, line, BuildCause.HANDICAP):
                yield EventPly(index, seat, Ply(PlaceHandicap(line)))
            case CardBuried(seat, card):
                yield EventPly(index, seat, Ply(Bury(card)))
            case HiddenCardBuried(seat):
                yield EventPly(index, seat, Ply(BuryUnknown()))
            case OpenCardTaken(seat, card):
                yield EventPly(index, seat, Ply(TakeOpen(card), *_cards_after(events, index)))
            case CardDrawn(seat, card):
                opened = _cards_after(events, index)[1]
                yield EventPly(index, seat, Ply(DRAW_PILE, card, opened))
            case HiddenCardDrawn(seat):
                opened = _cards_after(events, index)[1]
                yield EventPly(index, seat, Ply(DRAW_PILE, None, opened))
            case DrawDeclined(seat):
                yield EventPly(index, seat, Ply(DECLINE))
            case _:
                pass


def _paid_ply(cards: tuple[Island, ...], following: Event | SeenEvent) -> Ply:
    """Return the ply in which these cards were played."""
    if isinstance(following, BridgeBuilt):
        return Ply(Build(following.line, cards[0]))
    assert isinstance(following, BridgeRemoved)
    a, b = sorted(cards)
    return Ply(Remove(following.line, (a, b)))


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
