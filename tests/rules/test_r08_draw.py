"""R8 Draw."""

from itertools import pairwise

import pytest

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    SPECTATOR,
    Decline,
    DrawPile,
    Reason,
    TakeOpen,
    kinds,
    resolve,
    seen,
    size,
)
from kahuna.core.events import (
    CardDrawn,
    DrawDeclined,
    HiddenCardDrawn,
    OpenCardTaken,
    OpenCardTurned,
    TurnStarted,
)

from .positions import (
    BASE,
    BLACK,
    INSTEAD,
    WHITE,
    after,
    assert_illegal,
    build,
    bury,
    cards,
    hand,
    is_legal,
    island,
    legal,
    letters_of,
    play,
    position,
    remove,
    some_random_games,
    take,
)

BOTH = pytest.mark.parametrize("rules", [BASE, INSTEAD], ids=["free", "instead"])


def test_r8_1_open_card_is_taken_and_its_place_filled_at_once():
    state, events = play(position(hands=("A", ""), open_cards="HIJ"), take("I"), "K")
    assert events == (
        OpenCardTaken(WHITE, island("I")),
        OpenCardTurned(island("K")),
        TurnStarted(BLACK),
    )
    assert hand(state, WHITE) == "AI"
    assert letters_of(state.public.open_cards) == "HJK"


def test_r8_1_the_place_stays_empty_when_the_pile_is_used_up():
    state, events = play(position(hands=("A", ""), open_cards="HIJ", pile=""), take("I"))
    assert events == (OpenCardTaken(WHITE, island("I")), TurnStarted(BLACK))
    assert letters_of(state.public.open_cards) == "HJ"


def test_r8_1_last_card_of_the_pile_still_fills_a_place():
    state = after(position(open_cards="HIJ", pile="K"), take("I"), "K")
    assert letters_of(state.public.open_cards) == "HJK"
    assert state.pile == 0


def test_r8_1_only_cards_that_lie_open():
    assert_illegal(position(open_cards="HIJ"), take("K"), Reason.NOT_OPEN)


def test_r8_2_top_card_of_the_pile_is_unseen_by_others():
    state, events = play(position(hands=("A", "")), DRAW_PILE, "C")
    drawn, _ = events
    assert events == (CardDrawn(WHITE, island("C")), TurnStarted(BLACK))
    assert hand(state, WHITE) == "AC"
    assert seen(drawn, WHITE) == drawn
    assert seen(drawn, BLACK) == seen(drawn, SPECTATOR) == HiddenCardDrawn(WHITE)


def test_r8_2_open_cards_stay_as_they_are():
    state = position(open_cards="HIJ", pile="KKL")
    after_it = after(state, DRAW_PILE, "K")
    assert after_it.public.open_cards == state.public.open_cards
    assert after_it.pile == cards("KL")


def test_r8_2_every_card_of_the_pile_can_come():
    state = after(position(open_cards="HIJ", pile="BKKL"), DRAW_PILE)
    assert [hand(resolve(state, card).state, WHITE) for card in kinds(state.pile)] == list("BKL")


def test_r8_2_only_while_there_is_a_pile():
    assert is_legal(position(open_cards="HIJ", pile="K"), DRAW_PILE)
    assert_illegal(position(open_cards="HIJ", pile=""), DRAW_PILE, Reason.PILE_EMPTY)


def test_r8_3_declining_ends_the_turn_without_a_card():
    before = position(hands=("A", "B"))
    state, events = play(before, DECLINE)
    assert events == (DrawDeclined(WHITE), TurnStarted(BLACK))
    assert (state.private, state.pile) == (before.private, before.pile)
    assert state.public.open_cards == before.public.open_cards


def test_r8_4_after_the_opponent_declined_one_has_to_draw():
    state = after(position(hands=("A", "B"), open_cards="HIJ"), DECLINE)
    assert_illegal(state, DECLINE, Reason.MUST_DRAW)
    assert is_legal(state, take("H"))
    assert is_legal(state, DRAW_PILE)


@pytest.mark.parametrize("move", [build("BC", "B"), bury("B"), remove("KL", "KK")])
def test_r8_4_playing_or_burying_does_not_replace_the_draw(move):
    state = after(position("KL", hands=("A", "BKK"), open_cards="HIJ"), DECLINE, move)
    assert_illegal(state, DECLINE, Reason.MUST_DRAW)


def test_r8_4_after_a_draw_one_may_decline_again():
    state = after(position(hands=("A", "B")), DECLINE, DRAW_PILE, "K")
    assert is_legal(state, DECLINE)
    assert_illegal(after(state, DECLINE), DECLINE, Reason.MUST_DRAW)


def test_r8_4_no_two_turns_in_a_row_go_by_without_a_card():
    ends = [
        (isinstance(move, Decline), state.public.phase.last_turns)
        for state, move, _ in some_random_games()
        if isinstance(move, Decline | TakeOpen | DrawPile)
    ]
    pairs = list(pairwise(ends))
    assert not [pair for pair in pairs if pair == ((True, 0), (True, 0))]
    assert ((True, 0), (False, 0)) in pairs


def test_r8_5_with_five_cards_nobody_draws():
    state = position(hands=("ABCDE", ""), open_cards="HIJ")
    assert_illegal(state, take("H"), Reason.HAND_FULL)
    assert_illegal(state, DRAW_PILE, Reason.HAND_FULL)
    assert is_legal(state, DECLINE)


def test_r8_5_with_four_cards_one_draws():
    state = position(hands=("ABCD", ""), open_cards="HIJ")
    assert is_legal(state, take("H"))
    assert is_legal(state, DRAW_PILE)


@BOTH
@pytest.mark.parametrize("move", [build("AB", "A"), bury("A"), remove("KL", "KK")])
def test_r8_5_play_or_bury_first_and_then_draw(rules, move):
    state = position("", "KL", hands=("ACEKK", ""), open_cards="HIJ", must_draw=True, rules=rules)
    state = after(state, move)
    assert is_legal(state, take("H"))
    assert is_legal(state, DRAW_PILE)


@BOTH
def test_r8_5_who_must_draw_with_five_cards_is_never_stuck(rules):
    state = position(hands=("ABCDE", ""), must_draw=True, rules=rules)
    assert_illegal(state, DECLINE, Reason.MUST_DRAW)
    assert {bury(card) for card in "ABCDE"} <= set(legal(state))


def test_r8_6_equal_open_cards_are_one_choice():
    state = position(open_cards="HHJ")
    assert [action for action in legal(state) if isinstance(action, TakeOpen)] == [
        take("H"),
        take("J"),
    ]
    state = after(state, take("H"), "K")
    assert letters_of(state.public.open_cards) == "HJK"
    assert hand(state, WHITE) == "H"


@BOTH
@pytest.mark.parametrize("move", [build("AB", "A"), bury("A"), remove("KL", "KK")])
def test_r8_7_one_may_play_or_bury_and_still_decline(rules, move):
    state = position("", "KL", hands=("AKK", ""), rules=rules)
    state = after(state, move)
    assert is_legal(state, DECLINE)
    state = after(state, DECLINE)
    assert state.public.phase.seat is BLACK
    assert state.public.phase.must_draw
    assert size(state.private[WHITE].hand) in (1, 2)
