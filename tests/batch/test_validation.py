"""Bad input: errors in words at the door, flags for illegal actions, and no harm to neighbours."""

import numpy as np
import pytest

from kahuna import batch
from kahuna.batch.state import arrays_of
from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    DRAW_PILE,
    EDITIONS,
    Bury,
    InvalidSeatError,
    Over,
    Ruleset,
    Seat,
    Termination,
    action_numbers,
    custom,
    expand,
    make_board,
)
from kahuna.core.scoring import Outcome
from kahuna.record import RecordError

NUMBERS = action_numbers(ARCHIPELAGO)
TINY = make_board("ALOA BARI COCO", "AB AC BC", dealt=1, open_places=1, hand_limit=2)


def no_cards(n: int) -> np.ndarray:
    return np.zeros((n, batch.DRAWN), dtype=np.uint32)


def drawn_for(states: batch.State) -> np.ndarray:
    """For every game cards that can turn up, whatever is done."""
    cards = no_cards(len(states.clock))
    for i, state in enumerate(batch.to_core(states)):
        renewed = state.public.discards + sum(private.buried for private in state.private)
        opened = (*expand(renewed), 0, 0, 0)[:3]
        cards[i] = ((*expand(state.pile), 0)[0], *opened)
    return cards


def test_an_illegal_action_is_flagged_and_changes_nothing():
    states = batch.new(3, seed=1)
    actions = np.full(3, NUMBERS[DRAW_PILE], dtype=np.uint32)
    actions[1] = next(n for n in range(len(ACTIONS)) if not batch.legal_masks(states)[1, n])
    result = batch.step(states, actions, drawn_for(states))
    assert result.is_illegal.tolist() == [False, True, False]
    before, after = batch.to_core(states), batch.to_core(result.states)
    assert after[1] == before[1]
    assert after[0] != before[0]


def test_an_action_number_that_does_not_exist_is_flagged():
    states = batch.new(2, seed=1)
    actions = np.array([189, 4_000_000_000], dtype=np.uint32)
    assert batch.step(states, actions, no_cards(2)).is_illegal.all()


@pytest.mark.parametrize("card", [12, 15, 16, 4_000_000_000])
def test_a_card_that_does_not_exist_is_flagged(card):
    states = batch.new(1, seed=1)
    drawn = np.full((1, batch.DRAWN), card, dtype=np.uint32)
    result = batch.step(states, np.array([NUMBERS[DRAW_PILE]], dtype=np.uint32), drawn)
    assert result.is_illegal[0]
    assert batch.to_core(result.states) == batch.to_core(states)


def test_a_card_that_is_not_in_the_pile_is_flagged():
    states = batch.new(200, seed=1)
    core = batch.to_core(states)
    missing = [next((k for k in range(12) if not s.pile >> 2 * k & 3), None) for s in core]
    drawn = drawn_for(states)
    for i, card in enumerate(missing):
        if card is not None:
            drawn[i, 0] = card
    result = batch.step(states, np.full(200, NUMBERS[DRAW_PILE], dtype=np.uint32), drawn)
    assert result.is_illegal.tolist() == [card is not None for card in missing]
    assert result.is_illegal.any()


@pytest.mark.parametrize("refuse", [True, False])
def test_nonsense_in_every_other_game_never_touches_a_neighbour(refuse):
    rng = np.random.default_rng(3)
    states = batch.new(64, seed=2)
    alone = states.take(slice(None, None, 2))
    for _ in range(150):
        actions, _ = batch.random_actions(states)
        drawn = drawn_for(states)
        good = actions.copy()
        actions[1::2] = rng.integers(0, 1 << 32, 32, dtype=np.uint32)
        drawn[1::2] = rng.integers(0, 1 << 32, (32, batch.DRAWN), dtype=np.uint32)
        chance = states.chance
        states = batch.step(states, actions, drawn, refuse=refuse).states
        alone = batch.step(alone, good[::2].copy(), drawn[::2].copy(), refuse=refuse).states
        for both, one in zip(arrays_of(states), arrays_of(alone), strict=True):
            assert (both[::2] == one).all()
        # Another number of the same generator, so that the next actions are others.
        states = states._replace(chance=chance * np.uint32(5) + np.uint32(1))
        alone = alone._replace(chance=states.chance[::2].copy())


def test_wrong_types_and_shapes_are_named():
    states = batch.new(4)
    good = np.zeros(4, dtype=np.uint32)
    with pytest.raises(batch.BatchError, match="actions must be integers, not float64"):
        batch.step(states, good.astype(np.float64), no_cards(4))
    with pytest.raises(batch.BatchError, match=r"actions must have shape \(4,\), not \(3,\)"):
        batch.step(states, good[:3], no_cards(4))
    with pytest.raises(batch.BatchError, match=r"drawn must have shape \(4, 4\), not \(4, 3\)"):
        batch.step(states, good, no_cards(4)[:, :3])
    with pytest.raises(batch.BatchError, match="actions must be an array of integers, not list"):
        batch.step(states, [0, 0, 0, 0], no_cards(4))
    with pytest.raises(batch.BatchError, match="every array of a batch"):
        batch.step_random(states._replace(clock=good[:3]))
    with pytest.raises(batch.BatchError, match="one number per game"):
        batch.step_random(states._replace(bridges=(no_cards(4), no_cards(4))))
    with pytest.raises(batch.BatchError, match="one number per game, not shape None"):
        batch.legal_masks(states._replace(bridges=(1, 2)))
    for nonsense in (2, "red", True):
        with pytest.raises(InvalidSeatError, match="there is no seat"):
            batch.observe(states, nonsense)
    with pytest.raises(batch.BatchError, match="seat must have shape"):
        batch.observe(states, good[:2])
    with pytest.raises(batch.BatchError, match=r"seat must be 0 \(White\) or 1 \(Black\), not 3"):
        batch.observe(states, good + np.uint32(3))
    with pytest.raises(batch.BatchError, match="card must be integers, not float64"):
        batch.resolve(states, np.zeros(4))
    with pytest.raises(batch.BatchError, match="must be uint32, not int32"):
        batch.legal_masks(states._replace(clock=states.clock.astype(np.int32)))


SINGLE = batch.state.state_of([array[0] for array in batch.state.arrays_of(batch.new(1))])


@pytest.mark.parametrize(
    "function",
    [
        batch.is_chance,
        batch.is_over,
        batch.legal_masks,
        batch.mover,
        batch.outcome,
        batch.play_out,
        batch.random_actions,
        batch.reset,
        batch.step_random,
        batch.turn_up,
        len,
    ],
)
def test_a_single_state_and_an_empty_batch_are_refused_everywhere(function):
    with pytest.raises(batch.BatchError, match=r"one number per game.*states\.take"):
        function(SINGLE)
    with pytest.raises(batch.BatchError, match="at least one game"):
        function(batch.new(2).take([]))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_any_integer_type_does(dtype):
    states = batch.new(8, seed=3)
    actions, _ = batch.random_actions(states)
    drawn = drawn_for(states)
    seats = batch.mover(states)
    wanted = batch.step(states, actions, drawn).states
    # The largest action does not fit into eight bits with a sign.
    actions = actions if dtype is np.int8 else actions.astype(dtype)
    found = batch.step(states, actions, drawn.astype(dtype)).states
    assert batch.to_core(found) == batch.to_core(wanted)
    assert (batch.observe(states, seats.astype(dtype)) == batch.observe(states, seats)).all()


@pytest.mark.parametrize("number", [-1, 189, 1 << 32, (1 << 32) + 5, -(1 << 40)])
def test_a_number_that_is_no_action_is_illegal_and_never_wraps_around(number):
    states = batch.new(2, seed=1)
    result = batch.step(states, np.full(2, number, dtype=np.int64), no_cards(2))
    assert result.is_illegal.all()


def test_batches_that_cannot_be_made():
    for n, message in ((0, "at least 1, not 0"), (1.5, "integer, not 1.5"), (True, "not True")):
        with pytest.raises(batch.BatchError, match=f"the number of games must be .*{message}"):
            batch.new(n)
    for rulesets in ("ksr!", [Ruleset(), None], 5):
        with pytest.raises(RecordError, match="is not a ruleset; expected an edition"):
            batch.new(2, rulesets)
    with pytest.raises(batch.BatchError, match="seed must be at least 0, not -1"):
        batch.new(1, seed=-1)
    for first in (2, "red"):
        with pytest.raises(InvalidSeatError, match="there is no seat"):
            batch.new(1, first=first)
    with pytest.raises(batch.BatchError, match=r"first must be .*, not 7"):
        batch.new(2, first=np.array([0, 7]))
    with pytest.raises(batch.BatchError, match="strides must be at least 0, not -1"):
        batch.play_random(batch.new(1), -1)
    with pytest.raises(batch.BatchError, match=r"from_core\(\[state\]\)"):
        batch.from_core(batch.to_core(batch.new(1))[0])
    with pytest.raises(batch.BatchError, match="at least one game"):
        batch.from_core([])
    with pytest.raises(batch.BatchError, match="3 games need one ruleset, or 3, not 2"):
        batch.new(3, [Ruleset(), Ruleset()])
    with pytest.raises(batch.BatchError, match="archipelago"):
        batch.new(1, custom(Ruleset(), board=TINY))
    (state,) = batch.to_core(batch.new(1))
    with pytest.raises(batch.BatchError, match="1 games need 1 memories, not 0"):
        batch.from_core([state], memories=[])
    late = state._replace(public=state.public._replace(turn=256))
    with pytest.raises(batch.BatchError, match="turns up to 255"):
        batch.from_core([late])
    resigned = Over(Outcome(Seat.WHITE, Termination.RESIGNATION, ()))
    with pytest.raises(batch.BatchError, match="only endings by the rules"):
        batch.from_core([state._replace(public=state.public._replace(phase=resigned))])


def test_r7_1_a_discard_in_a_batch_is_the_core_s():
    states = batch.new(1, seed=9)
    (state,) = batch.to_core(states)
    hand = state.private[state.public.phase.seat].hand
    card = next(k for k in range(12) if hand >> 2 * k & 3)
    number = np.array([NUMBERS[Bury(card)]], dtype=np.uint32)
    (after,) = batch.to_core(batch.step(states, number, no_cards(1)).states)
    assert after.private[state.public.phase.seat].buried == 1 << 2 * card


def test_rulesets_and_seats_may_be_words():
    named = batch.new(3, "ksr", first="black", seed=4)
    given = batch.new(3, EDITIONS["ksr"].ruleset(), first=Seat.BLACK, seed=4)
    assert batch.to_core(named) == batch.to_core(given)
    mixed = batch.new(2, ["ksr", Ruleset()])
    assert [state.ruleset.edition for state in batch.to_core(mixed)] == ["ksr", "kosmos-2015"]
    assert (batch.observe(named, "white") == batch.observe(named, 0)).all()


def test_results_are_signed_and_unfinished_games_are_not_drawn():
    states = batch.new(400, seed=2)
    assert set(batch.outcome(states).winner.tolist()) == {batch.UNFINISHED}
    assert not batch.rewards(states).any()
    ended, _ = batch.play_out(states)
    result, cores = batch.outcome(ended), batch.to_core(ended)
    winners = [core.public.phase.outcome.winner for core in cores]
    wanted = [batch.NOBODY if winner is None else winner for winner in winners]
    assert result.winner.tolist() == wanted
    for_white = [0 if winner is None else 1 - 2 * winner for winner in winners]
    assert batch.rewards(ended).tolist() == [[white, -white] for white in for_white]
    decided = result.winner != batch.NOBODY
    assert (1 - 2 * result.winner)[decided].tolist() == [each for each in for_white if each]
    margins = result.scores[2][0] - result.scores[2][1]
    assert -12 <= margins.min() < 0 < margins.max() <= 12
    assert set((1 - 2 * batch.mover(states)).tolist()) == {1, -1}


@pytest.mark.slow
def test_results_are_the_same_in_jax():
    jnp = pytest.importorskip("jax.numpy")
    ended, _ = batch.play_out(batch.new(50, seed=3))
    mixed = batch.from_core([*batch.to_core(ended), *batch.to_core(batch.new(3))])
    in_jax = batch.from_core(batch.to_core(mixed), space=jnp)
    assert batch.rewards(in_jax).tolist() == batch.rewards(mixed).tolist()
    assert batch.outcome(in_jax).winner.tolist() == batch.outcome(mixed).winner.tolist()
