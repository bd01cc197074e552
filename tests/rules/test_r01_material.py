"""R1 Material."""

import pytest

from kahuna.core import (
    DECLINE,
    EDITIONS,
    SEATS,
    InvalidPositionError,
    Reason,
    Seat,
    Setup,
    bits,
    count_stones,
    custom,
    num_bridges_left,
    state_of,
)
from kahuna.core.scoring import score_round

from .positions import (
    BASE,
    BLACK,
    BOARD,
    WHITE,
    after,
    assert_illegal,
    build,
    chapter,
    gained,
    held,
    is_legal,
    island,
    islands,
    lines,
    names_of,
    play,
    position,
    remove,
    swept,
    tables,
)

ALL_LINES = names_of((1 << 27) - 1)
ISLANDS = tables(chapter("R1 Material"))[0]


def test_r1_1_two_seats_white_and_black():
    assert [seat.name for seat in Seat] == ["WHITE", "BLACK"]
    assert [seat.other for seat in SEATS] == [BLACK, WHITE]


def test_r1_2_twelve_islands_and_27_lines():
    assert len(BOARD.names) == len(ISLANDS) == 12
    assert len(BOARD.ends) == 27


@pytest.mark.parametrize("row", ISLANDS, ids=lambda row: row["letter"])
def test_r1_2_island_has_its_name_lines_majority_and_neighbours(row):
    number = island(row["letter"])
    assert BOARD.names[number] == row["island"]
    assert BOARD.lines_at[number].bit_count() == int(row["lines"])
    assert BOARD.majority[number] == int(row["majority"])
    ends = (BOARD.ends[line] for line in bits(BOARD.lines_at[number]))
    neighbours = [BOARD.names[a if b == number else b] for a, b in ends]
    assert ", ".join(neighbours) == row["neighbours"]


def test_r1_2_lines_are_those_listed():
    assert f"The 27 lines are {ALL_LINES}." in chapter("R1 Material")


@pytest.mark.parametrize(("white", "black"), [("AB", ""), ("", "AB")])
def test_r1_2_line_has_room_for_one_bridge(white, black):
    assert_illegal(position(white, black, hands=("A", "")), build("AB", "A"), Reason.LINE_TAKEN)
    with pytest.raises(InvalidPositionError):
        position("AB", "AB")


def test_r1_3_two_cards_of_each_island():
    assert BOARD.copies == 2
    assert BOARD.deck == sum(2 << 2 * number for number in range(12))


def test_r1_3_third_card_of_an_island_is_refused():
    two, one = (island("A"), island("A")), (island("A"),)
    with pytest.raises(InvalidPositionError):
        state_of(Setup(hands=(two, one), open_cards=islands("BCD")))


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_r1_4_supply_is_25_bridges_or_30(edition):
    rules = edition.ruleset()
    supply = 30 if edition.key == "ksr" else 25
    state = position("AB AD", "BC", rules=rules)
    assert num_bridges_left(rules, state.public, WHITE) == supply - 2
    assert num_bridges_left(rules, state.public, BLACK) == supply - 1


def test_r1_4_more_bridges_than_there_are_are_refused():
    twenty_five = " ".join(ALL_LINES.split()[:25])
    assert position(twenty_five)
    with pytest.raises(InvalidPositionError):
        position(ALL_LINES)
    assert position(ALL_LINES, rules=EDITIONS["ksr"].ruleset())


def test_r1_4_removed_bridge_returns_and_can_be_built_again():
    rules = custom(BASE, bridges=2)
    state = position("BC BD", "CG", hands=("C", "BB"), to_move=BLACK, rules=rules)
    state = after(state, remove("BC", "BB"), DECLINE)
    assert num_bridges_left(rules, state.public, WHITE) == 1
    assert is_legal(state, build("BC", "C"))


def test_r1_4_swept_bridge_returns_to_its_owner():
    state = position("AB", "AD", hands=("A", ""))
    assert num_bridges_left(BASE, state.public, BLACK) == 24
    state = after(state, build("AH", "A"))
    assert num_bridges_left(BASE, state.public, BLACK) == 25


@pytest.mark.parametrize(
    ("stones", "counted"), [(1, 1), (9, 9), (10, 10), (11, 11), (12, 12), (25, 12)]
)
def test_r1_5_count_is_islands_or_stones_whichever_is_smaller(stones, counted):
    rules = custom(BASE, stones=stones, bridges=27)
    assert count_stones(rules, (lines(ALL_LINES), 0)) == (counted, 0)
    assert count_stones(rules, (0, lines(ALL_LINES))) == (0, counted)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_r1_5_ten_stones_or_25(edition):
    assert edition.stones == (25 if edition.key == "ksr" else 10)


def test_r1_5_island_gained_without_a_stone_is_held_with_every_effect():
    rules = custom(BASE, stones=1)
    state = position("AB AD HL", "IL", hands=("L", ""), rules=rules)
    state, events = play(state, build("KL", "L"))
    assert events[2:] == (gained(WHITE, "L"), swept(BLACK, "IL"))
    assert held(state, WHITE) == "AL"
    assert count_stones(rules, state.public.bridges) == (1, 0)


def test_r1_5_stone_that_comes_free_counts_elsewhere():
    rules = custom(BASE, stones=1)
    state = position("AB AD HL KL", "CF", hands=("", "AA"), to_move=BLACK, rules=rules)
    state = after(state, remove("AD", "AA"))
    assert held(state, WHITE) == "L"
    assert count_stones(rules, state.public.bridges) == (1, 0)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_r1_5_cap_of_ten_never_changes_who_wins_a_scoring(number):
    uncapped = custom(BASE, stones=12)
    for white in range(13):
        for black in range(13 - white):
            capped = score_round(BASE, number, (min(white, 10), min(black, 10)))
            free = score_round(uncapped, number, (white, black))
            assert (capped[0] > capped[1]) == (free[0] > free[1])
            assert (capped[1] > capped[0]) == (free[1] > free[0])
