"""Random play: fair, repeatable, and each game for itself."""

import pickle
from random import Random

import numpy as np
import pytest

from kahuna import batch
from kahuna.batch.chance import advance, below, seeds
from kahuna.batch.random_play import play_random
from kahuna.batch.scoring import TERMINATIONS
from kahuna.batch.state import arrays_of, state_of
from kahuna.core import Ruleset, Seat, Termination, custom, size
from research.engines.scenarios import random_ruleset


def test_a_mixed_batch_plays_as_its_games_play_alone():
    rng = Random(5)
    states = batch.new(16, [random_ruleset(rng) for _ in range(16)], seed=11)
    together = play_random(states, 20).states
    for i in range(16):
        alone = play_random(states.take(i), 20).states
        for both, one in zip(arrays_of(together), arrays_of(alone), strict=True):
            assert both[i] == one[0]


def test_the_same_seed_deals_the_same_games_and_another_seed_others():
    one, same, other = (batch.new(50, seed=seed) for seed in (1, 1, 2))
    assert batch.to_core(one) == batch.to_core(same)
    assert batch.to_core(one) != batch.to_core(other)


def test_generators_are_different_and_never_zero():
    numbers = seeds(100_000, 3, np)
    assert len(set(numbers.tolist())) == 100_000
    for _ in range(10):
        numbers = advance(numbers)
        assert (numbers != 0).all()


@pytest.mark.parametrize("bound", [2, 3, 7, 24, 100])
def test_numbers_under_a_bound_are_even(bound):
    numbers = seeds(200_000, 5, np)
    for _ in range(5):
        numbers = advance(numbers)
        counts = np.bincount(below(numbers, bound), minlength=bound)
        expected = 200_000 / bound
        chi_squared = float(((counts - expected) ** 2 / expected).sum())
        # Five standard deviations over the mean of the distribution.
        assert chi_squared < (bound - 1) + 5 * (2 * (bound - 1)) ** 0.5
    assert len(counts) == bound


def test_r2_a_deal_has_the_right_sizes_and_the_first_seat_is_chance():
    states = batch.new(2000, seed=3)
    core = batch.to_core(states)
    for state in core:
        sizes = [size(state.private[seat].hand) for seat in Seat]
        assert sizes == [3, 3]
        assert size(state.public.open_cards) == 3
        assert size(state.pile) == 15
    firsts = sum(state.public.phase.seat for state in core)
    assert 880 < firsts < 1120


def test_r2_4_the_first_seat_can_be_chosen():
    first = np.arange(6, dtype=np.uint32) & 1
    states = batch.new(6, seed=3, first=first)
    assert [state.public.phase.seat for state in batch.to_core(states)] == first.tolist()


def test_random_actions_are_legal_and_even():
    states = batch.new(1, seed=8)
    many = state_of([np.repeat(array, 60_000) for array in arrays_of(states)])
    many = many._replace(chance=seeds(60_000, 1, np))
    legal = np.flatnonzero(batch.legal_masks(states)[0])
    actions, _ = batch.random_actions(many)
    found, counts = np.unique(actions, return_counts=True)
    assert found.tolist() == legal.tolist()
    expected = 60_000 / len(legal)
    chi_squared = float(((counts - expected) ** 2 / expected).sum())
    assert chi_squared < len(legal) + 5 * (2 * len(legal)) ** 0.5


def test_step_random_deals_anew_where_a_game_is_over():
    states = batch.new(64, custom(Ruleset(), bridges=5), seed=1)
    ended = np.zeros(64, dtype=bool)
    for _ in range(400):
        was_over = batch.is_over(states)
        states = batch.step_random(states)
        ended |= was_over
        if was_over.any():
            fresh = [
                state for state, over in zip(batch.to_core(states), was_over, strict=True) if over
            ]
            assert all(state.public.round == 1 and state.public.turn <= 2 for state in fresh)
    assert ended.all()


def test_random_games_are_as_long_and_end_as_in_the_core():
    """About 137.7 decisions and 0.65 % early ends; the first seat wins 53.1 % (20,000 games)."""
    n = 10_000
    states = batch.new(n, seed=6, first=np.zeros(n, dtype=np.uint32))
    ended, num_decisions = batch.play_out(states)
    result = batch.outcome(ended)
    wipeouts = int((result.termination == TERMINATIONS.index(Termination.WIPEOUT)).sum())
    assert abs(float(num_decisions.mean()) - 137.7) < 1.0
    assert abs(float((result.winner == 0).mean()) - 0.531) < 0.02
    assert 0.003 < wipeouts / n < 0.01


def test_act_is_step_with_chance_from_the_generators():
    rng = np.random.default_rng(4)
    states = batch.new(64, seed=2)
    for _ in range(120):
        masks = batch.legal_masks(states)
        actions = np.argmax(masks * rng.random(masks.shape), axis=1).astype(np.uint32)
        result = batch.act(states, actions)
        assert (result.is_illegal == ~masks.any(axis=1)).all()
        assert not batch.is_chance(result.states).any()
        states = result.states
    bad = batch.act(states, np.full(64, 189, dtype=np.uint32))
    assert bad.is_illegal.all()
    assert batch.to_core(bad.states) == batch.to_core(states)


def test_a_batch_counts_its_games_and_gives_them_out():
    states = batch.new(5, seed=2)
    core = batch.to_core(states)
    assert len(states) == 5
    assert repr(states) == "<State of 5 games>"
    assert repr(states.take(0)) == "<State of 1 game>"
    for games, wanted in (
        (2, [2]),
        (-1, [4]),
        (slice(1, 3), [1, 2]),
        ([3, 0], [3, 0]),
        (np.array([True, False, False, False, True]), [0, 4]),
    ):
        assert batch.to_core(states.take(games)) == [core[i] for i in wanted]
    for game in (5, -6):
        with pytest.raises(batch.BatchError, match=f"5 games has no game {game}"):
            states.take(game)
    assert pickle.loads(pickle.dumps(states)) is not states
    assert batch.to_core(states._replace(chance=states.chance)) == core


def test_seats_and_winners_are_the_same_numbers():
    states = batch.new(200, seed=4)
    assert set(batch.mover(states).tolist()) == {0, 1}
    assert [state.public.phase.seat for state in batch.to_core(states)] == list(batch.mover(states))
    for first in (Seat.BLACK, 1, np.ones(200, dtype=np.int64)):
        assert (batch.mover(batch.new(200, first=first)) == Seat.BLACK).all()
    ended, _ = batch.play_out(states)
    assert batch.is_over(ended).sum() == 200
    assert set(batch.outcome(ended).winner.tolist()) <= {0, 1, 2}
