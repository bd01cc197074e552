"""R3 A turn."""

from itertools import pairwise

import pytest

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    InvalidPositionError,
    Reason,
    is_chance,
    mover,
    size,
    view_of,
    why_illegal,
)
from kahuna.core.events import TurnStarted

from .positions import (
    BLACK,
    WHITE,
    after,
    assert_illegal,
    bridges,
    build,
    bury,
    dealt,
    hand,
    is_legal,
    legal,
    of_type,
    play,
    position,
    remove,
    some_random_games,
    take,
)


def test_r3_1_any_number_of_cards_and_then_one_draw():
    state = position(hands=("ACEG", ""), open_cards="HIJ")
    for move in (build("AB", "A"), build("CF", "C"), build("EJ", "E")):
        state = after(state, move)
        assert mover(state.public.phase) is WHITE
    state = after(state, take("H"), "K")
    assert hand(state, WHITE) == "GH"
    assert mover(state.public.phase) is BLACK


def test_r3_1_each_card_acts_before_the_next_is_chosen():
    state = position("BC BE", "AB", hands=("AB", ""))
    assert_illegal(state, build("AB", "A"), Reason.LINE_TAKEN)
    state = after(state, build("BD", "B"))
    assert is_legal(state, build("AB", "A"))


def test_r3_2_five_cards_can_all_be_played_in_one_turn():
    state = position("", "EF GJ", hands=("ABEEI", ""))
    moves = build("AB", "A"), build("BD", "B"), remove("EF", "EE"), build("IL", "I")
    state = after(state, *moves)
    assert hand(state, WHITE) == ""
    assert bridges(state, WHITE) == "AB BD IL"


def test_r3_2_six_cards_are_refused():
    assert position(hands=("ABCDE", "ABCDE"))
    with pytest.raises(InvalidPositionError):
        position(hands=("ABCDEF", ""))


def test_r3_2_never_more_than_five_cards_in_hand():
    sizes = {
        size(private.hand) for _, _, step in some_random_games() for private in step.state.private
    }
    assert sizes == {0, 1, 2, 3, 4, 5}


ENDS_OF_A_TURN = {"open": (take("G"), "J"), "pile": (DRAW_PILE, "J"), "decline": (DECLINE,)}


@pytest.mark.parametrize("end", ENDS_OF_A_TURN.values(), ids=ENDS_OF_A_TURN)
def test_r3_3_drawing_or_declining_ends_the_turn(end):
    state, events = play(dealt().state, *end)
    assert events[-1] == TurnStarted(BLACK)
    assert mover(state.public.phase) is BLACK
    for action in (build("AB", "A"), bury("A"), DRAW_PILE, DECLINE):
        assert why_illegal(view_of(state, WHITE), action) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("draw", [take("G"), DRAW_PILE])
def test_r3_3_nothing_can_be_played_while_the_card_comes(draw):
    state = after(dealt().state, draw)
    assert why_illegal(view_of(state, WHITE), build("AB", "A")) is Reason.CHANCE_PENDING
    assert why_illegal(view_of(state, WHITE), DECLINE) is Reason.CHANCE_PENDING


def test_r3_3_turns_alternate_also_from_round_to_round():
    began = [
        event
        for _, _, step in some_random_games(num=1)
        for event in of_type(step.events, TurnStarted)
    ]
    assert {step.state.public.round for _, _, step in some_random_games(num=1)} == {1, 2, 3}
    assert began[0].seat is BLACK  # White had the first turn.
    for one_turn, next_turn in pairwise(began):
        assert next_turn.seat is one_turn.seat.other


@pytest.mark.parametrize("end", ENDS_OF_A_TURN.values(), ids=ENDS_OF_A_TURN)
def test_r3_4_turn_may_consist_of_the_draw_alone(end):
    state = dealt().state
    assert end[0] in legal(state)
    after_it = after(state, *end)
    assert after_it.public.bridges == (0, 0)
    assert not is_chance(after_it.public.phase)
