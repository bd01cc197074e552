"""R4 Build."""

import pytest

from kahuna.core import (
    DECLINE,
    REPLACE,
    SPECTATOR,
    VIEWERS,
    Build,
    Reason,
    custom,
    num_bridges_left,
    seen,
    view_of,
)

from .positions import (
    BASE,
    BLACK,
    WHITE,
    after,
    assert_illegal,
    bridges,
    build,
    built,
    cards,
    gained,
    hand,
    held,
    is_legal,
    legal,
    play,
    played,
    position,
    remove,
    swept,
)


def test_r4_1_one_card_puts_one_bridge_on_a_free_line():
    state, events = play(position(hands=("AK", "")), build("AH", "A"))
    assert (bridges(state, WHITE), bridges(state, BLACK)) == ("AH", "")
    assert hand(state, WHITE) == "K"
    assert events == (played(WHITE, "A"), built(WHITE, "AH"))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (build("BC", "A"), Reason.CARD_NOT_AT_LINE),
        (build("BC", "L"), Reason.CARD_NOT_AT_LINE),
        (build("BC", "C"), Reason.CARD_NOT_HELD),
        (build("AB", "A"), Reason.LINE_TAKEN),
        (build("AD", "A"), Reason.LINE_TAKEN),
    ],
)
def test_r4_1_other_builds_are_refused(action, reason):
    assert_illegal(position("AB", "AD", hands=("A", "C")), action, reason)


def test_r4_1_every_free_line_at_the_islands_on_the_cards_and_no_other():
    state = position("AB", "AD", hands=("AL", ""))
    builds = [action for action in legal(state) if isinstance(action, Build)]
    assert builds == [build("AH", "A"), build("HL", "L"), build("IL", "L"), build("KL", "L")]


@pytest.mark.parametrize(("card", "left"), [("A", "B"), ("B", "A")])
def test_r4_2_either_end_pays_and_the_player_chooses(card, left):
    state = position(hands=("AB", ""))
    assert {build("AB", "A"), build("AB", "B")} <= set(legal(state))
    state = after(state, build("AB", card))
    assert bridges(state, WHITE) == "AB"
    assert hand(state, WHITE) == left
    assert state.public.discards == cards(card)


def test_r4_3_no_building_with_an_empty_supply():
    state = position("AB", "CF", hands=("AL", ""), rules=custom(BASE, bridges=1))
    assert num_bridges_left(state.ruleset, state.public, WHITE) == 0
    assert_illegal(state, build("AD", "A"), Reason.NO_BRIDGE_LEFT)
    assert not [action for action in legal(state) if isinstance(action, Build)]


def test_r4_3_last_bridge_can_be_built():
    state = position("AB", "CF", hands=("AL", ""), rules=custom(BASE, bridges=2))
    assert is_legal(state, build("AD", "A"))
    assert_illegal(after(state, build("AD", "A")), build("HL", "L"), Reason.NO_BRIDGE_LEFT)


def test_r4_3_building_goes_on_when_a_bridge_comes_back():
    rules = custom(BASE, bridges=1)
    state = position("AB", "CF", hands=("L", "AA"), to_move=BLACK, rules=rules)
    state = after(state, remove("AB", "AA"), DECLINE)
    assert is_legal(state, build("HL", "L"))


def test_r4_3_own_bridge_cannot_be_taken_back():
    state = position("AB", "CF", hands=("AAB", ""), rules=custom(BASE, bridges=1))
    assert_illegal(state, remove("AB", "AA"), Reason.NO_OPPOSING_BRIDGE)
    assert_illegal(state, REPLACE, Reason.NOTHING_CLEARED)


def test_r4_4_bridge_at_an_opposing_island_stays():
    state = position("BC", "AB AD", hands=("A", "K"))
    assert held(state, BLACK) == "A"
    state, events = play(state, build("AH", "A"))
    assert events == (played(WHITE, "A"), built(WHITE, "AH"))
    state = after(state, DECLINE, build("JK", "K"))
    assert bridges(state, WHITE) == "AH BC"
    assert held(state, BLACK) == "A"


def test_r4_4_it_goes_when_the_island_is_lost_and_gained_anew():
    state = position("AH BC", "AB AD", hands=("AA", "B"))
    state = after(state, remove("AB", "AA"), DECLINE)
    assert held(state, BLACK) == ""
    state, events = play(state, build("AB", "B"))
    assert events[2:] == (gained(BLACK, "A"), swept(WHITE, "AH"))
    assert bridges(state, WHITE) == "BC"


def test_r4_4_it_goes_when_the_other_end_is_gained():
    state = position("AH BC", "AB AD DH HL", hands=("", "H"), to_move=BLACK)
    _, events = play(state, build("HI", "H"))
    assert events[2:] == (gained(BLACK, "H"), swept(WHITE, "AH"))


def test_r4_4_it_goes_for_a_pair_of_cards():
    state = position("AH BC", "AB AD", hands=("", "AH"), to_move=BLACK)
    assert bridges(after(state, remove("AH", "AH")), WHITE) == "BC"


def test_r4_5_played_cards_go_face_up_onto_the_discards():
    state = position("", "DE", hands=("AEE", ""))
    assert state.public.discards == 0
    state, events = play(state, build("AB", "A"), remove("DE", "EE"))
    assert state.public.discards == cards("AEE")
    for viewer in VIEWERS:
        told = [seen(event, viewer) for event in events]
        assert {played(WHITE, "A"), played(WHITE, "EE")} <= set(told)


def test_r4_5_who_joins_later_can_look_them_up():
    state = after(position(hands=("A", "")), build("AB", "A"), DECLINE)
    assert view_of(state, SPECTATOR).public.discards == cards("A")
