"""What a seat remembers of a game beyond the position, as input for networks. [R15]

Three things are folded from the events that a seat saw: how likely each card is in the opponent's
hidden hand, which of its own cards the opponent has identified, and what both did in their last two
turns. :class:`~kahuna.core.knowledge.Belief` is exact and keeps hypotheses about whole hands; a
recollection keeps twelve small distributions, which cost next to nothing and fit an array of games
(``kahuna.batch.seat_memory`` has the same numbers). Both agree unless cards were discarded face
down; then the islands are treated as independent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from kahuna.core.board import Island, Lines
from kahuna.core.cards import NO_CARDS, Cards, cards_of, count, single
from kahuna.core.errors import UnknownWorldError
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
    RemovalCause,
    SeenEvent,
    SeenStart,
    TurnStarted,
)
from kahuna.core.hand_estimate import Cases, HandEstimate
from kahuna.core.knowledge import start_now
from kahuna.core.ruleset import Ruleset
from kahuna.core.seats import SEATS, Seat
from kahuna.core.view import View


class TurnRecord(NamedTuple):
    """What a seat did in one of its turns."""

    built: Lines = 0
    removed: Lines = 0
    """Bridges removed with cards, not those that fell with an island."""
    paid: Cards = NO_CARDS
    offered: Cards = NO_CARDS
    """The open cards that it left when it took, drew or declined."""
    taken: Cards = NO_CARDS
    ending: int = 0
    """How the turn ended: 1 with an open card, 2 with a card of the pile, 3 without a card."""
    num_buried: int = 0


TOOK_OPEN: Final = 1
DREW: Final = 2
DECLINED: Final = 3


class SeatMemory(NamedTuple):
    """What one seat remembers."""

    hand: tuple[Cases, ...]
    """About the opponent's hidden hand, by island."""
    identified: Cards
    """Own cards that the opponent has identified and not seen played since."""
    last: TurnRecord
    """What the seat itself did in its latest turn..."""
    earlier: TurnRecord
    """...and in the one before."""


@dataclass(slots=True)
class Recollection:
    """Everything that a seat remembers of a game, folded from what it saw.

    ``theirs`` is what the viewer thinks about the opponent's hand. ``own`` is what the opponent
    thinks about the viewer's hand, as far as the viewer can tell: exact unless the viewer has
    discarded cards face down, because then it depends on cards that only the opponent sees.
    """

    viewer: Seat
    ruleset: Ruleset
    theirs: HandEstimate
    own: HandEstimate
    hand: Cards
    """The viewer's hidden hand."""
    buried: Cards
    shown: list[Cards]
    open_cards: Cards
    unseen: Cards
    """Cards that the viewer cannot locate."""
    pile_size: int
    identified: Cards
    turns: list[tuple[TurnRecord, TurnRecord]]
    """The latest turn of each seat, and the one before."""
    is_mid_ply: bool = False

    def after(self, events: Iterable[SeenEvent]) -> Recollection:
        """Return the recollection after more events."""
        found = replace(
            self,
            theirs=self.theirs.copy(),
            own=self.own.copy(),
            shown=[*self.shown],
            turns=[*self.turns],
        )
        for event in events:
            if type(event) in _FIRST_OF_PLY:
                found._end_ply()
                found.is_mid_ply = True
            found._see(event)
        found._end_ply()
        return found

    def _end_ply(self) -> None:
        if self.is_mid_ply:
            self.theirs.balance()
            self.own.balance()
            self.is_mid_ply = False

    def of(self, seat: Seat) -> SeatMemory:
        """Return the memory of the viewer, or the likely memory of the opponent."""
        board = self.ruleset.board
        is_own = seat is self.viewer
        estimate = self.theirs if is_own else self.own
        return SeatMemory(
            tuple(map(estimate.cases, map(Island, board.islands))),
            self.identified if is_own else self.theirs.likely_identified(board),
            *self.turns[seat],
        )

    def of_both(self) -> tuple[SeatMemory, SeatMemory]:
        """Return the memories of White and Black in worlds that fit this recollection."""
        return self.of(Seat.WHITE), self.of(Seat.BLACK)

    def unseen_counts(self) -> list[float]:
        """Return how many cards of each island the viewer cannot locate."""
        return self._counts(self.unseen)

    def _counts(self, cards: Cards) -> list[float]:
        return [float(count(cards, Island(i))) for i in self.ruleset.board.islands]

    def _unseen_by_opponent(self) -> list[float]:
        """Return how many cards of each island the opponent cannot locate, as far as one knows."""
        pile = self.theirs.expected_pile(self.unseen_counts(), self.pile_size)
        own = self._counts(self.hand + self.buried)
        return [left + num for left, num in zip(pile, own, strict=True)]

    def _see(self, event: SeenEvent) -> None:
        match event:
            case TurnStarted(seat):
                self.turns[seat] = (TurnRecord(), self.turns[seat][0])
            case CardsPlayed(seat, cards):
                self._note(seat, paid=self.turns[seat][0].paid + cards_of(cards))
                self._play(seat, [card for card in cards if not self._was_shown(seat, card)])
            case BridgeBuilt(seat, line, cause):
                if cause is BuildCause.REMOVAL:  # A ply of its own. [R12.2]
                    self._end_ply()
                    self.is_mid_ply = True
                if cause is not BuildCause.HANDICAP:
                    self._note(seat, built=self.turns[seat][0].built | 1 << line)
            case BridgeRemoved(seat, line, cause):
                if cause is RemovalCause.CARDS:
                    other = seat.other
                    self._note(other, removed=self.turns[other][0].removed | 1 << line)
            case CardBuried(seat, card):
                self._bury(seat)
                if not self._was_shown(seat, card):
                    self.own.bury()
                    self.hand -= single(card)
                    self.buried += single(card)
            case HiddenCardBuried(seat):
                self._bury(seat)
                self.theirs.bury()
            case OpenCardTaken(seat, card):
                self.open_cards -= single(card)
                self._end_turn(seat, TOOK_OPEN)
                self._note(seat, taken=self.turns[seat][0].taken + single(card))
                self._take(seat, card)
            case OpenCardTurned(card):
                self._reveal(card)
                self.own.reveal(card, self._unseen_by_opponent)
                self.open_cards += single(card)
                self.unseen -= single(card)
                self.pile_size -= 1
            case CardDrawn(seat, card):
                self._end_turn(seat, DREW)
                self.own.draw()
                self._reveal(card)
                self.hand += single(card)
                self.unseen -= single(card)
                self.pile_size -= 1
            case HiddenCardDrawn(seat):
                self._end_turn(seat, DREW)
                self.theirs.draw()
                self.pile_size -= 1
            case DrawDeclined(seat):
                self._end_turn(seat, DECLINED)
            case PileRenewed(pile_size):
                self._renew(pile_size)
            case _:
                pass

    def _note(self, seat: Seat, **changes: int) -> None:
        last, earlier = self.turns[seat]
        self.turns[seat] = (last._replace(**changes), earlier)

    def _end_turn(self, seat: Seat, ending: int) -> None:
        self._note(seat, offered=self.open_cards, ending=ending)

    def _was_shown(self, seat: Seat, card: Island) -> bool:
        """Take a card off those that lie open, if it is one of them. [R13.4]"""
        if not count(self.shown[seat], card):
            return False
        self.shown[seat] -= single(card)
        return True

    def _play(self, seat: Seat, cards: list[Island]) -> None:
        if seat is self.viewer:
            self.own.play(cards, self._unseen_by_opponent)
            self.hand -= cards_of(cards)
            for card in cards:
                if count(self.identified, card):
                    self.identified -= single(card)
        else:
            self.theirs.play(cards, self.unseen_counts)
            self.unseen -= cards_of(cards)

    def _bury(self, seat: Seat) -> None:
        self._note(seat, num_buried=self.turns[seat][0].num_buried + 1)

    def _take(self, seat: Seat, card: Island) -> None:
        if self.ruleset.open_hands:
            self.shown[seat] += single(card)
        elif seat is self.viewer:
            self.own.take(card)
            self.hand += single(card)
            self.identified += single(card)
        else:
            self.theirs.take(card)
            self.unseen += single(card)

    def _reveal(self, card: Island) -> None:
        self.theirs.reveal(card, self.unseen_counts)

    def _renew(self, pile_size: int) -> None:
        self.theirs.renew(self.unseen_counts())
        self.own.renew(self._counts(self.hand + self.buried))
        self.buried = NO_CARDS
        self.pile_size = pile_size
        self.unseen = self.ruleset.board.deck - self.hand - sum(self.shown)
        self.identified = self.hand


_FIRST_OF_PLY: Final = frozenset(
    (
        CardsPlayed,
        CardBuried,
        HiddenCardBuried,
        OpenCardTaken,
        CardDrawn,
        HiddenCardDrawn,
        DrawDeclined,
    )
)
"""The types of events with which a ply begins."""


def recollect(view: View) -> Recollection:
    """Fold the history of a seat's view; without one, treat the position as just set up."""
    first, *rest = view.history or (start_now(view),)
    if not isinstance(first, SeenStart):
        raise UnknownWorldError("a history must begin with the start of the game")
    return _begin(view, first).after(rest)


def recollect_nothing(view: View) -> Recollection:
    """Return what a seat knows that sees the board and its hand, and remembers no card."""
    return _begin(view, replace(start_now(view), discards=NO_CARDS))


def _begin(view: View, start: SeenStart) -> Recollection:
    """Return what a seat remembers when a game has been dealt or a position set up: nothing."""
    viewer, ruleset = view.viewer, view.ruleset
    if not isinstance(viewer, Seat):
        raise UnknownWorldError("a spectator holds no cards; only a seat remembers a game")
    located = start.own_hand + start.own_buried + start.open_cards + start.discards
    return Recollection(
        viewer=viewer,
        ruleset=ruleset,
        theirs=HandEstimate(start.hand_sizes[viewer.other]),
        own=HandEstimate(start.hand_sizes[viewer]),
        hand=start.own_hand,
        buried=start.own_buried,
        shown=[*start.shown],
        open_cards=start.open_cards,
        unseen=ruleset.board.deck - located - sum(start.shown),
        pile_size=start.pile_size,
        identified=NO_CARDS,
        turns=[(TurnRecord(), TurnRecord())] * len(SEATS),
    )
