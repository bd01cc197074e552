"""Ranking actions by their afterstates: what the values and the prior contribute."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kahuna.batch import legal_masks, new
from kahuna.bots.network import Shape
from kahuna.bots.networks import WEIGHTS
from kahuna.bots.neural import WeightsError, champion_weights
from kahuna.core import Ruleset
from kahuna.train import afterstates
from kahuna.train.afterstates import (
    OTHER_HEADS,
    action_scores,
    load_value_weights,
    pairs_of,
    policy_log_probs,
    value_shapes,
)
from kahuna.train.checkpoints import save_weights


def test_pairs_list_the_legal_actions_of_all_positions():
    legal = jnp.zeros((3, 189), bool).at[0, 4].set(True).at[2, jnp.asarray([0, 188])].set(True)
    pairs = pairs_of(legal, 5)
    assert pairs.root.tolist() == [0, 2, 2, -1, -1]
    assert pairs.action.tolist() == [4, 0, 188, -1, -1]
    table = pairs.table(jnp.asarray([1.0, 2.0, 3.0, 9.0, 9.0]), 3, -5.0)
    assert (table[0, 4], table[2, 0], table[2, 188]) == (1.0, 2.0, 3.0)
    assert (table == -5.0).sum() == 3 * 189 - 3


def test_legal_actions_are_ranked_by_value_and_prior():
    """Even those for which there was no room; illegal ones come last."""
    champion = {name: jnp.asarray(w) for name, w in champion_weights().items()}
    values = {name: w for name, w in champion.items() if name not in OTHER_HEADS}
    states = new(4, Ruleset(), seed=1, space=jnp)
    legal = np.asarray(legal_masks(states))
    log_probs = jax.jit(policy_log_probs)(champion, states)
    assert np.allclose(np.exp(log_probs).sum(axis=1), 1)
    assert np.exp(log_probs)[~legal].max() == 0

    scores = np.asarray(jax.jit(action_scores)(values, states, log_probs, 0.01))
    assert scores[legal].min() > scores[~legal].max()
    plain = np.asarray(scores - 0.01 * log_probs)
    assert (np.abs(plain[legal]) <= 1).all()
    assert len(np.unique(plain[legal])) > 10

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(afterstates, "PAIRS", 1)
        few = np.asarray(action_scores(values, states, log_probs, 0.01))
    dropped = legal & (few - 0.01 * np.asarray(log_probs) < -0.999)
    assert dropped.sum() == legal.sum() - 4
    assert (legal[np.arange(4), few.argmax(axis=1)]).all()


def test_only_values_are_read_as_values(tmp_path):
    shape = Shape(16, 1, knows_counts=True)
    weights = {name: jnp.ones(size) for name, size in value_shapes(shape).items()}
    save_weights(tmp_path / "values.npz", weights)
    assert load_value_weights(tmp_path / "values.npz").keys() == weights.keys()
    champion = afterstates.Path(afterstates.__file__).parents[1] / "bots" / WEIGHTS
    (tmp_path / "text.npz").write_text("no weights")
    for path, words in (
        (champion, "contains no values"),
        (tmp_path / "text.npz", "contains no values"),
        (tmp_path / "none.npz", "cannot be read"),
    ):
        with pytest.raises(WeightsError, match=words):
            load_value_weights(path)
