"""Evaluate turns on an accelerator, in worlds that the player can believe in.

Shapes: g positions, k turns of each, w worlds. All turns of a position share its worlds and its
chance. ``worlds`` are (g · w,).
"""

from __future__ import annotations

from functools import partial
from typing import Final

import jax
import jax.numpy as jnp

from kahuna.batch import State, act, legal_masks, mover, observe, start_memories
from kahuna.batch.arrays import swap
from kahuna.batch.state import black_mask
from kahuna.bots.network import forward, shape_of
from kahuna.train.shared import Array, Weights
from research.jax_rollouts import play_out, white_values

BATCH: Final = 32
"""Worlds whose mean is one sample of a standard error."""


def in_world(states: State, roots: State, worlds: State) -> State:
    """Return positions of a turn with the hidden cards of worlds sampled at its beginning.

    All three have the same length.
    """
    is_black = black_mask(states)
    cards, buried, taken = (
        swap(is_black, (swap(is_black, seen)[0], swap(is_black, hidden)[1]))
        for seen, hidden in (
            (states.cards, worlds.cards),
            (states.buried, worlds.buried),
            (states.taken, worlds.taken),
        )
    )
    discards = states.discards - roots.discards + worlds.discards
    return states._replace(
        cards=cards, buried=buried, taken=taken, discards=discards, chance=worlds.chance
    )


def _points(white: Array, states: State) -> Array:
    """Turn values for White into points for the movers: 50 for an even game."""
    is_black: Array = mover(states)
    return 50 + 50 * jnp.where(is_black == 1, -white, white)


@partial(jax.jit, static_argnames=("num",))
def first_values(
    weights: Weights,
    states: State,
    actions: Array,
    root: Array,
    roots: State,
    worlds: State,
    *,
    num: int,
) -> Array:
    """Return the network's value right after turns, a mean over ``num`` worlds: (n,) points."""
    starts = roots.take(root)

    def add(world: Array, total: Array) -> Array:
        before = in_world(states, starts, worlds.take(root * num + world))
        return total + white_values(weights, act(before, actions, refuse=False).states)

    total: Array = jax.lax.fori_loop(0, num, add, jnp.zeros(actions.shape))
    return _points(total / num, states)


@partial(jax.jit, static_argnames=("num",))
def playout_values(
    weights: Weights, turns: Array, worlds: State, key: Array, *, num: int, horizon: int
) -> Array:
    """Play turns and then on for some decisions: (g, k, w // BATCH) means over worlds, in points.

    ``turns`` are (g, k, length), the worlds those at their beginning. The horizon counts all
    decisions but the first.
    """
    g, k, length = turns.shape
    turn = jnp.repeat(jnp.arange(g * k), num)
    world = turn // k * num + jnp.tile(jnp.arange(num), g * k)
    starts = worlds.take(world)
    is_memoryless = shape_of(weights).version == 1
    memories = None if is_memoryless else start_memories(starts)
    actions = turns.reshape(-1, length)[turn]
    white, _ = play_out(weights, starts, actions, world, key, horizon, memories=memories)
    return _points(white, starts).reshape(g, k, num // BATCH, BATCH).mean(axis=3)


@jax.jit
def favourites(weights: Weights, states: State) -> Array:
    """Return the actions that a network without memory likes best: (n,)."""
    logits = forward(weights, observe(states, mover(states)), jnp).logits
    legal: Array = legal_masks(states)
    return jnp.where(legal, logits, -jnp.inf).argmax(axis=1)
