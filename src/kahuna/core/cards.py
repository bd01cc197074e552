"""Multisets of cards, packed with two bits per island. [R1.3]

A hand, the open cards, the pile and the discards are each one ``int``: bits ``2i`` and ``2i + 1``
count the cards of island ``i``. Multisets are added and subtracted with ``+`` and ``-`` and
compared with ``==``. They have no order, so the order of the pile cannot leak. [R2.3]
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from kahuna.core.board import Island

Cards: TypeAlias = int
"""A multiset of at most three cards of each island."""

NO_CARDS: Cards = 0

_LOW_BITS = 0x5555_5555_5555_5555
_HIGH_BITS = 0xAAAA_AAAA_AAAA_AAAA


def single(island: Island) -> Cards:
    """Return the multiset of this one card.

    >>> single(Island(2))
    16
    """
    return 1 << 2 * island


def cards_of(islands: Iterable[Island]) -> Cards:
    """Return the multiset of these cards."""
    return sum(single(island) for island in islands)


def count(cards: Cards, island: Island) -> int:
    """Count the cards of one island."""
    return cards >> 2 * island & 3


def size(cards: Cards) -> int:
    """Count all cards."""
    return (cards & _LOW_BITS).bit_count() + 2 * (cards & _HIGH_BITS).bit_count()


@lru_cache(maxsize=1 << 13)
def kinds(cards: Cards) -> tuple[Island, ...]:
    """Return the different islands among the cards, in order."""
    return tuple(dict.fromkeys(expand(cards)))


@lru_cache(maxsize=1 << 13)
def expand(cards: Cards) -> tuple[Island, ...]:
    """Return every card by itself, in order of the islands.

    >>> expand(cards_of([Island(3), Island(0), Island(3)]))
    (0, 3, 3)
    """
    islands = range(cards.bit_length() // 2 + 1)
    return tuple(Island(i) for i in islands for _ in range(count(cards, Island(i))))


def holds(cards: Cards, wanted: Cards) -> bool:
    """Return whether ``cards`` contains all ``wanted`` cards."""
    return all(count(cards, island) >= count(wanted, island) for island in kinds(wanted))
