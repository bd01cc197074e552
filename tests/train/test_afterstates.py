"""Values of afterstates: what is learnt from which decision, and a run from start to end."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kahuna.batch import new
from kahuna.bots.networks import WEIGHTS
from kahuna.bots.neural import champion_weights
from kahuna.core import Ruleset
from kahuna.train import afterstates
from kahuna.train.afterstates import Config, Transitions, greedy, policy_log_probs, returns
from kahuna.train.ppo import half


def transitions(expected, *, reward, is_over, is_black=None, deviates=None):
    """One game, a decision per number."""
    num = len(expected)

    def column(values):
        return jnp.asarray(values)[:, None]

    return Transitions(
        observation=column([0] * num),
        expected=column(expected),
        deviates=column(deviates or [False] * num),
        is_black=column(is_black or [False] * num),
        reward=column(reward),
        is_over=column(is_over),
    )


def test_with_a_full_trace_the_result_alone_counts():
    game = transitions(
        [0.1, 0.2], reward=[0.0, -1.0], is_over=[False, True], is_black=[True, False]
    )
    assert returns(game, jnp.asarray([9.9]), 1.0)[:, 0].tolist() == pytest.approx([1.0, -1.0])


def test_without_a_trace_the_next_estimate_counts():
    game = transitions([0.1, 0.2], reward=[0.0, 0.0], is_over=[False, False])
    assert returns(game, jnp.asarray([0.5]), 0.0)[:, 0].tolist() == pytest.approx([0.2, 0.5])


def test_a_deviation_tells_nothing_about_the_decisions_before():
    """They expect what the policy would have done; the deviation itself learns what it led to."""
    game = transitions(
        [0.1, 0.2], reward=[0.0, -1.0], is_over=[False, True], deviates=[False, True]
    )
    assert returns(game, jnp.asarray([9.9]), 1.0)[:, 0].tolist() == pytest.approx([0.2, -1.0])


def test_what_follows_the_end_of_a_game_is_another_game():
    game = transitions([0.1, 0.2], reward=[1.0, 0.0], is_over=[True, False])
    assert returns(game, jnp.asarray([-0.5]), 1.0)[:, 0].tolist() == pytest.approx([1.0, -0.5])


@pytest.mark.slow
def test_greedy_play_with_much_prior_is_the_champions_favourite():
    champion = half({name: jnp.asarray(w) for name, w in champion_weights().items()})
    states = new(8, Ruleset(), seed=1, space=jnp)
    log_probs = jax.jit(policy_log_probs)(champion, states)
    actions, _ = jax.jit(greedy, static_argnames=("candidates",))(
        champion, states, log_probs, jax.random.key(1), candidates=4, prior_weight=1e3
    )
    assert np.array_equal(actions, log_probs.argmax(axis=1))


@pytest.mark.slow
def test_a_run_leaves_weights_and_says_how_fast_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(afterstates, "BETWEEN_REPORTS", 0.0)
    monkeypatch.setattr(afterstates, "PRIOR_WEIGHTS", ())
    monkeypatch.setattr(
        afterstates, "Config", lambda **options: Config(**options, steps=2, candidates=4)
    )
    champion = afterstates.Path(afterstates.__file__).parents[1] / "bots" / WEIGHTS
    file = tmp_path / "values.npz"
    arguments = [file, "--champion", champion, "--minutes", "0.01"]
    arguments += ["--games", "16"]
    assert afterstates.main([*map(str, arguments)]) == 0
    with np.load(file) as weights:
        assert weights["value"].shape == (512, 1)
        assert all(np.isfinite(weights[name]).all() for name in weights.files)
    assert "decisions/s" in capsys.readouterr().out
