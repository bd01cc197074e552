"""R5 Control."""

import pytest

from kahuna.core import DECLINE, Build, Remove, Replace, count_stones
from kahuna.core.events import BridgeRemoved, ControlGained, ControlLost

from .positions import (
    ALL_EDITIONS,
    BASE,
    BLACK,
    BOARD,
    LETTERS,
    NO_TRESPASS,
    WHITE,
    bridges,
    build,
    built,
    gained,
    held,
    lines_at,
    lost,
    of_type,
    play,
    played,
    position,
    remove,
    removed,
    some_random_games,
    swept,
)

MAJORITIES = {3: 2, 4: 3, 5: 3, 6: 4}


@pytest.mark.parametrize("letter", LETTERS)
def test_r5_1_more_than_half_of_all_lines_and_not_one_less(letter):
    at_island = lines_at(letter).split()
    majority = MAJORITIES[len(at_island)]
    short = position(" ".join(at_island[: majority - 2]), hands=(letter * 2, ""))
    state, events = play(short, build(at_island[majority - 2], letter))
    assert letter not in held(state, WHITE)
    assert gained(WHITE, letter) not in events
    state, events = play(state, build(at_island[majority - 1], letter))
    assert letter in held(state, WHITE)
    assert gained(WHITE, letter) in events


def test_r5_1_exactly_half_is_not_enough():
    state, events = play(position("DE", "", hands=("D", "")), build("DH", "D"))
    assert held(state, WHITE) == ""
    assert not of_type(events, ControlGained)


def test_r5_1_more_bridges_than_the_opponent_are_not_enough():
    state, events = play(position("BC", "BF", hands=("B", "")), build("BE", "B"))
    assert held(state, WHITE) == held(state, BLACK) == ""
    assert not of_type(events, ControlGained)


def test_r5_1_nobody_shares_an_island():
    assert all(2 * BOARD.majority[i] > BOARD.lines_at[i].bit_count() for i in BOARD.islands)
    for _, _, step in some_random_games():
        white, black = step.state.public.bridges
        assert not BOARD.held(white) & BOARD.held(black)


@pytest.mark.parametrize("rules", ALL_EDITIONS, ids=lambda rules: rules.edition)
def test_r5_2_stone_is_placed_at_once_and_unasked(rules):
    state = position("AB", "", hands=("A", ""), rules=rules)
    assert count_stones(rules, state.public.bridges) == (0, 0)
    state, events = play(state, build("AD", "A"))
    assert events == (played(WHITE, "A"), built(WHITE, "AD"), gained(WHITE, "A"))
    assert count_stones(rules, state.public.bridges) == (1, 0)


def test_r5_3_gaining_sweeps_all_opposing_bridges_at_the_island_and_no_others():
    state = position("BD BE", "AB BC AD CF", hands=("B", ""))
    state, events = play(state, build("BF", "B"))
    assert of_type(events, BridgeRemoved) == [swept(BLACK, "AB"), swept(BLACK, "BC")]
    assert bridges(state, BLACK) == "AD CF"
    assert bridges(state, WHITE) == "BD BE BF"


def test_r5_3_further_bridge_at_a_held_island_sweeps_nothing():
    state = position("BC BD BE", "AB", hands=("B", ""))
    state, events = play(state, build("BF", "B"))
    assert events == (played(WHITE, "B"), built(WHITE, "BF"))
    assert bridges(state, BLACK) == "AB"


def test_r5_3_holding_an_island_sweeps_nothing_in_later_turns():
    state = position("BC BD BE", "", hands=("K", "B"), to_move=BLACK)
    state, events = play(state, build("BF", "B"), DECLINE, build("KL", "K"))
    assert not of_type(events, BridgeRemoved)
    assert bridges(state, BLACK) == "BF"


@pytest.mark.parametrize(
    ("black", "islands_lost"),
    [
        ("AB AH", "A"),  # AB goes: one of three is left at ALOA.
        ("AB AD AH", ""),  # Two of three are still enough.
        ("AB BC CF CG", "C"),  # BC goes: two of four are left at COCO.
        ("AB AH BC CF CG", "AC"),
        ("BC CF CG CK", ""),
    ],
)
def test_r5_4_sweep_takes_islands_whose_majority_is_gone(black, islands_lost):
    state = position("BD BE", black, hands=("B", ""))
    before = held(state, BLACK)
    state, events = play(state, build("BF", "B"))
    assert "".join(LETTERS[event.island] for event in of_type(events, ControlLost)) == islands_lost
    assert held(state, BLACK) == "".join(letter for letter in before if letter not in islands_lost)


@pytest.mark.parametrize(
    ("black", "islands_lost"),
    [
        ("AB AD", "A"),  # The lower end.
        ("AB BC BD", "B"),  # The upper end.
        ("AB AD BC BE", "AB"),  # Both.
        ("AB AD AH BC BE BF", ""),  # Neither: two of three and three of five are left.
    ],
)
def test_r5_4_removal_takes_the_islands_at_both_ends(black, islands_lost):
    state = position("KL", black, hands=("AB", ""))
    state, events = play(state, remove("AB", "AB"))
    assert of_type(events, ControlLost) == [lost(BLACK, letter) for letter in islands_lost]


def test_r5_5_losing_an_island_takes_no_bridge_off_the_board():
    state = position("AH BF", "AB AD BC BE", hands=("AB", ""))
    state, events = play(state, remove("AB", "AB"))
    assert of_type(events, ControlLost) == [lost(BLACK, "A"), lost(BLACK, "B")]
    assert bridges(state, BLACK) == "AD BC BE"
    assert bridges(state, WHITE) == "AH BF"


@pytest.mark.parametrize("rules", [BASE, NO_TRESPASS], ids=["base", "no_trespass"])
def test_r5_6_nobody_loses_by_building_or_gains_by_a_removal(rules):
    checked = {Build: 0, Remove: 0}
    for state, move, step in some_random_games(rules):
        if isinstance(move, Build | Replace):
            mover = state.public.phase.seat
            losses = of_type(step.events, BridgeRemoved, ControlLost)
            assert all(event.seat is mover.other for event in losses)
            checked[Build] += bool(losses)
        if isinstance(move, Remove):
            assert not of_type(step.events, ControlGained)
            assert len(of_type(step.events, BridgeRemoved)) == 1
            checked[Remove] += 1
    assert min(checked.values()) > 10


def test_r5_6_outnumbering_after_a_removal_gains_nothing():
    state = position("BC BD", "AB BE BF", hands=("BBEE", ""))
    assert held(state, BLACK) == "B"
    state, events = play(state, remove("BF", "BB"), remove("BE", "EE"))
    assert events[1:3] == (removed(BLACK, "BF"), lost(BLACK, "B"))
    assert held(state, WHITE) == ""
    assert not of_type(events, ControlGained)


def test_r5_7_one_bridge_gains_both_islands_and_sweeps_at_both():
    state = position("AD BC BE", "AH BF", hands=("A", ""))
    state, events = play(state, build("AB", "A"))
    assert events[2:] == (
        gained(WHITE, "A"),
        gained(WHITE, "B"),
        swept(BLACK, "AH"),
        swept(BLACK, "BF"),
    )
    assert held(state, WHITE) == "AB"
    assert bridges(state, BLACK) == ""


def test_r5_8_chain_is_told_in_one_order():
    """Neither the swept bridges nor the lost islands are grouped by what took them."""
    state = position("EI EJ FJ HI", "CK GJ IL JK KL", hands=("J", ""))
    assert held(state, BLACK) == "KL"
    _, events = play(state, build("IJ", "J"))
    assert events == (
        played(WHITE, "J"),
        built(WHITE, "IJ"),
        gained(WHITE, "I"),
        gained(WHITE, "J"),
        swept(BLACK, "GJ"),
        swept(BLACK, "IL"),
        swept(BLACK, "JK"),
        lost(BLACK, "K"),
        lost(BLACK, "L"),
    )


def test_r5_8_after_a_removal_the_bridge_comes_first():
    state = position("KL", "AB AD BC BE", hands=("AB", ""))
    _, events = play(state, remove("AB", "AB"))
    assert events == (
        played(WHITE, "AB"),
        removed(BLACK, "AB"),
        lost(BLACK, "A"),
        lost(BLACK, "B"),
    )
