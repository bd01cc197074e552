"""R14 Handicap."""

import pytest

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    SEATS,
    InvalidRulesetError,
    Reason,
    Ruleset,
    mover,
    num_bridges_left,
    view_of,
    why_illegal,
)
from kahuna.core.events import BuildCause, GameStarted, TurnStarted

from .positions import (
    BLACK,
    WHITE,
    after,
    assert_illegal,
    bridges,
    build,
    built,
    dealt,
    gained,
    hand,
    handicap,
    held,
    legal,
    play,
    take,
)


def given(num, seat=BLACK, first=WHITE):
    return dealt(first=first, rules=Ruleset(handicap=num, handicap_seat=seat))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("first", SEATS)
def test_r14_1_weaker_player_places_before_the_first_turn(seat, first):
    state, events = given(1, seat, first)
    assert [type(event) for event in events] == [GameStarted]
    assert mover(state.public.phase) is seat
    state, events = play(state, handicap("AB"))
    assert events == (built(seat, "AB", BuildCause.HANDICAP), TurnStarted(first))
    assert mover(state.public.phase) is first


@pytest.mark.parametrize("num", [1, 2, 3])
def test_r14_1_exactly_the_number_agreed_on_one_after_the_other(num):
    state = given(num).state
    for name in ["AB", "CF", "KL"][:num]:
        assert mover(state.public.phase) is BLACK
        state = after(state, handicap(name))
    assert bridges(state, BLACK) == " ".join(["AB", "CF", "KL"][:num])
    assert mover(state.public.phase) is WHITE
    assert_illegal(state, handicap("GJ"), Reason.HANDICAP_OVER)


@pytest.mark.parametrize("num", [4, -1])
def test_r14_1_one_two_or_three_bridges(num):
    with pytest.raises(InvalidRulesetError):
        Ruleset(handicap=num, handicap_seat=BLACK)


@pytest.mark.parametrize("options", [{"handicap": 2}, {"handicap_seat": WHITE}])
def test_r14_1_number_and_seat_go_together(options):
    with pytest.raises(InvalidRulesetError):
        Ruleset(**options)


def test_r14_1_any_free_line_but_only_free_ones():
    state = given(2).state
    assert len(legal(state)) == 27
    state = after(state, handicap("AB"))
    assert_illegal(state, handicap("AB"), Reason.LINE_TAKEN)
    assert len(legal(state)) == 26


@pytest.mark.parametrize("action", [build("DE", "D"), take("G"), DRAW_PILE, DECLINE])
def test_r14_1_nothing_else_can_be_done_before(action):
    assert_illegal(given(2).state, action, Reason.HANDICAP_FIRST)


def test_r14_1_only_the_weaker_player_places():
    state = given(2).state
    assert why_illegal(view_of(state, WHITE), handicap("AB")) is Reason.NOT_YOUR_TURN


def test_r14_1_it_costs_no_cards_and_hands_and_open_cards_are_known():
    before = given(1).state
    assert hand(before, BLACK) == "DEF"
    state = after(before, handicap("AB"))
    assert (state.private, state.pile) == (before.private, before.pile)
    assert state.public.open_cards == before.public.open_cards


def test_r14_2_bridges_come_out_of_the_own_supply():
    state = after(given(3).state, handicap("AB"), handicap("CF"), handicap("KL"))
    left = [num_bridges_left(state.ruleset, state.public, seat) for seat in SEATS]
    assert left == [25, 22]


def test_r14_3_they_can_give_control():
    state, events = play(given(2).state, handicap("AB"), handicap("AD"))
    assert events == (
        built(BLACK, "AB", BuildCause.HANDICAP),
        built(BLACK, "AD", BuildCause.HANDICAP),
        gained(BLACK, "A"),
        TurnStarted(WHITE),
    )
    assert held(state, BLACK) == "A"
