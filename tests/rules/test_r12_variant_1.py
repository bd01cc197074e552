"""R12 Variant 1: no trespass."""

import pytest

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    REPLACE,
    InvalidPositionError,
    Outcome,
    Reason,
    Termination,
    custom,
    view_of,
    why_illegal,
)
from kahuna.core.events import BuildCause, GameEnded

from .positions import (
    BLACK,
    BOARD,
    NO_TRESPASS,
    WHITE,
    after,
    assert_illegal,
    bridges,
    build,
    built,
    bury,
    gained,
    hand,
    held,
    is_legal,
    lost,
    outcome,
    play,
    position,
    remove,
    removed,
    some_random_games,
    swept,
)


def variant(white, black, own="", *, rules=NO_TRESPASS, **options):
    """White is to move and has these cards."""
    return position(white, black, hands=(own, ""), rules=rules, **options)


@pytest.mark.parametrize(
    "action", [build("AB", "A"), build("AB", "B"), build("KL", "K"), build("KL", "L")]
)
def test_r12_1_no_building_at_an_island_the_opponent_controls(action):
    """Black holds ALOA, the lower end of AB, and LALE, the upper end of KL."""
    state = variant("EF", "AD AH HL IL", "ABKL")
    assert held(state, BLACK) == "AL"
    assert_illegal(state, action, Reason.TRESPASS)


def test_r12_1_one_may_build_everywhere_else_and_at_own_islands():
    state = variant("CF CG CK", "AD AH", "BC")
    assert is_legal(state, build("BC", "C"))
    assert is_legal(state, build("BD", "B"))


def test_r12_1_having_fewer_bridges_is_no_obstacle():
    assert is_legal(variant("EF", "AD", "A"), build("AB", "A"))


def test_r12_1_island_held_without_a_stone_is_held():
    state = variant("EF", "AD AH HL IL", "KB", rules=custom(NO_TRESPASS, stones=1))
    assert_illegal(state, build("AB", "B"), Reason.TRESPASS)
    assert_illegal(state, build("KL", "K"), Reason.TRESPASS)


def test_r12_1_nobody_ever_has_a_bridge_at_an_opposing_island():
    with pytest.raises(InvalidPositionError):
        variant("AB", "AD AH")
    assert position("AB", "AD AH")
    for _, _, step in some_random_games(NO_TRESPASS):
        white, black = step.state.public.bridges
        for own, opposing in ((white, black), (black, white)):
            for island in BOARD.islands:
                is_held = BOARD.held(own) >> island & 1
                assert not (is_held and opposing & BOARD.lines_at[island])


def test_r12_2_cleared_line_may_be_taken_without_a_further_card():
    state = variant("EF", "AB KL", "AAC")
    assert_illegal(state, REPLACE, Reason.NOTHING_CLEARED)
    state = after(state, remove("AB", "AA"))
    state, events = play(state, REPLACE)
    assert events == (built(WHITE, "AB", BuildCause.REMOVAL),)
    assert bridges(state, WHITE) == "AB EF"
    assert hand(state, WHITE) == "C"


def test_r12_2_one_need_not():
    state = after(variant("EF", "AB KL", "AAC"), remove("AB", "AA"), DECLINE)
    assert bridges(state, WHITE) == "EF"
    assert is_legal(after(variant("EF", "AB", "AAB"), remove("AB", "AA")), build("AB", "B"))


@pytest.mark.parametrize("other", [build("CG", "C"), bury("C"), build("AB", "B"), REPLACE])
def test_r12_2_offer_is_gone_after_anything_else(other):
    state = after(variant("EF", "AB KL", "AABC"), remove("AB", "AA"))
    assert is_legal(state, REPLACE)
    assert_illegal(after(state, other), REPLACE, Reason.NOTHING_CLEARED)


def test_r12_2_another_removal_offers_another_line():
    state = after(variant("EF", "AB GJ KL", "AAJJ"), remove("AB", "AA"), remove("GJ", "JJ"))
    assert bridges(after(state, REPLACE), WHITE) == "EF GJ"


@pytest.mark.parametrize("end", [(DECLINE,), (DRAW_PILE, "C")], ids=["decline", "draw"])
def test_r12_2_offer_is_gone_in_the_next_turn(end):
    state = after(variant("EF", "AB KL", "AA"), remove("AB", "AA"), *end)
    assert_illegal(state, REPLACE, Reason.NOTHING_CLEARED)


@pytest.mark.parametrize("black", ["AB AD AH", "AB BC BD BE"], ids=["lower end", "upper end"])
def test_r12_3_not_while_the_opponent_still_holds_an_end(black):
    state = after(variant("GJ", black, "AB"), remove("AB", "AB"))
    assert held(state, BLACK) in ("A", "B")
    assert_illegal(state, REPLACE, Reason.TRESPASS)


@pytest.mark.parametrize("black", ["AB AD", "AB BC BD"], ids=["lower end", "upper end"])
def test_r12_3_island_just_lost_is_in_nobodys_way(black):
    state = variant("GJ", black, "AB")
    assert held(state, BLACK) in ("A", "B")
    state, events = play(state, remove("AB", "AB"))
    assert events[-1] in (lost(BLACK, "A"), lost(BLACK, "B"))
    assert is_legal(state, REPLACE)


def test_r12_3_not_with_an_empty_supply():
    state = variant("GJ", "AB", "AA", rules=custom(NO_TRESPASS, bridges=1))
    assert_illegal(after(state, remove("AB", "AA")), REPLACE, Reason.NO_BRIDGE_LEFT)


def test_r12_3_game_may_be_over_before():
    state = variant("GJ", "AB", "AA", number=2)
    state, events = play(state, remove("AB", "AA"))
    assert isinstance(events[-1], GameEnded)
    assert outcome(state) == Outcome(WHITE, Termination.WIPEOUT, ((0, 0),))
    assert why_illegal(view_of(state, WHITE), REPLACE) is Reason.GAME_OVER


def test_r12_4_free_bridge_gains_control_with_everything_that_follows():
    state = variant("BC BE", "AB AH BF", "AA")
    assert held(state, BLACK) == "A"
    state, events = play(state, remove("AB", "AA"), REPLACE)
    assert events[1:] == (
        removed(BLACK, "AB"),
        lost(BLACK, "A"),
        built(WHITE, "AB", BuildCause.REMOVAL),
        gained(WHITE, "B"),
        swept(BLACK, "BF"),
    )
