"""The network: what it is given, and that NumPy and JAX reckon alike. [R5.1, R5.3]"""

from random import Random

import numpy as np
import pytest

from kahuna.batch import mover, new, observe, play_random, to_core
from kahuna.batch.state import doubt, taken_cards
from kahuna.bots.network import Shape, forward, shape_of, shapes
from kahuna.bots.neural import champion_weights
from kahuna.core import ARCHIPELAGO, Seat, view_of
from kahuna.encoding import BOARD_SIZE, SLICES, Memory, board_features, encode_view
from research.engines.scenarios import random_ruleset


def random_weights(shape, seed=1):
    rng = np.random.default_rng(seed)
    return {
        name: (rng.normal(size=size) / np.sqrt(size[0])).astype(np.float32)
        for name, size in shapes(shape).items()
    }


def positions(num, seed=1):
    """What the movers see in games of all sorts of rules, at all sorts of moments."""
    rng = Random(seed)
    size = 1000
    found = []
    while sum(map(len, found)) < num:
        states = new(size, [random_ruleset(rng) for _ in range(size)], seed=rng.getrandbits(30))
        for strides in (1, 3, 5, 7):
            states = play_random(states, strides).states
            found.append(observe(states, mover(states)))
    return np.concatenate(found)[:num]


def test_a_shape_can_be_told_from_the_weights():
    for shape in (
        Shape(),
        Shape(32, 1),
        Shape(16, 2, knows_board=False),
    ):
        assert shape_of(random_weights(shape)) == shape


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
    for seen in positions(300, seed=5):
        found = board_features(seen[None].astype(np.float32), np)[0]
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
