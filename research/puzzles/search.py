"""Evaluate turns on an accelerator, in worlds that the player can believe in.

Shapes: g positions, k turns of each, w worlds. All turns of a position share its worlds and its
chance. ``worlds`` are (g · w,).
"""

from __future__ import annotations

from functools import partial
from typing import Final

import jax
import jax.numpy as jnp

from kahuna.batch import State, act, mover
from kahuna.batch.arrays import swap
from kahuna.batch.state import black_mask
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


@partial(jax.jit, static_argnames=("num", "horizon"))
def playout_values(
    weights: Weights,
    states: State,
    actions: Array,
    roots: State,
    worlds: State,
    key: Array,
    *,
    num: int,
    horizon: int,
) -> Array:
    """Play turns on for some decisions: (g, k, w // BATCH) means over batches of worlds, points.

    ``states`` are (g · k,): where each turn stands before its last action.
    """
    g = roots.clock.shape[0]
    k = actions.shape[0] // g
    turn = jnp.repeat(jnp.arange(g * k), num)
    world = turn // k * num + jnp.tile(jnp.arange(num), g * k)
    states = in_world(states.take(turn), roots.take(turn // k), worlds.take(world))
    white = play_out(weights, states, actions[turn].astype(jnp.int32), world, key, horizon)
    return _points(white, states).reshape(g, k, num // BATCH, BATCH).mean(axis=3)
