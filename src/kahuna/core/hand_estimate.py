"""Estimate the hidden hand of a seat from what the other saw, with small numbers. [R15]

A card is *identified* if it was seen being taken, or was held when the pile was last renewed. For
every island there are six cases: how many identified cards are in the hand, and how many the
opponent has since discarded face down. All other unseen cards are one pool, of which pile, hand and
hidden discards are a uniform split.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from typing import Final, TypeAlias

from kahuna.core.board import Board, Island
from kahuna.core.cards import NO_CARDS, Cards, count, kinds, single, size

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
        expected = self._expected_identified()
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
        self.unidentified = max(self.size - self._expected_identified(), 0.0)

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

    def _expected_identified(self) -> float:
        """Return how many identified cards to expect in the hand."""
        return size(self.held) + sum(b + 2 * c + e for _, b, c, _, e, _ in self.unsure.values())

    def _pool(self, unseen: Sequence[float]) -> tuple[float, float]:
        """Return the expected unidentified cards in the hand, and of all of those."""
        held = self._expected_identified()
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
