"""Sample what a seat cannot see, in many games at once, with NumPy or JAX. [R15]

Shapes: n games, 12 islands, 24 cards (two places per island).
"""

from __future__ import annotations

import numpy

from kahuna.batch.arrays import Array, nonzero, swap
from kahuna.batch.cards import counts, size
from kahuna.batch.constants import BOARD, NUM_CARDS, NUM_ISLANDS
from kahuna.batch.state import State, black_mask, doubt, pile, taken_cards

NUM_DRAWS = 3
"""Hand, hidden discards and open discards are drawn one after the other."""
_MOST_ODDS = 6.0
_NEVER = -1e9


def noise_shape(num_games: int) -> tuple[int, int, int]:
    """Return the shape of the noise for :func:`sample_hidden_cards`."""
    return (NUM_DRAWS, num_games, NUM_CARDS)


def sample_hidden_cards(
    states: State, noise: Array, *, hand: Array | None = None, forgets: bool = False
) -> State:
    """Deal the cards that the mover cannot see anew: opposing hand, hidden discards, pile.

    The result depends on ``noise`` (standard Gumbel, of :func:`noise_shape`), and not on the true
    hidden cards. Openly taken cards that the opponent must still hold stay in its hand. ``hand``
    (n, 12, 3) has the logits of 0, 1 or 2 cards of each island there, for example those of a
    network; without it, all deals are equally likely. A mover who ``forgets`` remembers neither
    the discards nor what the opponent took.
    """
    is_black = black_mask(states)
    own, theirs = swap(is_black, states.cards)
    own_buried, buried = swap(is_black, states.buried)
    own_taken, taken = swap(is_black, states.taken)
    known, discards = taken_cards(taken) & ~nonzero(doubt(taken)), states.discards
    if forgets:
        known, taken = known & 0, taken & 0
    else:
        discards = discards & 0
    is_free = _places(theirs - known + buried + pile(states) + discards, noise)
    keys = noise[0] if hand is None else noise[0] + _log_odds(hand, known)
    in_hand = _draw(keys, is_free, size(theirs) - size(known))
    is_free = is_free & ~in_hand
    is_buried = _draw(noise[1], is_free, size(buried))
    is_seen = _draw(noise[2], is_free & ~is_buried, size(discards))
    return states._replace(
        cards=swap(is_black, (own, known + _pack(in_hand))),
        buried=swap(is_black, (own_buried, _pack(is_buried))),
        taken=swap(is_black, (own_taken, taken)),
        discards=states.discards - discards + _pack(is_seen),
    )


def _places(cards: Array, like: Array) -> Array:
    """Return which of the places (n, 24) have one of the cards."""
    is_there = numpy.arange(BOARD.copies) < counts(cards)[:, :, None]
    return is_there.reshape(like.shape[1:])


def _pack(is_drawn: Array) -> Array:
    num = is_drawn.reshape(-1, NUM_ISLANDS, BOARD.copies).sum(axis=2).astype(numpy.uint32)
    shifted = num << 2 * numpy.arange(NUM_ISLANDS, dtype=numpy.uint32)
    return shifted.sum(axis=1, dtype=numpy.uint32)


def _log_odds(hand: Array, known: Array) -> Array:
    """Return the log odds (n, 24) of one more card of an island, given those that are known."""
    space = hand.__array_namespace__()
    odds = space.clip(hand[:, :, 1:] - hand[:, :, :-1], -_MOST_ODDS, _MOST_ODDS)
    place = counts(known)[:, :, None].astype(numpy.int32) + numpy.arange(BOARD.copies)
    place = space.minimum(place, BOARD.copies - 1)
    return space.take_along_axis(odds, place, axis=2).reshape(-1, NUM_CARDS)


def _draw(keys: Array, is_free: Array, num: Array) -> Array:
    """Draw ``num`` (n,) of the free cards without replacement, those with the highest keys."""
    space = keys.__array_namespace__()
    order = space.argsort(-space.where(is_free, keys, _NEVER), axis=1)
    return space.argsort(order, axis=1) < num[:, None]
