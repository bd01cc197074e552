"""Search on batches: sampled hands fit what the mover knows, and playouts know who has won."""

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import from_core, mover, new, observe, play_random
from kahuna.batch.state import arrays_of, pile, taken_cards
from kahuna.bots.neural import champion_weights
from kahuna.core import ACTIONS, DECLINE
from kahuna.record import parse_position
from kahuna.train.batched_search import SearchConfig, playouts, sample_hidden_cards


def counts(cards):
    return np.asarray(cards)[:, None] >> 2 * np.arange(12) & 3


def of_movers(states, pair, *, own):
    """Return what the seats to move have, or their opponents."""
    is_black = np.asarray(mover(states)).astype(bool)
    white, black = map(np.asarray, pair)
    return np.where(is_black == own, black, white)


def sampled(states):
    return jax.jit(sample_hidden_cards)(states, jnp.zeros((200, 12, 3)), jax.random.key(1))


def test_hidden_cards_are_dealt_anew_and_nothing_else_changes():
    states = play_random(new(200, seed=3, space=jnp), 6).states
    after = sampled(states)
    for field in ("cards", "buried"):
        own = [of_movers(states, getattr(each, field), own=True) for each in (states, after)]
        assert np.array_equal(*own)
        theirs = [
            counts(of_movers(states, getattr(each, field), own=False)) for each in (states, after)
        ]
        assert np.array_equal(*(each.sum(axis=1) for each in theirs))
        assert (theirs[0] != theirs[1]).any()
    assert np.array_equal(*(np.asarray(observe(each, mover(states))) for each in (states, after)))
    taken = of_movers(states, states.taken, own=False)
    held = counts(of_movers(states, after.cards, own=False))
    is_certain = taken >> 24 == 0
    assert (held >= counts(taken_cards(taken)))[is_certain].all()
    assert (counts(pile(after)) <= 2).all()


def test_sampled_worlds_do_not_depend_on_the_true_hidden_cards():
    """The same numbers deal the same cards, whatever the opponent really has."""
    states = play_random(new(200, seed=3, space=jnp), 6).states
    other = sampled(states)
    assert not np.array_equal(other.cards[0], states.cards[0])
    for one, two in zip(arrays_of(sampled(states)), arrays_of(sampled(other)), strict=True):
        assert np.array_equal(one, two)


def test_playouts_know_who_has_won():
    """White declines in the last turn of the game; two rounds are won. [R10.4]"""
    cards = "AABBCCDDEEFFGGHHIIJJKKLL"
    last_turn = f"AB,AD,KL/EF -/- - {cards} -/- 1:0,2:0 3.60 w:1 kosmos-2015"
    states = jax.tree.map(jnp.asarray, from_core([parse_position(last_turn)] * 2))
    actions = jnp.full(2, ACTIONS.index(DECLINE), jnp.uint32)
    weights = {name: jnp.asarray(w) for name, w in champion_weights("champion-1").items()}
    values = playouts(SearchConfig(horizon=1), weights, states, actions, jax.random.key(1))
    assert values.tolist() == [1.0, 1.0]
