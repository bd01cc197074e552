"""Evaluate turns on an accelerator, in worlds that the player can believe in.

Shapes: g positions, k turns of each, w worlds. All turns of a position share its worlds and its
chance.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import State, act, is_over, legal_masks, mover, observe
from kahuna.batch.arrays import swap
from kahuna.batch.cards import size
from kahuna.batch.state import arrays_of, black_mask, pile, state_of
from kahuna.bots.network import NUM_ISLANDS, forward
from kahuna.bots.neural import TEMPERATURE
from kahuna.train.shared import Weights, result

Array: TypeAlias = Any
"""An array of JAX or NumPy."""

BATCH: Final = 32
"""Worlds whose mean is one sample of a standard error."""
_COPIES: Final = 2
_FAR: Final = -1e9


class HiddenCards(NamedTuple):
    """Where the cards lie that the player cannot see: (g, w), packed as in a state."""

    hand: Array
    buried: Array
    discards: Array
    """What changes about the discards: nothing, unless the player forgets them."""
    taken: Array
    chance: Array


@partial(jax.jit, static_argnames=("num", "forgets"))
def sample_hidden(roots: State, key: Array, *, num: int, forgets: bool = False) -> HiddenCards:
    """Sample worlds of positions that are set up: every unseen card can be anywhere.

    A player who ``forgets`` remembers neither the discards nor what the opponent took.
    """
    is_black = black_mask(roots)
    _, theirs = swap(is_black, roots.cards)
    _, buried = swap(is_black, roots.buried)
    _, taken = swap(is_black, roots.taken)
    discards = roots.discards if forgets else roots.discards & 0
    known: Array = taken & 0 if forgets else taken
    pool = _counts(theirs - known + buried + pile(roots) + discards)  # (g, 12)
    g = pool.shape[0]
    hand_key, chance_key = jax.random.split(key)
    copy = jnp.arange(_COPIES)
    keys = jax.random.uniform(hand_key, (g, num, NUM_ISLANDS, _COPIES))
    keys = jnp.where(copy < pool[:, None, :, None], keys, 2.0).reshape(g, num, -1)
    rank = jnp.argsort(jnp.argsort(keys, axis=2), axis=2)
    in_hand: Array = (size(theirs) - size(known))[:, None, None]
    not_in_pile: Array = in_hand + size(buried)[:, None, None]
    seen: Array = not_in_pile + size(discards)[:, None, None]
    zones = (
        rank < in_hand,
        (rank >= in_hand) & (rank < not_in_pile),
        (rank >= not_in_pile) & (rank < seen),
    )
    hand, new_buried, new_discards = (
        _pack(zone.reshape(g, num, NUM_ISLANDS, _COPIES).sum(axis=3)) for zone in zones
    )
    return HiddenCards(
        hand + known[:, None],
        new_buried,
        new_discards - discards[:, None],
        jnp.broadcast_to(known[:, None], hand.shape),
        jnp.maximum(jax.random.bits(chance_key, (g, num), jnp.uint32), 1),
    )


def _counts(cards: Array) -> Array:
    shifts = 2 * jnp.arange(NUM_ISLANDS, dtype=jnp.uint32)
    return (cards[..., None] >> shifts) & 3


def _pack(counts: Array) -> Array:
    shifts = 2 * jnp.arange(NUM_ISLANDS, dtype=jnp.uint32)
    return (counts.astype(jnp.uint32) << shifts).sum(axis=-1, dtype=jnp.uint32)


def in_world(states: State, hidden: HiddenCards, root: Array, world: Array) -> State:
    """Return positions with the hidden cards of their roots' worlds."""
    is_black = black_mask(states)
    own, _ = swap(is_black, states.cards)
    own_buried, _ = swap(is_black, states.buried)
    own_taken, _ = swap(is_black, states.taken)
    hand, buried, discards, taken, chance = (array[root, world] for array in hidden)
    return states._replace(
        cards=swap(is_black, (own, hand)),
        buried=swap(is_black, (own_buried, buried)),
        taken=swap(is_black, (own_taken, taken)),
        discards=states.discards + discards,
        chance=chance,
    )


def _values(weights: Weights, states: State, is_black: Array) -> Array:
    """Return the network's value for a seat, or the result of a finished game."""
    seats = mover(states) & 1
    value = forward(weights, observe(states, seats), jnp).value
    value = jnp.where(seats == is_black, value, -value)
    final = jnp.where(is_black == 1, -1.0, 1.0) * result(states)
    return jnp.where(is_over(states) >= 1, final, value)


@jax.jit
def first_values(
    weights: Weights, states: State, actions: Array, root: Array, hidden: HiddenCards
) -> Array:
    """Return the network's value right after turns, a mean over all worlds: (n,) points."""
    is_black = mover(states) & 1
    num = hidden.hand.shape[1]

    def add(world: Array, total: Array) -> Array:
        after = act(in_world(states, hidden, root, world), actions, refuse=False).states
        return total + _values(weights, after, is_black)

    total: Array = jax.lax.fori_loop(0, num, add, jnp.zeros(actions.shape))
    return 50 + 50 * total / num


@partial(jax.jit, static_argnames=("horizon",))
def playout_values(
    weights: Weights,
    states: State,
    actions: Array,
    hidden: HiddenCards,
    key: Array,
    *,
    horizon: int,
) -> Array:
    """Play turns on for some decisions: (g, k, w // BATCH) means over batches of worlds, points.

    ``states`` are (g · k,): where each turn stands before its last action.
    """
    g, w = hidden.hand.shape
    k = actions.shape[0] // g
    turn = jnp.repeat(jnp.arange(g * k), w)
    world = jnp.tile(jnp.arange(w), g * k)
    states = state_of([array[turn] for array in arrays_of(states)])
    states = in_world(states, hidden, turn // k, world)
    is_black = mover(states) & 1
    states = act(states, actions[turn], refuse=False).states

    def step(states: State, key: Array) -> tuple[State, None]:
        logits = forward(weights, observe(states, mover(states) & 1), jnp).logits / TEMPERATURE
        noise = jax.random.gumbel(key, (g, 1, w, logits.shape[1]))
        noise = jnp.broadcast_to(noise, (g, k, w, logits.shape[1])).reshape(logits.shape)
        legal: Array = legal_masks(states)
        chosen = jnp.where(legal, logits + noise, _FAR).argmax(axis=1)
        return act(states, chosen.astype(jnp.uint32)).states, None

    states, _ = jax.lax.scan(step, states, jax.random.split(key, horizon))
    values = 50 + 50 * _values(weights, states, is_black)
    return values.reshape(g, k, w // BATCH, BATCH).mean(axis=3)


def to_numpy(states: State) -> State:
    """Copy a batch to NumPy."""
    return state_of([np.asarray(array) for array in arrays_of(states)])


def to_jax(states: State) -> State:
    """Copy a batch to the accelerator."""
    return state_of([jnp.asarray(array) for array in arrays_of(states)])
