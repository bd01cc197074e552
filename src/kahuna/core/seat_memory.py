"""What a seat remembers of a game beyond the position, as input for networks. [R15]

Three things are folded from the events that a seat saw: how likely each card is in the opponent's
hidden hand, which of its own cards the opponent has identified, and what both did in their last two
turns. :class:`~kahuna.core.knowledge.Belief` is exact and keeps hypotheses about whole hands; this
memory keeps twelve small distributions, which cost next to nothing and fit an array of games
(``kahuna.batch.seat_memory`` has the same numbers). Both agree unless cards were discarded face
down; then the islands are treated as independent.

The model: a card is *identified* if it was seen being taken, or was held when the pile was last
renewed. For every island there are six cases: how many identified cards are in the hand, and how
many the opponent has since discarded face down. All other unseen cards are one pool, of which pile,
hand and hidden discards are a uniform split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from typing import Final, NamedTuple, TypeAlias

from kahuna.core.board import Board, Island, Lines
from kahuna.core.cards import NO_CARDS, Cards, cards_of, count, kinds, single, size
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
from kahuna.core.knowledge import start_now
from kahuna.core.ruleset import Ruleset
from kahuna.core.seats import SEATS, Seat
from kahuna.core.view import View

HELD: Final = (0, 1, 2, 0, 1, 0)
"""Identified cards in the hand, in each of the six cases of an island."""
GONE: Final = (0, 0, 0, 1, 1, 2)
"""Identified cards that were discarded face down since."""

Cases: TypeAlias = tuple[float, float, float, float, float, float]
"""The probabilities of the six cases of an island."""
Counts: TypeAlias = tuple[float, float, float]
"""The probabilities of 0, 1 and 2 cards of an island."""

CERTAIN: Final[tuple[Cases, Cases, Cases]] = (
    (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
)
"""The cases of an island if none was discarded, by the number of identified cards in the hand."""
TINY: Final = 1e-9
SMALL: Final = 1e-3
"""Lower bounds of divisors."""
MAX_TILT: Final = 3.0
"""Largest step of the logarithm of the odds when expectations are balanced."""


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
class HandEstimate:
    """One seat's idea of the other's hidden hand; changed in place."""

    size: int
    """Hidden cards in the hand."""
    held: Cards = NO_CARDS
    """Identified cards in it, of the islands without doubt."""
    unsure: dict[Island, Cases] = field(default_factory=dict)
    """The other islands."""
    unidentified: float = 0.0
    """Expected cards in the hand that were never identified, if any island is unsure."""

    def copy(self) -> HandEstimate:
        """Return an estimate that can be changed by itself."""
        return replace(self, unsure=dict(self.unsure))

    def cases(self, island: Island) -> Cases:
        """Return the probabilities of an island."""
        return self.unsure.get(island) or CERTAIN[count(self.held, island)]

    def play(self, cards: Sequence[Island], unseen: Callable[[], list[float]]) -> None:
        """Update for cards that were played out of the hidden hand; identified ones go first."""
        if self.unsure:
            counts = unseen()
            in_hand, pool = self._pool(counts)
            for card in cards:
                self._play_unsure(card, counts, in_hand / pool)
        else:
            for card in cards:
                if count(self.held, card):
                    self.held -= single(card)
        self.size -= len(cards)

    def bury(self) -> None:
        """Update for a hidden discard: each card of the hand is as likely as any other."""
        share = 1 / max(self.size, 1)
        if not self.unsure:
            self.unidentified = float(self.size - size(self.held))
        for island in (*kinds(self.held), *self.unsure):
            a, b, c, d, e, f = self.cases(island)
            self.unsure[island] = (
                a,
                b * (1 - share),
                max(c * (1 - 2 * share), 0.0),
                d + b * share,
                e * (1 - share) + 2 * share * c,
                f + e * share,
            )
        self.held = NO_CARDS
        self.unidentified *= 1 - share
        self.size -= 1

    def take(self, card: Island) -> None:
        """Update for an open card that went into the hand."""
        if card in self.unsure:
            a, b, c, d, e, f = self.unsure[card]
            self.unsure[card] = (0.0, a, b + c, 0.0, d + e, f)
        else:
            self.held += single(card)
        self.size += 1

    def draw(self) -> None:
        """Update for a hidden card of the pile."""
        if self.unsure:
            self.unidentified += 1
        self.size += 1

    def reveal(self, card: Island, unseen: Callable[[], list[float]]) -> None:
        """Update for a card that came from the pile: it was not in the hand."""
        if card in self.unsure:
            left = unseen()[card]
            cases = self.unsure[card]
            self.unsure[card] = _normal(
                [p * max(left - k - b, 0.0) for p, k, b in zip(cases, HELD, GONE, strict=True)]
            )

    def renew(self, unseen: list[float]) -> None:
        """Update for a renewed pile: whatever is in the hand now is identified."""
        self.unsure, self.held = self._renewed(unseen)
        self.unidentified = 0.0

    def balance(self) -> None:
        """Make the expected number of cards in the hand add up to its size, after every ply."""
        if not self.unsure:
            return
        certain = size(self.held)
        expected = certain + sum(b + 2 * c + e for _, b, c, _, e, _ in self.unsure.values())
        target = expected * self.size / max(expected + self.unidentified, SMALL)
        for _ in range(2):
            means = [b + 2 * c + e for _, b, c, _, e, _ in self.unsure.values()]
            squares = sum(b + 4 * c + e for _, b, c, _, e, _ in self.unsure.values())
            variance = squares - sum(mean**2 for mean in means)
            if variance <= SMALL:
                break
            step = (target - certain - sum(means)) / variance
            odds = exp(min(max(step, -MAX_TILT), MAX_TILT))
            for island, (a, b, c, d, e, f) in self.unsure.items():
                self.unsure[island] = _normal((a, b * odds, c * odds**2, d, e * odds, f))
        expected = certain + sum(b + 2 * c + e for _, b, c, _, e, _ in self.unsure.values())
        self.unidentified = max(self.size - expected, 0.0)

    def counts(self, unseen: Sequence[float]) -> list[Counts]:
        """Return how likely the hand has 0, 1 or 2 cards of each island, identified or not."""
        in_hand, pool = self._pool(unseen)
        pairs = max(pool * (pool - 1), SMALL)
        one = in_hand / pool
        none_of_two = min(max((pool - in_hand) * (pool - in_hand - 1) / pairs, 0.0), 1.0)
        both_of_two = min(max(in_hand * (in_hand - 1) / pairs, 0.0), 1.0)
        splits: tuple[Counts, Counts, Counts] = (
            (1.0, 0.0, 0.0),
            (1 - one, one, 0.0),
            (none_of_two, max(1 - none_of_two - both_of_two, 0.0), both_of_two),
        )
        return [self._count(Island(i), num, splits) for i, num in enumerate(unseen)]

    def expected_pile(self, unseen: Sequence[float], pile_size: int) -> list[float]:
        """Return how many cards of each island to expect in the pile."""
        _, pool = self._pool(unseen)
        share = pile_size / pool
        return [
            sum(
                p * max(num - k - b, 0)
                for p, k, b in zip(self.cases(Island(i)), HELD, GONE, strict=True)
                if p
            )
            * share
            for i, num in enumerate(unseen)
        ]

    def likely_identified(self, board: Board) -> Cards:
        """Return the identified cards of the likeliest cases, in the hand or discarded since."""
        found = NO_CARDS
        for island in map(Island, board.islands):
            cases = self.cases(island)
            likeliest = max(range(len(cases)), key=cases.__getitem__)
            found += (HELD[likeliest] + GONE[likeliest]) * single(island)
        return found

    def _play_unsure(self, card: Island, counts: list[float], chance: float) -> None:
        a, b, c, d, e, f = self.cases(card)
        left = counts[card]
        others = (
            a * chance * max(left, 0.0),
            d * chance * max(left - 1, 0.0),
            f * chance * max(left - 2, 0.0),
        )
        after = (b + others[0], c, 0.0, e + others[1], 0.0, others[2])
        share = sum(others) / max(sum(after), TINY)
        self.unidentified = max(self.unidentified - share, 0.0)
        if card in self.unsure:
            self.unsure[card] = _normal(after)
        elif b or c:
            self.held -= single(card)
        counts[card] -= 1

    def _pool(self, unseen: Sequence[float]) -> tuple[float, float]:
        """Return the expected unidentified cards in the hand, and of all of those."""
        certain = size(self.held)
        held = certain + sum(b + 2 * c + e for _, b, c, _, e, _ in self.unsure.values())
        gone = sum(d + e + 2 * f for _, _, _, d, e, f in self.unsure.values())
        in_hand = max(self.size - held, 0.0)
        return in_hand, max(sum(unseen) - held - gone, in_hand, SMALL)

    def _renewed(self, unseen: list[float]) -> tuple[dict[Island, Cases], Cards]:
        unsure: dict[Island, Cases] = {}
        held = NO_CARDS
        for i, counts in enumerate(self.counts(unseen)):
            if max(counts) == 1.0:
                held += counts.index(1.0) * single(Island(i))
            else:
                unsure[Island(i)] = (*counts, 0.0, 0.0, 0.0)
        return unsure, held

    def _count(self, island: Island, unseen: float, splits: Sequence[Counts]) -> Counts:
        """Add what is identified of an island to its share of the pool."""
        none = one = two = 0.0
        for p, k, b in zip(self.cases(island), HELD, GONE, strict=True):
            if p:
                left = unseen - k - b
                split = splits[2 if left > 1.5 else 1 if left > 0.5 else 0]
                if k == 0:
                    none, one, two = none + p * split[0], one + p * split[1], two + p * split[2]
                elif k == 1:
                    one, two = one + p * split[0], two + p * split[1]
                else:
                    two += p
        total = max(none + one + two, TINY)
        return none / total, one / total, two / total


def _normal(cases: Sequence[float]) -> Cases:
    """Scale to a sum of one; if nothing is left, assume that no card is identified."""
    total = sum(cases)
    if total <= TINY:
        return CERTAIN[0]
    a, b, c, d, e, f = cases
    return a / total, b / total, c / total, d / total, e / total, f / total


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


def begin_recollection(viewer: Seat, ruleset: Ruleset, start: SeenStart) -> Recollection:
    """Return what a seat remembers when a game has been dealt or a position set up: nothing."""
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


def recollect(view: View) -> Recollection:
    """Fold the history of a seat's view; without one, treat the position as just set up."""
    if not isinstance(view.viewer, Seat):
        raise UnknownWorldError("a spectator holds no cards; only a seat remembers a game")
    first, *rest = view.history or (start_now(view),)
    if not isinstance(first, SeenStart):
        raise UnknownWorldError("a history must begin with the start of the game")
    return begin_recollection(view.viewer, view.ruleset, first).after(rest)
