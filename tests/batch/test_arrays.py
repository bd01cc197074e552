"""The small words of the array rules against plain Python and the core."""

import numpy as np
import pytest

from kahuna.batch import arrays, board, cards
from kahuna.batch.constants import FOLDED, LANES, NUM_ACTIONS, NUMBERS, PLACES
from kahuna.core import ACTIONS, ARCHIPELAGO, Island, bits, count, single, size

RNG = np.random.default_rng(7)
LINES = RNG.integers(0, 1 << 27, 500, dtype=np.uint32)


def random_cards(num: int) -> np.ndarray:
    lanes = RNG.integers(0, 3, (num, 12), dtype=np.uint32)
    return (lanes << 2 * np.arange(12, dtype=np.uint32)).sum(axis=1, dtype=np.uint32)


def test_every_action_has_one_place_in_the_rows():
    assert len(set(PLACES)) == len(set(FOLDED)) == NUM_ACTIONS == len(ACTIONS)
    assert [NUMBERS[at] for at in FOLDED] == list(range(NUM_ACTIONS))


def test_r5_1_held_is_the_board_s_held():
    found = board.held(LINES)
    for bridges, islands in zip(LINES.tolist(), found.tolist(), strict=True):
        wanted = sum(1 << LANES.places[i] for i in bits(ARCHIPELAGO.held(bridges)))
        assert islands == wanted


def test_lines_of_islands():
    for island in ARCHIPELAGO.islands:
        held = np.array([1 << LANES.places[island]], dtype=np.uint32)
        assert board.lines_of(held)[0] == ARCHIPELAGO.lines_at[island]


def test_lines_from_the_lower_and_the_upper_end():
    for island in ARCHIPELAGO.islands:
        lower, upper = board.lines_from(np.array([1 << 2 * island], dtype=np.uint32))
        for line, (a, b) in enumerate(ARCHIPELAGO.ends):
            assert (int(lower[0]) >> line & 1, int(upper[0]) >> line & 1) == (
                a == island,
                b == island,
            )


def test_ends_of_every_line():
    lower, upper = board.ends(np.arange(27, dtype=np.uint32))
    assert list(zip(lower.tolist(), upper.tolist(), strict=True)) == list(ARCHIPELAGO.ends)


def test_nth_bit_is_the_place_of_that_bit():
    for number in LINES.tolist():
        places = list(bits(number))
        ranks = np.arange(len(places), dtype=np.uint32)
        numbers = np.full(len(places), number, dtype=np.uint32)
        assert arrays.nth_bit(numbers, ranks).tolist() == places


def test_cards_are_packed_as_in_the_core():
    some = random_cards(300)
    islands = RNG.integers(0, 12, 300, dtype=np.uint32)
    assert cards.size(some).tolist() == [size(hand) for hand in some.tolist()]
    assert cards.single(islands).tolist() == [single(Island(i)) for i in islands.tolist()]
    assert cards.count(some, islands).tolist() == [
        count(hand, Island(i)) for hand, i in zip(some.tolist(), islands.tolist(), strict=True)
    ]


def test_without_takes_what_is_there_and_with_one_stops_at_two():
    some, gone = random_cards(500), random_cards(500)
    for hand, less, left in zip(some, gone, cards.without(some, gone), strict=True):
        for i in range(12):
            lanes = [int(value) >> 2 * i & 3 for value in (hand, less, left)]
            assert lanes[2] == max(lanes[0] - lanes[1], 0)
    extra = cards.single(RNG.integers(0, 12, 500, dtype=np.uint32))
    for hand, card, more in zip(some, extra, cards.with_one(some, extra), strict=True):
        place = int(card).bit_length() - 1
        assert int(more) >> place & 3 == min((int(hand) >> place & 3) + 1, 2)


@pytest.mark.parametrize("which", [0, 0xFFFFFFFF])
def test_pick_and_swap(which):
    mask = np.array([which], dtype=np.uint32)
    one_, two = np.array([5], dtype=np.uint32), np.array([9], dtype=np.uint32)
    assert arrays.pick(mask, one_, two)[0] == (5 if which else 9)
    assert [int(a[0]) for a in arrays.swap(mask, (one_, two))] == ([9, 5] if which else [5, 9])
