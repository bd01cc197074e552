"""NumPy, JAX and the kernel for GPUs make the same random games, bit by bit."""

from random import Random

import numpy as np
import pytest

from kahuna import batch
from kahuna.batch.random_play import play_random
from kahuna.batch.state import arrays_of
from research.engines.scenarios import random_ruleset

jax = pytest.importorskip("jax")
pytestmark = pytest.mark.slow


def mixed(n: int, space) -> batch.State:
    rng = Random(9)
    return batch.new(n, [random_ruleset(rng) for _ in range(n)], seed=4, space=space)


def assert_same(one: batch.State, other: batch.State) -> None:
    for a, b in zip(arrays_of(one), arrays_of(other), strict=True):
        assert (np.asarray(a) == np.asarray(b)).all()


def test_jax_plays_the_same_random_games():
    found = play_random(mixed(256, jax.numpy), 40)
    assert_same(play_random(mixed(256, np), 40).states, found.states)


def test_games_are_played_out_on_jax_with_and_without_a_compilation_around_it():
    states = mixed(64, jax.numpy)
    wanted, num_decisions = batch.play_out(mixed(64, np))
    for play in (batch.play_out, jax.jit(batch.play_out)):
        ended, found = play(states)
        assert_same(ended, wanted)
        assert (np.asarray(found) == num_decisions).all()
    assert len(ended) == 64
    assert_same(ended.take([5]), wanted.take(5))
    assert len(jax.tree.leaves(states)) == 15


def test_the_kernel_plays_the_same_random_games():
    from kahuna.batch.pallas_kernel import play_in_kernel

    found = play_in_kernel(mixed(128, jax.numpy), 20, block=64, interpret=True)
    wanted = play_random(mixed(128, np), 20)
    assert_same(found.states, wanted.states)
    assert (np.asarray(found.num_ended) == wanted.num_ended).all()
    with pytest.raises(batch.BatchError, match="multiple of 64"):
        play_in_kernel(mixed(100, jax.numpy), 1, block=64, interpret=True)
