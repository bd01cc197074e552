"""The network: what it is given, and that NumPy and JAX reckon alike. [R5.1, R5.3]"""

from random import Random

import numpy as np
import pytest

from kahuna.batch import (
    act,
    mover,
    new,
    observe,
    play_random,
    random_actions,
    remember_ply,
    start_memories,
    to_core,
)
from kahuna.batch.state import doubt, taken_cards
from kahuna.bots.board_features import board_features
from kahuna.bots.network import Shape, forward, shape_of, shapes
from kahuna.bots.neural import champion_weights
from kahuna.core import ARCHIPELAGO, Seat, view_of
from kahuna.encoding import BOARD_SIZE, INPUT_SIZES, SIZE, SLICES, Memory, encode_view
from research.engines.scenarios import random_ruleset


def random_weights(shape, seed=1):
    rng = np.random.default_rng(seed)
    return {
        name: (rng.normal(size=size) / np.sqrt(size[0])).astype(np.float32)
        for name, size in shapes(shape).items()
    }


def positions(num, seed=1):
    """What the movers see and remember in games of all sorts of rules, at many moments."""
    rng = Random(seed)
    size = max(num // 10, 50)
    states = new(size, [random_ruleset(rng) for _ in range(size)], seed=rng.getrandbits(30))
    memories = start_memories(states)
    found = []
    for ply in range(100):
        actions, states = random_actions(states)
        after = act(states, actions).states
        memories, states = remember_ply(memories, states, actions, after), after
        if ply % 10 == 9:
            found.append(observe(states, mover(states), memories))
    return np.concatenate(found)[np.random.default_rng(seed).permutation(10 * size)[:num]]


def test_a_shape_can_be_told_from_the_weights():
    for shape in (
        Shape(),
        Shape(32, 1),
        Shape(16, 2, version=1),
    ):
        assert shape_of(random_weights(shape)) == shape


def test_every_version_of_the_inputs_has_its_own_size():
    assert len(set(INPUT_SIZES.values())) == len(INPUT_SIZES)


def test_older_weights_ignore_what_they_were_not_trained_on():
    seen = positions(5)
    weights = champion_weights("champion-1")
    one, other = (forward(weights, each, np) for each in (seen, seen[:, :SIZE]))
    assert np.array_equal(one.logits, other.logits)


def test_newer_weights_ask_for_the_memory():
    with pytest.raises(ValueError, match="observe with memories"):
        forward(champion_weights(), positions(5)[:, :SIZE], np)


def test_a_judgement_has_a_row_for_each_position():
    seen = positions(7)
    output = forward(champion_weights(), seen, np)
    assert output.logits.shape == (7, 189)
    assert output.value.shape == (7,)
    assert output.hand.shape == (7, 12, 3)
    assert (np.abs(output.value) <= 1).all()


def test_positions_are_judged_one_by_one():
    seen = positions(50)
    together = forward(champion_weights(), seen, np)
    for i in (0, 17, 49):
        alone = forward(champion_weights(), seen[i : i + 1], np)
        assert np.allclose(alone.logits[0], together.logits[i], atol=1e-4)
        assert np.allclose(alone.value[0], together.value[i], atol=1e-5)


@pytest.mark.slow
def test_numpy_and_jax_agree_on_ten_thousand_positions():
    import jax
    import jax.numpy as jnp

    seen = positions(10_000)
    wanted = forward(champion_weights(), seen, np)
    found = jax.jit(lambda x: forward(champion_weights(), x, jnp))(seen)
    for one, other in zip(wanted, found, strict=True):
        assert np.abs(one - np.asarray(other)).max() < 2e-3


def test_a_view_and_a_batch_are_judged_alike():
    """The bot is given what the network was trained on."""
    rng = Random(3)
    for _ in range(20):
        states = play_random(new(1, random_ruleset(rng), seed=rng.getrandbits(30)), 6).states
        (state,) = to_core(states)
        for seat in Seat:
            memory = Memory(*(tuple(int(x[0]) for x in pair) for pair in _memory(states)))
            of_view = encode_view(view_of(state, seat), memory=memory)
            of_batch = observe(states, int(seat))
            assert np.array_equal(of_view, of_batch[0])


def _memory(states):
    return [taken_cards(taken) for taken in states.taken], [doubt(taken) for taken in states.taken]


def test_the_board_is_read_by_arithmetic():
    """Each feature means what it says, reckoned once more from the board itself."""
    for row in positions(300, seed=5):
        seen = row[:SIZE].astype(np.uint8)
        found = board_features(row[None], np)[0]
        assert found.shape == (BOARD_SIZE,)
        islands, lines = found[: 12 * 12].reshape(12, 12), found[12 * 12 :].reshape(7, 27)
        bridges = [
            sum(int(bit) << line for line, bit in enumerate(seen[SLICES[name]]))
            for name in ("own_bridges", "their_bridges")
        ]
        cards = seen[SLICES["own_cards"]]
        for island in ARCHIPELAGO.islands:
            at = ARCHIPELAGO.lines_at[island]
            for side in (0, 1):
                short = ARCHIPELAGO.majority[island] - (bridges[side] & at).bit_count()
                wanted = [short <= 0, short == 1, short == 2, short >= 3]
                assert islands[4 * side : 4 * side + 4, island].tolist() == wanted
                others = bridges[1 - side]
                swept = ARCHIPELAGO.held(others) & ~ARCHIPELAGO.held(others & ~at) & ~(1 << island)
                assert islands[8 + 2 * side, island] * 4 == (others & at).bit_count()
                assert islands[9 + 2 * side, island] * 2 == swept.bit_count()
        for line, ends in enumerate(ARCHIPELAGO.ends):
            bit = 1 << line
            is_free = not (bridges[0] | bridges[1]) & bit
            assert lines[0, line] == is_free
            for side in (0, 1):
                own, others = bridges[side], bridges[1 - side]
                gained = ARCHIPELAGO.held(own | bit) & ~ARCHIPELAGO.held(own)
                broken = ARCHIPELAGO.held(others) & ~ARCHIPELAGO.held(others & ~bit)
                assert lines[1 + 2 * side, line] == (gained.bit_count() if is_free else 0)
                assert lines[2 + 2 * side, line] == broken.bit_count()
            assert lines[5, line] == (sum(cards[end] >= 1 for end in ends) if is_free else 0)
            assert lines[6, line] == (sum(cards[end] for end in ends) if bridges[1] & bit else 0)
