"""R6 Remove."""

import pytest

from kahuna.core import DECLINE, REPLACE, Reason, Remove
from kahuna.core.events import ControlGained

from .positions import (
    BLACK,
    WHITE,
    after,
    assert_illegal,
    bridges,
    build,
    cards,
    hand,
    held,
    is_legal,
    legal,
    lost,
    of_type,
    play,
    played,
    position,
    remove,
    removed,
)


@pytest.mark.parametrize("pair", ["AB", "AA", "BB"])
def test_r6_1_two_cards_that_name_the_ends_take_the_bridge(pair):
    state = position("KL", "AB", hands=("AABBC", ""))
    state, events = play(state, remove("AB", pair))
    assert events == (played(WHITE, pair), removed(BLACK, "AB"))
    assert bridges(state, BLACK) == ""
    assert state.public.discards == cards(pair)
    assert len(hand(state, WHITE)) == 3


@pytest.mark.parametrize(
    ("hand_cards", "pair", "reason"),
    [
        ("AC", "AC", Reason.CARD_NOT_AT_LINE),  # Only one of the cards names an end.
        ("CC", "CC", Reason.CARD_NOT_AT_LINE),
        ("BC", "BC", Reason.CARD_NOT_AT_LINE),
        ("ACDE", "AA", Reason.CARD_NOT_HELD),  # One ALOA is not two.
        ("ACDE", "AB", Reason.CARD_NOT_HELD),
        ("BCDE", "AB", Reason.CARD_NOT_HELD),
        ("BCDE", "BB", Reason.CARD_NOT_HELD),
    ],
)
def test_r6_1_other_pairs_are_refused(hand_cards, pair, reason):
    assert_illegal(position("KL", "AB", hands=(hand_cards, "")), remove("AB", pair), reason)


def test_r6_1_every_pair_that_is_held_can_be_chosen():
    state = position("KL", "AB AD", hands=("AAB", ""))
    removals = [action for action in legal(state) if isinstance(action, Remove)]
    assert removals == [remove("AB", "AA"), remove("AB", "AB"), remove("AD", "AA")]


@pytest.mark.parametrize("pair", ["AB", "AA", "BB"])
@pytest.mark.parametrize("white", ["AB", "CF"], ids=["own", "empty"])
def test_r6_2_never_an_own_bridge_and_never_an_empty_line(white, pair):
    state = position(white, "EF", hands=("AABB", ""))
    assert_illegal(state, remove("AB", pair), Reason.NO_OPPOSING_BRIDGE)


def test_r6_2_pair_takes_exactly_one_bridge():
    state = position("KL", "AB AD AH", hands=("AA", ""))
    assert bridges(after(state, remove("AD", "AA")), BLACK) == "AB AH"


@pytest.mark.parametrize(
    ("black", "islands_lost", "islands_kept"),
    [
        ("AB AD", "A", ""),
        ("AB AD BC BE", "AB", ""),
        ("AB AD AH", "", "A"),
        ("AB AD BC BE BF", "A", "B"),
        ("AB BC", "", ""),
    ],
)
def test_r6_3_opponent_loses_what_the_bridge_was_needed_for(black, islands_lost, islands_kept):
    state, events = play(position("KL", black, hands=("AB", "")), remove("AB", "AB"))
    assert events[2:] == tuple(lost(BLACK, letter) for letter in islands_lost)
    assert held(state, BLACK) == islands_kept


def test_r6_3_removal_gives_no_island():
    state, events = play(position("AD BC BD", "AB BE BF", hands=("AB", "")), remove("AB", "AB"))
    assert held(state, WHITE) == ""
    assert not of_type(events, ControlGained)


def test_r6_4_cleared_line_can_be_taken_in_the_same_turn():
    state = position("KL", "AB", hands=("AAB", ""))
    assert_illegal(state, build("AB", "B"), Reason.LINE_TAKEN)
    state = after(state, remove("AB", "AA"))
    assert is_legal(state, build("AB", "B"))
    state = after(state, build("AB", "B"))
    assert bridges(state, WHITE) == "AB KL"
    assert hand(state, WHITE) == ""


def test_r6_4_it_takes_a_further_card():
    state = after(position("KL", "AB", hands=("AAC", "")), remove("AB", "AA"))
    assert_illegal(state, REPLACE, Reason.NOTHING_CLEARED)
    assert_illegal(state, build("AB", "A"), Reason.CARD_NOT_HELD)


def test_r6_4_the_opponent_may_take_it_too():
    state = after(position("KL", "AB", hands=("AA", "B")), remove("AB", "AA"), DECLINE)
    assert is_legal(state, build("AB", "B"))
