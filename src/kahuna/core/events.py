"""What happened: a closed union of events in the past tense.

Events come in the order of the chain reaction, so that animations and logs need no rules. What a
viewer sees is another union: an event with a secret has a counterpart without it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from kahuna.core.cards import NO_CARDS, size
from kahuna.core.seats import SEATS, Seat, Viewer
from kahuna.core.spelling import readable, value

if TYPE_CHECKING:
    from kahuna.core.board import Island, Line
    from kahuna.core.cards import Cards
    from kahuna.core.scoring import Outcome


@readable
class BuildCause(StrEnum):
    """What put a bridge on the board."""

    CARD = "card"
    REMOVAL = "removal"
    """The free bridge of variant 1. [R12.2]"""
    HANDICAP = "handicap"


@readable
class RemovalCause(StrEnum):
    """What took a bridge off the board."""

    CARDS = "cards"
    CONTROL = "control"


@value
class GameStarted:
    """The cards were dealt, or a position was set up. [R2]"""

    hands: tuple[Cards, Cards]
    buried: tuple[Cards, Cards]
    shown: tuple[Cards, Cards]
    discards: Cards
    open_cards: Cards
    pile_size: int


@value
class TurnStarted:
    """It is now this seat's turn."""

    seat: Seat
    is_last: bool = False


@value
class CardsPlayed:
    """One card for a bridge, or two for a removal, went to the discards. [R4.5]"""

    seat: Seat
    cards: tuple[Island, ...]


@value
class BridgeBuilt:
    """A seat put a bridge on a line."""

    seat: Seat
    line: Line
    cause: BuildCause


@value
class BridgeRemoved:
    """A bridge went back to its owner."""

    seat: Seat
    line: Line
    cause: RemovalCause


@value
class ControlGained:
    """A seat gained an island. [R5.1]"""

    seat: Seat
    island: Island


@value
class ControlLost:
    """A seat lost an island. [R5.4]"""

    seat: Seat
    island: Island


@value
class CardBuried:
    """A card was discarded face down. [R7.1]"""

    seat: Seat
    card: Island
    was_shown: bool
    """Whether it lay open in front of the player. [R13.3]"""


@value
class OpenCardTaken:
    """An open card was taken into the hand. [R8.1]"""

    seat: Seat
    card: Island


@value
class OpenCardTurned:
    """A card of the pile was turned over and now lies open. [R8.1, R9.4]"""

    card: Island


@value
class CardDrawn:
    """A card was drawn from the pile. [R8.2]"""

    seat: Seat
    card: Island


@value
class DrawDeclined:
    """The turn ended without a draw. [R8.3]"""

    seat: Seat


@value
class RoundScored:
    """A round was scored. [R9.2, R10.3]"""

    round: int
    stones: tuple[int, int]
    points: tuple[int, int]


@value
class PileRenewed:
    """All discards were shuffled into a new pile. [R9.4]"""

    pile_size: int


@value
class GameEnded:
    """The game is over."""

    outcome: Outcome


@value
class SeenStart:
    """The start as a viewer sees it: its own cards, and how many the others have."""

    own_hand: Cards
    own_buried: Cards
    hand_sizes: tuple[int, int]
    buried_sizes: tuple[int, int]
    shown: tuple[Cards, Cards]
    discards: Cards
    open_cards: Cards
    pile_size: int


@value
class HiddenCardBuried:
    """Another seat discarded a card that this viewer did not see. [R7.1]"""

    seat: Seat


@value
class HiddenCardDrawn:
    """Another seat drew a card that this viewer did not see. [R8.2]"""

    seat: Seat


PublicEvent: TypeAlias = (
    TurnStarted
    | CardsPlayed
    | BridgeBuilt
    | BridgeRemoved
    | ControlGained
    | ControlLost
    | OpenCardTaken
    | OpenCardTurned
    | DrawDeclined
    | RoundScored
    | PileRenewed
    | GameEnded
)
"""What everybody sees alike."""

Event: TypeAlias = PublicEvent | GameStarted | CardBuried | CardDrawn
"""What happened, as the authority knows it."""

SeenEvent: TypeAlias = (
    PublicEvent | SeenStart | CardBuried | HiddenCardBuried | CardDrawn | HiddenCardDrawn
)
"""What happened, as one viewer saw it."""


_SECRET: Final = (CardDrawn, CardBuried, GameStarted)
_HIDDEN_BURIALS = tuple(map(HiddenCardBuried, SEATS))
_HIDDEN_DRAWS = tuple(map(HiddenCardDrawn, SEATS))


def seen(event: Event, viewer: Viewer) -> SeenEvent:
    """Return what a viewer sees of an event. [R15]

    The types enforce this: an event with a secret is not a ``SeenEvent`` until it is masked.
    """
    if not isinstance(event, _SECRET):  # Most events: this is faster than a ``match``.
        return event
    if isinstance(event, CardDrawn):
        return event if event.seat is viewer else _HIDDEN_DRAWS[event.seat]
    if isinstance(event, CardBuried):
        is_seen = event.seat is viewer or event.was_shown
        return event if is_seen else _HIDDEN_BURIALS[event.seat]
    return _seen_start(event, viewer)


def _seen_start(start: GameStarted, viewer: Viewer) -> SeenStart:
    own_hand = own_buried = NO_CARDS
    if isinstance(viewer, Seat):
        own_hand, own_buried = start.hands[viewer], start.buried[viewer]
    return SeenStart(
        own_hand=own_hand,
        own_buried=own_buried,
        hand_sizes=(size(start.hands[0]), size(start.hands[1])),
        buried_sizes=(size(start.buried[0]), size(start.buried[1])),
        shown=start.shown,
        discards=start.discards,
        open_cards=start.open_cards,
        pile_size=start.pile_size,
    )
