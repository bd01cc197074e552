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
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from kahuna.batch import State, act, is_over, legal_masks, mover, observe, reset
from kahuna.batch.arrays import nonzero, swap
from kahuna.batch.cards import size as count_cards
from kahuna.batch.state import arrays_of, black_mask, doubt, pile, state_of, taken_cards
from kahuna.bots.network import NUM_ISLANDS, NetworkOutput, forward
from kahuna.core import ACTIONS
from kahuna.train.shared import ILLEGAL, Array, Weights, result, take

NUM_ACTIONS = len(ACTIONS)
_COPIES = 2


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


def _forward(weights: Weights, states: State) -> NetworkOutput:
    """Evaluate positions from the mover's point of view."""
    return forward(weights, observe(states, mover(states)), jnp)


def _sample(logits: Array, legal: Array, key: Array) -> Array:
    noise = jax.random.gumbel(key, logits.shape)
    return jnp.where(legal, logits + noise, ILLEGAL).argmax(axis=1).astype(jnp.uint32)


def _pack(counts: Array) -> Array:
    """Pack counts per island (…, 12) into two bits each."""
    shifts = 2 * jnp.arange(NUM_ISLANDS, dtype=jnp.uint32)
    return (counts.astype(jnp.uint32) << shifts).sum(axis=-1, dtype=jnp.uint32)


def _counts(cards: Array) -> Array:
    """Unpack two bits per island into counts (…, 12)."""
    shifts = 2 * jnp.arange(NUM_ISLANDS, dtype=jnp.uint32)
    return (cards[..., None] >> shifts) & 3


def sample_hidden_cards(states: State, hand: Array, key: Array) -> State:
    """Deal the cards that the mover cannot see anew: opposing hand, hidden discards, pile. [R15]

    ``hand`` is (n, 12, 3), logits of 0, 1 or 2 cards in the opponent's hand. Openly taken cards
    that the opponent must still hold stay. The result does not depend on the true hidden cards.
    """
    is_black = black_mask(states)
    own, their = swap(is_black, states.cards)
    own_buried, their_buried = swap(is_black, states.buried)
    _, taken = swap(is_black, states.taken)
    known = taken_cards(taken) & ~nonzero(doubt(taken))
    known_counts = _counts(known)
    free = _counts(their) - known_counts + _counts(their_buried) + _counts(pile(states))
    copy = jnp.arange(_COPIES)
    is_free = (copy < free[:, :, None]).reshape(-1, NUM_ISLANDS * _COPIES)
    hand_key, buried_key = jax.random.split(key)

    # The log odds of one more card of an island, given how many there are already.
    log_odds = jnp.clip(hand[:, :, 1:] - hand[:, :, :-1], -6.0, 6.0)
    place = jnp.minimum(known_counts[:, :, None].astype(jnp.int32) + copy, _COPIES - 1)
    odds = jnp.take_along_axis(log_odds, place, axis=2).reshape(is_free.shape)
    in_hand = _draw(odds, is_free, count_cards(their) - count_cards(known), hand_key)
    buried = _draw(0 * odds, is_free & ~in_hand, count_cards(their_buried), buried_key)
    return states._replace(
        cards=swap(is_black, (own, known + _pack_slots(in_hand))),
        buried=swap(is_black, (own_buried, _pack_slots(buried))),
    )


def _draw(log_odds: Array, is_free: Array, num: Array, key: Array) -> Array:
    """Draw cards (n, 24) without replacement, by the Gumbel trick; return which are drawn."""
    keys = jnp.where(is_free, log_odds + jax.random.gumbel(key, log_odds.shape), ILLEGAL)
    rank = jnp.argsort(jnp.argsort(-keys, axis=1), axis=1)
    return rank < num[:, None]


def _pack_slots(is_drawn: Array) -> Array:
    """Pack cards (n, 24), two places per island."""
    return _pack(is_drawn.reshape(-1, NUM_ISLANDS, _COPIES).sum(axis=2))


def sample_worlds(states: State, hand: Array, num: int, key: Array) -> State:
    """Return ``num`` worlds per root with sampled hands and fresh chance: (r · num,)."""
    n = states.clock.shape[0]
    hand_key, chance_key = jax.random.split(key)
    index = jnp.repeat(jnp.arange(n), num)
    worlds = take(states, index)
    worlds = sample_hidden_cards(worlds, hand[index], hand_key)
    chance = jax.random.bits(chance_key, (n * num,), jnp.uint32)
    return worlds._replace(chance=jnp.maximum(chance, 1))


@partial(jax.jit, static_argnums=0)
def playouts(
    config: SearchConfig, weights: Weights, states: State, actions: Array, key: Array
) -> Array:
    """Apply actions, play on, and return the values for the movers of ``states``: (n,)."""
    is_black: Array = mover(states)

    def step(carry: tuple[State, Array, Array], key: Array) -> tuple[Any, None]:
        states, actions, _ = carry
        states = act(states, actions).states
        output = _forward(weights, states)
        logits = output.logits / config.playout_temperature
        return (states, _sample(logits, legal_masks(states), key), output.value), None

    start = (states, actions, jnp.zeros(actions.shape))
    keys = jax.random.split(key, config.horizon)
    (states, _, value), _ = jax.lax.scan(step, start, keys)
    value = jnp.where(mover(states) == is_black, value, -value)
    final = jnp.where(is_black == 1, -1.0, 1.0) * result(states)
    return jnp.where(is_over(states) >= 1, final, value)


@jax.jit
def advance(weights: Weights, states: State, temperature: float, key: Array) -> State:
    """Play one decision in every game; deal a new game where one is over."""
    logits = _forward(weights, states).logits / temperature
    actions = _sample(logits, legal_masks(states), key)
    return reset(act(states, actions, refuse=False).states)


@partial(jax.jit, static_argnums=0)
def expand(
    config: SearchConfig, weights: Weights, states: State, key: Array
) -> tuple[Prior, tuple[Array, Array], State, Array]:
    """Return priors, (root, action) pairs (m,), and the playouts of the first step to run."""
    output = _forward(weights, states)
    legal: Array = legal_masks(states)
    log_probs = jax.nn.log_softmax(jnp.where(legal, output.logits, ILLEGAL))
    num_pairs = config.roots * config.pairs_per_root
    root, action = jnp.nonzero(legal, size=num_pairs, fill_value=-1)
    worlds = sample_worlds(states, output.hand, config.first_worlds, key)
    place = jnp.maximum(root, 0)[:, None] * config.first_worlds + jnp.arange(config.first_worlds)
    actions = jnp.repeat(jnp.maximum(action, 0), config.first_worlds).astype(jnp.uint32)
    prior = Prior(log_probs, output.hand)
    return prior, (root, action), take(worlds, place.reshape(-1)), actions


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
    worlds = sample_worlds(states, prior.hand, config.second_worlds, key)
    places = jnp.arange(config.roots * config.second_worlds)
    places = places.reshape(config.roots, 1, config.second_worlds)
    shape = (config.roots, config.candidates, config.second_worlds)
    places = jnp.broadcast_to(places, shape).reshape(-1)
    actions = jnp.broadcast_to(candidates[:, :, None], shape).reshape(-1).astype(jnp.uint32)
    return candidates, jnp.isfinite(best), take(worlds, places), actions


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
