"""Search on batches: playouts know who has won, and agree with those of NumPy."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kahuna.batch import from_core, legal_masks, new, play_random, start_memories
from kahuna.bots.core_rollouts import BY_POLICY
from kahuna.bots.neural import champion_weights
from kahuna.bots.rollouts import rollout
from kahuna.core import ACTIONS, DECLINE
from kahuna.record import parse_position
from research.batched_search import SearchConfig, playouts
from research.jax_rollouts import AcceleratedRollout


def test_playouts_know_who_has_won():
    """White declines in the last turn of the game; two rounds are won. [R10.4]"""
    cards = "AABBCCDDEEFFGGHHIIJJKKLL"
    last_turn = f"AB,AD,KL/EF -/- - {cards} -/- 1:0,2:0 3.60 w:1 kosmos-2015"
    states = jax.tree.map(jnp.asarray, from_core([parse_position(last_turn)] * 2))
    actions = jnp.full(2, ACTIONS.index(DECLINE), jnp.uint32)
    weights = {name: jnp.asarray(w) for name, w in champion_weights("champion-1").items()}
    values = playouts(SearchConfig(horizon=1), weights, states, actions, jax.random.key(1))
    assert values.tolist() == [1.0, 1.0]


def test_a_first_action_without_a_playout_has_the_value_of_numpy():
    states = play_random(new(64, seed=3), 6).states
    legal = np.asarray(legal_masks(states)).argmax(axis=1)
    known = {"horizon": 0, "weights": champion_weights(), "seed": 1}
    memories = start_memories(states)
    here = rollout(states, memories, legal, np.arange(64), **known)
    there = AcceleratedRollout(size=48)(states, memories, legal, np.arange(64), **known)
    assert there.values == pytest.approx(here.values, abs=1e-4)
    assert there.margins.tolist() == here.margins.tolist()


def test_equal_streams_choose_alike():
    states = new(1, seed=3).take(np.zeros(8, int))
    known = {"horizon": 40, "weights": champion_weights(), "seed": 1}
    same, different = (
        AcceleratedRollout(size=8)(
            states, start_memories(states), np.full(8, BY_POLICY), streams, **known
        )
        for streams in (np.zeros(8, int), np.arange(8))
    )
    assert len(set(same.values)) == 1
    assert len(set(different.values)) > 1
