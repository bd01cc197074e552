"""Search on batches: sampled hands fit what the mover knows, and playouts know who has won."""

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import from_core, mover, new, play_random
from kahuna.batch.state import pile, taken_cards
from kahuna.bots.neural import champion_weights
from kahuna.core import ACTIONS, DECLINE
from kahuna.record import parse_position
from kahuna.train.batched_search import SearchConfig, playouts, sample_hands


def counts(cards):
    return np.asarray(cards)[:, None] >> 2 * np.arange(12) & 3


def test_sampled_hands_exchange_cards_with_the_pile_only():
    states = play_random(new(200, seed=3, space=jnp), 6).states
    sampled = jax.jit(sample_hands)(states, jnp.zeros((200, 12, 3)), jax.random.key(1))
    is_black = np.asarray(mover(states)).astype(bool)

    def of_movers(pair, *, own):
        white, black = map(np.asarray, pair)
        return np.where(is_black == own, black, white)

    assert np.array_equal(of_movers(sampled.cards, own=True), of_movers(states.cards, own=True))
    before, after = (counts(of_movers(each.cards, own=False)) for each in (states, sampled))
    assert np.array_equal(before.sum(1), after.sum(1))
    assert (before != after).any()
    assert np.array_equal(before + counts(pile(states)), after + counts(pile(sampled)))
    taken = of_movers(states.taken, own=False)
    is_certain = taken >> 24 == 0
    assert (after >= counts(taken_cards(taken)))[is_certain].all()


def test_playouts_know_who_has_won():
    """White declines in the last turn of the game; two rounds are won. [R10.4]"""
    cards = "AABBCCDDEEFFGGHHIIJJKKLL"
    last_turn = f"AB,AD,KL/EF -/- - {cards} -/- 1:0,2:0 3.60 w:1 kosmos-2015"
    states = jax.tree.map(jnp.asarray, from_core([parse_position(last_turn)] * 2))
    actions = jnp.full(2, ACTIONS.index(DECLINE), jnp.uint32)
    weights = {name: jnp.asarray(w) for name, w in champion_weights().items()}
    values = playouts(SearchConfig(horizon=1), weights, states, actions, jax.random.key(1))
    assert values.tolist() == [1.0, 1.0]
