"""Boards: what is derived from islands and lines, and which boards there cannot be. [R1.2]"""

import os
import pickle
import subprocess
import sys

import pytest

from kahuna.core import ARCHIPELAGO, Board, bits, expand, make_board
from property.random_games import KITE, TRIANGLE


def test_what_a_board_derives():
    assert KITE.lines_at == (0b00111, 0b11001, 0b01010, 0b10100)
    assert KITE.majority == (2, 2, 2, 2)
    assert KITE.line_of == {(0, 1): 0, (0, 2): 1, (0, 3): 2, (1, 2): 3, (1, 3): 4}
    assert (list(KITE.islands), list(KITE.lines)) == ([0, 1, 2, 3], [0, 1, 2, 3, 4])
    assert expand(KITE.deck) == (0, 0, 1, 1, 2, 2, 3, 3)


@pytest.mark.parametrize(
    ("bridges", "held"),
    [(0, 0), (0b00001, 0), (0b00011, 0b0001), (0b01001, 0b0010), (0b11111, 0b1111)],
)
def test_who_holds_what(bridges, held):
    assert KITE.held(bridges) == held


def test_equal_boards_have_equal_hashes():
    same = make_board("ALOA BARI COCO", "AB AC BC", dealt=1, open_places=1, hand_limit=2)
    other = make_board("ALOA BARI COCO", "AB AC", dealt=1, open_places=1, hand_limit=2)
    assert same == TRIANGLE
    assert hash(same) == hash(TRIANGLE)
    assert other != TRIANGLE
    assert hash(other) != hash(TRIANGLE)


def test_a_board_arrives_in_another_process():
    """There the same names have another hash, so the board must be made anew."""
    program = (
        "import pickle, sys; from kahuna.core import ARCHIPELAGO;"
        "board = pickle.load(sys.stdin.buffer);"
        "assert {ARCHIPELAGO: board}[board] == ARCHIPELAGO; assert board.majority[4] == 4"
    )
    subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(ARCHIPELAGO),
        env=os.environ | {"PYTHONHASHSEED": "42"},
        check=True,
    )
    assert pickle.loads(pickle.dumps(KITE)) == KITE


def test_a_board_that_arrives_again_is_the_same_object():
    assert pickle.loads(pickle.dumps(ARCHIPELAGO)) is ARCHIPELAGO
    assert pickle.loads(pickle.dumps(KITE)) is pickle.loads(pickle.dumps(KITE))


@pytest.mark.parametrize(
    ("names", "lines", "sizes", "problem"),
    [
        ("ALOA COCO", "AB", {}, "must begin with A, B, C"),
        ("BARI ALOA", "AB", {}, "must begin with A, B, C"),
        ("ALOA BARI COCO", "AC AB", {}, "alphabetical order"),
        ("ALOA BARI COCO", "AB AB", {}, "each once"),
        ("ALOA BARI COCO", "BA", {}, "lower island first"),
        ("ALOA BARI COCO", "AA", {}, "lower island first"),
        ("ALOA BARI COCO", "AB", {"copies": 0}, "one to three"),
        ("ALOA BARI COCO", "AB", {"copies": 4}, "one to three"),
        ("ALOA BARI COCO", "AB", {"hand_limit": 3, "dealt": 1, "open_places": 1}, "more cards"),
        ("ALOA BARI COCO", "AB", {"hand_limit": 2, "dealt": 2, "open_places": 1}, "more cards"),
    ],
)
def test_boards_that_cannot_be(names, lines, sizes, problem):
    with pytest.raises(ValueError, match=problem):
        make_board(names, lines, **sizes)


@pytest.mark.parametrize(
    ("lines", "sizes"),
    [
        ("AD", {"dealt": 1, "open_places": 1, "hand_limit": 2}),  # there is no island D
        ("AB", {"dealt": 2, "open_places": 0, "hand_limit": 2}),  # no place is ever opened
        ("AB", {"dealt": 2, "open_places": 1, "hand_limit": 1, "copies": 3}),  # dealt too many
    ],
)
def test_boards_that_cannot_be_either(lines, sizes):
    with pytest.raises(ValueError, match=r"\w"):
        make_board("ALOA BARI COCO", lines, **sizes)


@pytest.mark.parametrize("copies", [1, 3])
def test_one_and_three_cards_an_island_are_possible(copies):
    board = Board(tuple("ABCD"), (), copies=copies, dealt=0, open_places=1, hand_limit=1)
    assert expand(board.deck) == tuple(i for i in range(4) for _ in range(copies))


def test_two_full_hands_and_one_card_more_are_enough():
    sizes = {"copies": 1, "dealt": 1, "open_places": 1}
    assert make_board("A B C D E", "AB", hand_limit=2, **sizes).hand_limit == 2
    with pytest.raises(ValueError, match="more cards"):
        make_board("A B C D", "AB", hand_limit=2, **sizes)


@pytest.mark.parametrize(("mask", "places"), [(0, []), (1, [0]), (0b1010, [1, 3]), (1 << 26, [26])])
def test_bits(mask, places):
    assert list(bits(mask)) == places
