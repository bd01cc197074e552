"""The algorithm of the training, on games so few that the numbers can be followed."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kahuna.bots.network import Shape, forward, shape_of, shapes
from kahuna.core import Ruleset, Seat
from kahuna.encoding import MEMORY_SIZE, SIZE
from kahuna.train import CHECKPOINT, run
from kahuna.train.checkpoints import (
    TrainError,
    load_checkpoint,
    load_weights,
    save_checkpoint,
    save_weights,
)
from kahuna.train.config import Config, rulesets
from kahuna.train.ppo import (
    Transitions,
    advantages,
    draw,
    entropy_weight,
    importance,
    init_params,
    iterate,
    owners_ahead,
    start,
)
from kahuna.train.run import WEIGHTS, begin, go_on
from research.average_networks import main as average_networks
from research.compare_networks import match

pytestmark = pytest.mark.slow

TINY = Config(
    shape=Shape(16, 1),
    games=32,
    steps=8,
    minibatches=2,
    epochs=1,
    iterations=4,
    critic=True,
    critic_width=16,
    frozen_share=0.5,
)


def numbers(train_state):
    """Everything in a run, as plain arrays."""
    plain = train_state._replace(key=jax.random.key_data(train_state.key))
    return [np.asarray(leaf) for leaf in jax.tree.leaves(plain)]


def transitions(value, *, is_black, reward, is_over, learns=None, owners=None, is_scored=None):
    """Decisions of one game, of which only these things matter."""
    column = lambda xs: jnp.asarray(xs)[:, None]  # noqa: E731
    nothing = jnp.zeros((len(value), 1))
    learns = [True] * len(value) if learns is None else learns
    return Transitions(
        seen=nothing,
        hidden=nothing,
        legal=nothing,
        action=nothing,
        log_prob=nothing,
        value=column(value),
        is_black=column(is_black),
        learns=column(learns),
        reward=column(reward),
        is_over=column(is_over),
        owners=nothing if owners is None else column(owners)[:, :, None],
        is_scored=nothing if is_scored is None else column(is_scored),
    )


def test_an_advantage_is_what_a_decision_changed_in_the_eyes_of_the_mover():
    """White expects 0.2, then Black decides and White expects 0.5 less; then White wins."""
    game = transitions(
        [0.2, -0.3], is_black=[False, True], reward=[0.0, 1.0], is_over=[False, True]
    )
    advantage, target = advantages(game, jnp.asarray([9.9]), 0.0)
    assert advantage[:, 0].tolist() == pytest.approx([-0.5, -1.3])
    assert target[:, 0].tolist() == pytest.approx([-0.3, -1.0])


def test_with_a_full_trace_the_result_alone_counts():
    game = transitions(
        [0.2, -0.3, 0.6],
        is_black=[False, True, False],
        reward=[0.0, 0.0, -1.0],
        is_over=[False, False, True],
    )
    advantage, target = advantages(game, jnp.asarray([9.9]), 1.0)
    assert target[:, 0].tolist() == pytest.approx([-1.0, 1.0, -1.0])
    assert advantage[:, 0].tolist() == pytest.approx([-1.2, 0.7, -1.6])


def test_what_comes_after_the_last_step_is_an_estimate():
    game = transitions([0.0], is_black=[True], reward=[0.0], is_over=[False])
    advantage, _ = advantages(game, jnp.asarray([0.4]), 0.95)
    assert advantage[0, 0] == pytest.approx(-0.4)


def test_estimates_pass_through_the_decisions_of_a_frozen_seat():
    """What the frozen seat expects is nobody's business."""
    for odd in (-0.9, 0.0, 0.9):
        game = transitions(
            [0.2, odd, 0.5],
            is_black=[False, True, False],
            reward=[0.0, 0.0, 1.0],
            is_over=[False, False, True],
            learns=[True, False, True],
        )
        advantage, _ = advantages(game, jnp.asarray([9.9]), 0.0)
        assert advantage[0, 0] == pytest.approx(0.3)


def test_an_iteration_learns_and_a_run_can_be_written_down_and_gone_on_with(tmp_path):
    """Two iterations at a stretch are the same as one, a checkpoint, and one more."""
    train_state = start(TINY)
    before = numbers(train_state)
    train_state, metrics = iterate(TINY, train_state)
    assert all(np.isfinite(value) for value in metrics.values())
    assert any((a != b).any() for a, b in zip(before, numbers(train_state), strict=True))
    assert all(np.isfinite(each).all() for each in numbers(train_state))

    save_checkpoint(tmp_path / "run.npz", TINY, train_state)
    config, again = load_checkpoint(tmp_path / "run.npz")
    assert config == TINY
    straight, _ = iterate(TINY, train_state)
    resumed, _ = iterate(config, again)
    for one, other in zip(numbers(straight), numbers(resumed), strict=True):
        assert np.array_equal(one, other)


def test_ctrl_c_in_the_middle_of_an_iteration_leaves_the_run_as_it_was_before(
    tmp_path, monkeypatch
):
    def interrupted(config, train_state):
        iterate(config, train_state)
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "iterate", interrupted)
    train_state = start(TINY)
    before = numbers(train_state)
    with pytest.raises(KeyboardInterrupt):
        go_on(tmp_path, TINY, train_state, seconds=9.0, tell=print)
    _, kept = load_checkpoint(tmp_path / CHECKPOINT)
    for one, other in zip(before, numbers(kept), strict=True):
        assert np.array_equal(one, other)


def test_a_power_cut_costs_no_more_than_what_was_done_since_the_last_minute(tmp_path, monkeypatch):
    """From the first moment on there is something to play with and to go on from."""

    def watched(config, train_state):
        _, kept = load_checkpoint(tmp_path / CHECKPOINT)
        for one, other in zip(numbers(train_state), numbers(kept), strict=True):
            assert np.array_equal(one, other)
        assert load_weights(tmp_path / WEIGHTS).keys() == train_state.average.keys()
        return iterate(config, train_state)

    monkeypatch.setattr(run, "iterate", watched)
    monkeypatch.setattr(run, "BETWEEN_SAVES", 0.0)
    told = []
    go_on(tmp_path, TINY, start(TINY), seconds=600.0, tell=told.append)
    assert [line["iteration"] for line in told] == [1, 2, 3, 4]
    assert not list(tmp_path.glob("*.partial"))


def test_a_file_that_cannot_be_written_leaves_the_one_before(tmp_path, monkeypatch):
    path = tmp_path / "weights.npz"
    weights = init_params(Config(shape=Shape(16, 1)), jax.random.key(1))
    save_weights(path, weights)

    def full(file, **arrays):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(TrainError, match=r"weights\.npz cannot be written .No space left"):
        save_weights(path, weights)
    assert load_weights(path).keys() == weights.keys()
    assert [file.name for file in tmp_path.iterdir()] == ["weights.npz"]


def test_a_run_can_start_from_weights_and_play_against_frozen_ones(tmp_path):
    files = tmp_path / "own.npz", tmp_path / "frozen.npz"
    for number, file in enumerate(files):
        save_weights(file, init_params(replace(TINY, critic=False), jax.random.key(number)))
    config, train_state = begin(tmp_path / "run", TINY, weights=files[0], against=files[1])
    own, frozen = (load_weights(file) for file in files)
    assert all(np.array_equal(train_state.weights[name], own[name]) for name in own)
    train_state, _ = iterate(config, train_state)
    assert all(np.array_equal(train_state.frozen[name], frozen[name]) for name in frozen)
    assert any(not np.array_equal(train_state.weights[name], own[name]) for name in own)


def test_a_run_can_start_from_a_smaller_network_without_changing_how_it_plays(tmp_path):
    small = init_params(Config(shape=Shape(16, 1, version=1)), jax.random.key(1))
    save_weights(tmp_path / "small.npz", small)
    shape = Shape(16, 3)
    _, state = begin(
        tmp_path / "run", Config(shape=shape, games=16), weights=tmp_path / "small.npz"
    )
    assert shape_of(state.weights) == shape
    seen = np.random.default_rng(1).random((9, SIZE + MEMORY_SIZE)).astype(np.float32)
    small = load_weights(tmp_path / "small.npz")
    for one, other in zip(
        forward(small, seen, jnp), forward(state.weights, seen, jnp), strict=True
    ):
        assert np.allclose(one, other, atol=1e-5)


def test_weights_can_be_written_down_and_meet(tmp_path):
    """In halves of the bits; a network scores about a half against itself."""
    weights = init_params(Config(shape=Shape(16, 1)), jax.random.key(1))
    save_weights(tmp_path / "weights.npz", weights)
    found = load_weights(tmp_path / "weights.npz")
    assert found.keys() == weights.keys()
    assert all(np.allclose(found[name], weights[name], atol=1e-3) for name in weights)
    score, error = match(found, found, games=65, seed=1, ruleset=Ruleset())
    assert abs(score - 0.5) < 6 * error
    assert 0 < error < 0.1


def test_networks_of_one_shape_can_be_averaged(tmp_path):
    files = [tmp_path / f"{seed}.npz" for seed in range(3)]
    networks = [init_params(Config(shape=Shape(16, 1)), jax.random.key(seed)) for seed in range(3)]
    for file, weights in zip(files, networks, strict=True):
        save_weights(file, weights)
    average_networks(tmp_path / "mean.npz", files)
    for name, found in load_weights(tmp_path / "mean.npz").items():
        mean = sum(weights[name] for weights in networks) / 3
        assert np.allclose(found, mean, atol=1e-3)
    save_weights(files[1], init_params(Config(shape=Shape(16, 2)), jax.random.key(1)))
    with pytest.raises(TrainError, match=r"1\.npz .* of different shapes"):
        average_networks(tmp_path / "mean.npz", files)


def test_training_mixes_editions_variants_and_handicaps():
    found = rulesets(Config(games=2000))
    base = sum(ruleset == Ruleset() for ruleset in found)
    assert 0.45 < base / 2000 < 0.6
    assert len({ruleset.edition for ruleset in found}) == 5
    assert any(ruleset.no_trespass and ruleset.open_hands for ruleset in found)
    assert {ruleset.handicap for ruleset in found} == {0, 1, 2, 3}
    assert {ruleset.handicap_seat for ruleset in found} == {None, *Seat}


def test_owners_are_those_at_the_next_scoring_and_unknown_after_the_last():
    """Island 0 is White's when the round ends and Black's at the end; Black decides second."""
    game = transitions(
        [0.0] * 4,
        is_black=[False, True, False, False],
        reward=[0.0] * 4,
        is_over=[False, False, True, False],
        owners=[0, 1, -1, 1],
        is_scored=[False, True, True, False],
    )
    owners, is_owned = owners_ahead(game)
    assert owners[:3, 0, 0].tolist() == [1, -1, -1]
    assert is_owned[:, 0].tolist() == [True, True, True, False]


def test_drawing_by_importance_does_not_change_the_mean():
    """Each decision is drawn in proportion to its importance, and counts for its inverse."""
    chances = jnp.asarray([0.5, 1.0, 3.0, 0.0, 1.5])
    drawn = jax.vmap(lambda key: draw(key, chances, 4))(jax.random.split(jax.random.key(1), 3000))
    times = np.bincount(np.ravel(drawn), minlength=5) / 3000
    assert times == pytest.approx(4 * np.asarray(chances) / 6, abs=0.05)
    assert {tuple(sorted(row)) for row in drawn.tolist()} <= {
        tuple(sorted((*row, 2, 2))) for row in ((0, 4), (1, 4), (0, 1), (1, 1))
    }


def test_without_importance_every_decision_is_learnt_from_once_per_epoch():
    assert sorted(draw(jax.random.key(1), jnp.ones(640), 640).tolist()) == list(range(640))


def test_surprising_decisions_are_more_important_and_those_of_a_frozen_seat_are_not():
    config = replace(TINY, sample_share=0.5)
    game = transitions(
        [0.0] * 4,
        is_black=[False] * 4,
        reward=[0.0] * 4,
        is_over=[False] * 4,
        learns=[True, True, True, False],
    )
    sure, unlikely = 0.0, -9.0
    game = game._replace(log_prob=jnp.asarray([[sure], [unlikely], [unlikely], [unlikely]]))
    found = importance(config, game, jnp.asarray([[1.0], [1.0], [0.0], [1.0]]))[:, 0]
    assert found[1] > found[0] > found[2] > found[3] == 0
    assert (importance(TINY, game, game.value) == 1).all()


def test_half_of_the_decisions_and_the_owners_can_be_learnt_from():
    config = replace(TINY, sample_share=0.5, owner_weight=0.1, steps=16)
    train_state = start(config)
    after, metrics = iterate(config, train_state)
    assert all(np.isfinite(value) for value in metrics.values())
    assert metrics["owners"] > 0
    assert "owners" in after.weights
    assert after.average.keys() == after.frozen.keys() == shapes(config.shape).keys()


def test_the_entropy_bonus_falls_by_the_same_factor_in_every_iteration():
    config = Config(iterations=2, entropy=0.04, final_entropy=0.01)
    found = [float(entropy_weight(config, jnp.asarray(i))) for i in range(4)]
    assert found == pytest.approx([0.04, 0.02, 0.01, 0.01])
