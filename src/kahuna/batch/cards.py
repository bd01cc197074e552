"""Multisets of cards in arrays, packed as in the core: two bits per island. [R1.3]

No island has more than two cards, so a lane is never 3, which keeps the formulas short.
Shapes: every argument and every result is (n,), unless stated.
"""

from __future__ import annotations

from kahuna.batch.arrays import Array, nth_bit, popcount
from kahuna.batch.constants import NUM_ISLANDS, ONE_EACH


def single(island: Array) -> Array:
    """Return the multiset of this one card."""
    return 1 << 2 * island


def count(cards: Array, island: Array) -> Array:
    """Count the cards of one island."""
    return cards >> 2 * island & 3


def unary(cards: Array) -> Array:
    """Return one bit per card: a lane of one is ``01``, a lane of two is ``11``."""
    return cards | (cards >> 1 & ONE_EACH)


def size(cards: Array) -> Array:
    """Count all cards."""
    return popcount(unary(cards))


def counts(cards: Array) -> Array:
    """Count the cards of each island: (n, 12)."""
    space = cards.__array_namespace__()
    return cards[:, None] >> 2 * space.arange(NUM_ISLANDS, dtype=space.uint32) & 3


def kinds(cards: Array) -> Array:
    """Return the islands with a card, at the low bits of their lanes."""
    return (cards | cards >> 1) & ONE_EACH


def doubles(cards: Array) -> Array:
    """Return the islands with two cards, at the low bits of their lanes."""
    return cards >> 1 & ONE_EACH


def nth_card(cards: Array, rank: Array) -> Array:
    """Return the island of the card that has ``rank`` cards before it, in island order."""
    return nth_bit(unary(cards), rank) >> 1


def without(cards: Array, gone: Array) -> Array:
    """Remove cards, as far as they are there."""
    touched = kinds(gone)
    had_two = doubles(cards)
    left_of_two = had_two & gone
    left_of_one = cards & ONE_EACH & ~touched
    return (had_two & ~touched) << 1 | left_of_two | left_of_one


def with_one(cards: Array, extra: Array) -> Array:
    """Add one card, but never keep more than two of an island."""
    return cards + (extra & ~(cards >> 1))
