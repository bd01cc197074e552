"""The interface of pgx, on the array engine."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")

from kahuna import batch  # noqa: E402
from kahuna.core import Ruleset  # noqa: E402
from kahuna.envs.pgx import KahunaEnv  # noqa: E402

pytestmark = pytest.mark.slow

NUM = 4
ENV = KahunaEnv(Ruleset(no_trespass=True))
init, step = jax.jit(jax.vmap(ENV.init)), jax.jit(jax.vmap(ENV.step))


def deal():
    return init(jax.random.split(jax.random.key(1), NUM))


def test_games_are_played_to_their_end_under_vmap_and_stay_there():
    game = deal()
    assert game.observation.shape == (NUM, *ENV.observation_shape)
    rng = np.random.default_rng(1)
    total = np.zeros((NUM, 2))
    for _ in range(200):
        masks = np.asarray(game.legal_action_mask)
        assert masks.any(axis=1).all()
        game = step(game, np.argmax(masks * rng.random(masks.shape), axis=1))
        total += np.asarray(game.rewards)
    assert np.asarray(game.terminated).all()
    assert (total.sum(axis=1) == 0).all()
    assert set(np.abs(total).max(axis=1).tolist()) <= {0.0, 1.0}
    assert not np.asarray(game.rewards).any()


def test_an_illegal_action_loses():
    game = deal()
    after = step(game, np.argmin(game.legal_action_mask, axis=1))
    assert np.asarray(after.terminated).all()
    loser = np.asarray(game.current_player)[:, None]
    assert (np.asarray(after.rewards) == np.where(np.arange(2) == loser, -1, 1)).all()


def test_a_single_game_is_the_same_as_one_of_many():
    many = deal()
    one = jax.tree.map(lambda array: array[1], many)
    action = int(np.flatnonzero(one.legal_action_mask)[0])
    after = step(many, np.full(NUM, action))
    alone = jax.jit(ENV.step)(one, action)
    for a, b in zip(jax.tree.leaves(after), jax.tree.leaves(alone), strict=True):
        assert (np.asarray(a)[1] == np.asarray(b)).all()


def test_observations_can_include_what_a_player_remembers():
    env = KahunaEnv(memory=True)
    play = jax.jit(jax.vmap(env.step))
    game = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(2), NUM))
    states = jax.tree.map(np.asarray, game.words)
    memories = batch.start_memories(states)
    rng = np.random.default_rng(2)
    for _ in range(30):
        masks = np.asarray(game.legal_action_mask)
        actions = np.argmax(masks * rng.random(masks.shape), axis=1).astype(np.uint32)
        game = play(game, actions)
        after = batch.act(states, actions).states
        memories, states = batch.remember_ply(memories, states, actions, after), after
        assert game.observation.shape == (NUM, *env.observation_shape)
        wanted = batch.observe(states, batch.mover(states), memories)
        assert np.abs(np.asarray(game.observation) - wanted).max() < 1e-4
    other = env.observe(jax.tree.map(lambda array: array[0], game), 0)
    assert np.abs(np.asarray(other) - batch.observe(states, 0, memories)[0]).max() < 1e-4
