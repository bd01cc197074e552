"""Advantages of actions: how they are measured, what is learnt from them, and a whole run."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kahuna.batch import act, is_over, legal_masks, mover, new, observe, outcome, play_random
from kahuna.batch.state import pile
from kahuna.bots.network import Shape, forward
from kahuna.bots.neural import champion_weights
from kahuna.core import Ruleset
from kahuna.train import advantages
from kahuna.train.advantages import AdvantageConfig, centre, importance, playout_values, search
from kahuna.train.afterstates import OTHER_HEADS, load_value_weights, pairs_of
from kahuna.train.checkpoints import save_weights
from kahuna.train.config import Config
from kahuna.train.ppo import init_params

pytestmark = pytest.mark.slow

TINY = AdvantageConfig(roots=6, pairs_per_root=30, worlds=2, horizon=3, playout_temperature=1e-4)
SMALL = init_params(Config(shape=Shape(16, 1)), jax.random.key(1))


def positions():
    """Return positions in which cards are hidden and some games have few decisions left."""
    return play_random(new(TINY.roots, Ruleset(), seed=3, space=jnp), 6).states


def reference(states, actions, chance, weights):
    """Play out one action after the other on NumPy, always the likeliest action."""
    found = []
    for i, action in enumerate(actions):
        state = jax.tree.map(np.asarray, states).take(i)._replace(chance=chance[i : i + 1])
        seat = mover(state)[0]
        chosen = np.asarray([action], np.uint32)
        for _ in range(TINY.horizon):
            state = act(state, chosen).states
            output = forward(weights, observe(state, mover(state)), np)
            best = np.where(legal_masks(state), output.logits, -np.inf).argmax(axis=1)
            chosen = best.astype(np.uint32)
        value = output.value[0] if mover(state)[0] == seat else -output.value[0]
        if is_over(state)[0]:
            winner = outcome(state).winner[0]
            value = 0.0 if winner == 2 else 1.0 if winner == seat else -1.0
        found.append(value)
    return found


def test_playouts_are_what_playing_on_gives_and_share_their_chance():
    states = positions()
    weights = champion_weights()
    policy = {name: jnp.asarray(w) for name, w in weights.items()}
    pairs = pairs_of(legal_masks(states), TINY.roots * TINY.pairs_per_root)
    key = jax.random.key(5)
    values = np.asarray(jax.jit(playout_values, static_argnums=0)(TINY, policy, states, pairs, key))

    chance_key, _ = jax.random.split(key)
    chance = np.maximum(jax.random.bits(chance_key, (TINY.roots, TINY.worlds), jnp.uint32), 1)
    real = np.flatnonzero(np.asarray(pairs.is_real))[::7]
    roots = np.asarray(pairs.root)[real]
    for world in range(TINY.worlds):
        wanted = reference(
            states.take(roots), np.asarray(pairs.action)[real], chance[roots, world], weights
        )
        assert np.allclose(values[real, world], wanted, atol=1e-3)


def test_what_is_learnt_from_does_not_show_hidden_cards():
    """The opponent's hand and the pile change places; the inputs stay, the playouts need not."""
    states = positions()
    is_black = np.asarray(mover(states)).astype(bool)
    white, black = states.cards
    hidden = jnp.where(is_black, white, black)
    counts = [np.asarray(each)[:, None] >> 2 * np.arange(12) & 3 for each in (hidden, pile(states))]
    swapped = []
    for hand, rest in zip(*counts, strict=True):
        cards = np.repeat(np.arange(12), hand + rest)[::-1][: hand.sum()]
        swapped.append(sum(1 << 2 * int(card) for card in cards))
    other = jnp.asarray(swapped, jnp.uint32)
    assert (other != hidden).any()
    taken = jnp.zeros_like(other)
    states = states._replace(taken=(taken, taken))
    cards = (jnp.where(is_black, other, white), jnp.where(is_black, black, other))
    compiled = jax.jit(search, static_argnums=0)
    one, two = (
        compiled(TINY, SMALL, _values(SMALL), each, jax.random.key(1))[0]
        for each in (states, states._replace(cards=cards))
    )
    assert np.array_equal(one.observation, two.observation)
    assert np.array_equal(one.root, two.root)


def _values(weights):
    return {name: w for name, w in weights.items() if name not in OTHER_HEADS}


def test_only_differences_within_a_root_are_learnt():
    config = AdvantageConfig(roots=2, focus=0.1)
    root = jnp.asarray([0, 0, 1, 1, -1])
    found = jnp.asarray([0.5, 0.2, -0.3, -0.3, 0.9])
    weight = importance(config, found, root)
    assert weight.tolist() == pytest.approx([1.05, 0.05 + np.exp(-3), 1.05, 1.05, 0])
    numbers, means = centre(config, found, jnp.asarray([1.0, 2.0, 1.0, 1.0, 0.0]), root)
    assert means.tolist()[:4] == pytest.approx([0.3, 0.3, -0.3, -0.3])
    assert numbers.tolist()[:4] == pytest.approx([0.2, -0.1, 0, 0])


def test_a_run_leaves_values_and_says_what_they_gain(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(advantages, "BETWEEN_REPORTS", 0.0)
    monkeypatch.setattr(advantages, "BETWEEN_SAVES", 0.0)
    monkeypatch.setattr(advantages, "PRIOR_WEIGHTS", (0.015,))
    policy, file = tmp_path / "policy.npz", tmp_path / "values.npz"
    save_weights(policy, SMALL)
    arguments = [file, "--policy", policy, "--minutes", "0.005", "--blocks", "2"]
    arguments += ["--roots", "4", "--memory", "3", "--worlds", "1", "--score-games", "4"]
    assert advantages.main([*map(str, arguments)]) == 0
    values = load_value_weights(file)
    assert all(np.isfinite(w).all() for w in values.values())
    assert any(np.asarray(values["1/out"]).ravel() != 0)
    told = capsys.readouterr().out
    assert "roots/s" in told
    assert "gain" in told
    assert "against the policy" in told
