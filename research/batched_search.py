"""Batched search on an accelerator: thousands of positions (*roots*) at once.

1. Sample worlds: the opponent's hand as the network's hand head predicts it, hidden discards, and
   chance.
2. Play out every legal action in a few of them: some decisions by the network's policy for both
   seats, each on its own observation, then its value head. Worlds and chance are shared by all
   actions of a root.
3. Play out the network's favourite and the best candidates in more, fresh worlds.

Shapes: r roots, m (root, action) pairs, w worlds, k candidates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from kahuna.batch import State, legal_masks, mover, observe
from kahuna.batch.state import arrays_of, state_of
from kahuna.bots.network import forward
from kahuna.core import ACTIONS
from kahuna.train.shared import ILLEGAL, Array, Weights
from research.jax_rollouts import play_out, sample_worlds

NUM_ACTIONS = len(ACTIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """Size and parameters of a search."""

    roots: int = 1024
    """Positions searched at once."""
    pairs_per_root: int = 16
    """Average number of actions tried in the first step; a batch drops what exceeds it."""
    first_worlds: int = 4
    candidates: int = 4
    second_worlds: int = 32
    horizon: int = 12
    """Decisions per playout."""
    playout_temperature: float = 0.4
    prior_weight: float = 0.004
    """Weight of the network's log prior beside the value of an action."""


class Prior(NamedTuple):
    """The playing network's view of the roots."""

    log_probs: Array
    hand: Array


@partial(jax.jit, static_argnums=0)
def playouts(
    config: SearchConfig, weights: Weights, states: State, actions: Array, key: Array
) -> Array:
    """Apply actions, play on, and return the values for the movers of ``states``: (n,)."""
    streams = jnp.arange(actions.shape[0])
    horizon, temperature = config.horizon - 1, config.playout_temperature
    actions = actions[:, None].astype(jnp.int32)
    white, _ = play_out(weights, states, actions, streams, key, horizon, temperature)
    is_black: Array = mover(states)
    return jnp.where(is_black == 1, -white, white)


@partial(jax.jit, static_argnums=0)
def expand(
    config: SearchConfig, weights: Weights, states: State, key: Array
) -> tuple[Prior, tuple[Array, Array], State, Array]:
    """Return priors, (root, action) pairs (m,), and the playouts of the first step to run."""
    output = forward(weights, observe(states, mover(states)), jnp)
    legal: Array = legal_masks(states)
    log_probs = jax.nn.log_softmax(jnp.where(legal, output.logits, ILLEGAL))
    num_pairs = config.roots * config.pairs_per_root
    root, action = jnp.nonzero(legal, size=num_pairs, fill_value=-1)
    worlds = sample_worlds(states, key, num=config.first_worlds, hand=output.hand)
    place = jnp.maximum(root, 0)[:, None] * config.first_worlds + jnp.arange(config.first_worlds)
    actions = jnp.repeat(jnp.maximum(action, 0), config.first_worlds).astype(jnp.uint32)
    prior = Prior(log_probs, output.hand)
    return prior, (root, action), worlds.take(place.reshape(-1)), actions


@partial(jax.jit, static_argnums=0)
def select(
    config: SearchConfig,
    prior: Prior,
    pairs: tuple[Array, Array],
    values: Array,
    states: State,
    key: Array,
) -> tuple[Array, Array, State, Array]:
    """Return candidates (r, k), which of them are legal, and the playouts of the second step."""
    root, action = pairs
    mean = values.reshape(-1, config.first_worlds).mean(axis=1)
    found = jnp.full((config.roots + 1, NUM_ACTIONS), -jnp.inf)  # One row for missing pairs.
    found = found.at[root, action].set(mean)[: config.roots]
    score = found + config.prior_weight * prior.log_probs
    favourite = jax.nn.one_hot(prior.log_probs.argmax(axis=1), NUM_ACTIONS, dtype=bool)
    score = jnp.where(favourite & jnp.isfinite(found), 9.0, score)
    best, candidates = jax.lax.top_k(score, config.candidates)
    worlds = sample_worlds(states, key, num=config.second_worlds, hand=prior.hand)
    places = jnp.arange(config.roots * config.second_worlds)
    places = places.reshape(config.roots, 1, config.second_worlds)
    shape = (config.roots, config.candidates, config.second_worlds)
    places = jnp.broadcast_to(places, shape).reshape(-1)
    actions = jnp.broadcast_to(candidates[:, :, None], shape).reshape(-1).astype(jnp.uint32)
    return candidates, jnp.isfinite(best), worlds.take(places), actions


def play_in_chunks(
    config: SearchConfig, weights: Weights, states: State, actions: Array, size: int, key: Array
) -> Array:
    """Run playouts in chunks of one size, which compile once."""
    found = []
    for start in range(0, actions.shape[0], size):
        chunk = slice(start, start + size)
        part = state_of([array[chunk] for array in arrays_of(states)])
        chunk_key = jax.random.fold_in(key, start)
        found.append(playouts(config, weights, part, actions[chunk], chunk_key))
    return jnp.concatenate(found)
