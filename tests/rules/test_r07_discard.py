"""R7 Face-down discard."""

import pytest

from kahuna.core import DECLINE, DRAW_PILE, EDITIONS, SPECTATOR, Discard, Reason, seen, view_of
from kahuna.core.events import CardBuried, HiddenCardBuried

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
    play,
    position,
    remove,
    take,
)

FREE = [edition.ruleset() for edition in EDITIONS.values() if edition.discard is Discard.FREE]


@pytest.mark.parametrize("rules", [BASE, INSTEAD], ids=["free", "instead"])
def test_r7_1_buried_card_leaves_the_hand_without_any_effect(rules):
    state = position("AB", "CF", hands=("ADDL", "K"), rules=rules)
    buried = after(state, bury("D"), bury("L"))
    assert hand(buried, WHITE) == "AD"
    assert buried.private[WHITE].buried == cards("DL")
    assert buried.public == state.public._replace(phase=buried.public.phase)
    assert buried.public.phase.seat is WHITE


def test_r7_1_which_card_it_was_is_a_secret():
    state, (event,) = play(position(hands=("AD", "K")), bury("D"))
    assert event == CardBuried(WHITE, island("D"), was_shown=False)
    assert seen(event, WHITE) == event
    assert seen(event, BLACK) == seen(event, SPECTATOR) == HiddenCardBuried(WHITE)
    assert view_of(state, BLACK).own.buried == view_of(state, SPECTATOR).own.buried == 0
    assert state.public.discards == 0


def test_r7_1_how_many_are_buried_is_public():
    state = after(position(hands=("ADD", "KL")), bury("D"), bury("D"), DECLINE, bury("L"))
    for viewer in (WHITE, BLACK, SPECTATOR):
        assert view_of(state, viewer).buried_sizes == (2, 1)


def test_r7_1_card_must_be_held():
    assert_illegal(position(hands=("AD", "K")), bury("K"), Reason.CARD_NOT_HELD)


@pytest.mark.parametrize("rules", FREE, ids=lambda rules: rules.edition)
def test_r7_2_free_burying_before_after_and_between(rules):
    state = position("AB", "EF", hands=("ACEEK", ""), rules=rules)
    moves = bury("K"), build("AD", "A"), bury("C"), remove("EF", "EE")
    for move in moves:
        assert is_legal(state, move)
        state = after(state, move)
    assert hand(state, WHITE) == ""
    assert is_legal(state, DRAW_PILE)


def test_r7_2_free_burying_needs_no_reason():
    """Cards can be buried even if all of them could be played, and all of them."""
    state = position(hands=("ABCDE", ""))
    state = after(state, *[bury(card) for card in "ABCDE"])
    assert hand(state, WHITE) == ""


def test_r7_3_instead_is_the_english_and_the_italian_book():
    instead = [key for key, edition in EDITIONS.items() if edition.discard is Discard.INSTEAD]
    assert instead == ["rio-grande-1998", "italian"]


@pytest.mark.parametrize("first", [build("AD", "A"), remove("EF", "EE")])
def test_r7_3_instead_no_burying_after_playing(first):
    state = position("AB", "EF", hands=("AAEEK", ""), rules=INSTEAD)
    assert is_legal(state, bury("K"))
    assert_illegal(after(state, first), bury("K"), Reason.ALREADY_PLAYED)


@pytest.mark.parametrize("second", [build("AD", "A"), remove("EF", "EE")])
def test_r7_3_instead_no_playing_after_burying(second):
    state = position("AB", "EF", hands=("AAEEK", ""), rules=INSTEAD)
    assert is_legal(state, second)
    assert_illegal(after(state, bury("K")), second, Reason.ALREADY_BURIED)


@pytest.mark.parametrize("then", [bury("A"), take("H"), DRAW_PILE, DECLINE])
def test_r7_3_instead_after_burying_come_more_burying_and_the_draw(then):
    state = position("AB", "EF", hands=("AK", ""), open_cards="HIJ", rules=INSTEAD)
    assert is_legal(after(state, bury("K")), then)


@pytest.mark.parametrize("then", [build("AH", "A"), take("H"), DRAW_PILE, DECLINE])
def test_r7_3_instead_after_playing_come_more_playing_and_the_draw(then):
    state = position("AB", "EF", hands=("AA", ""), open_cards="HIJ", rules=INSTEAD)
    assert is_legal(after(state, build("AD", "A")), then)


def test_r7_3_instead_each_turn_is_for_itself():
    state = position("AB", "EF", hands=("AAK", "K"), rules=INSTEAD)
    state = after(state, bury("K"), DECLINE, bury("K"), DRAW_PILE, "C")
    assert is_legal(state, build("AD", "A"))
    assert is_legal(state, bury("A"))
