"""R13 Variant 2: open hands."""

import pytest

from kahuna.core import (
    DRAW_PILE,
    REPLACE,
    SPECTATOR,
    VIEWERS,
    InvalidPositionError,
    Reason,
    Ruleset,
    seen,
    view_of,
)
from kahuna.core.events import CardBuried, HiddenCardBuried

from .positions import (
    BLACK,
    OPEN_HANDS,
    WHITE,
    after,
    assert_illegal,
    bridges,
    build,
    bury,
    cards,
    dealt,
    hand,
    island,
    letters_of,
    play,
    position,
    remove,
    take,
)


def variant(hidden, shown, white="EF", black="KL", **options):
    return position(
        white, black, hands=(hidden, ""), shown=(shown, ""), rules=OPEN_HANDS, **options
    )


def shown_of(state, seat):
    return letters_of(state.public.shown[seat])


def test_r13_1_card_from_the_open_three_stays_open():
    state = after(dealt(("ABC", "DEF"), "GHI", rules=OPEN_HANDS).state, take("H"), "K")
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("ABC", "H")
    state = after(state, take("G"), "L")
    assert (hand(state, BLACK), shown_of(state, BLACK)) == ("DEF", "G")
    for viewer in VIEWERS:
        assert view_of(state, viewer).public.shown == (cards("H"), cards("G"))


def test_r13_1_cards_from_deal_and_pile_are_hidden():
    state = after(dealt(("ABC", "DEF"), "GHI", rules=OPEN_HANDS).state, DRAW_PILE, "K")
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("ABCK", "")


def test_r13_1_it_stays_open_from_one_round_to_the_next():
    state = variant("A", "B", open_cards="C", pile="")
    state = after(state, take("C"), "FGH")
    assert state.public.round == 2
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("A", "BC")


def test_r13_1_without_the_option_it_vanishes_into_the_hand():
    state = after(dealt(("ABC", "DEF"), "GHI").state, take("H"), "K")
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("ABCH", "")
    with pytest.raises(InvalidPositionError):
        position(shown=("A", ""))


def test_r13_2_open_cards_in_front_are_played_like_others():
    state = variant("K", "AK")
    state = after(state, build("AB", "A"), remove("KL", "KK"))
    assert bridges(state, WHITE) == "AB EF"
    assert bridges(state, BLACK) == ""
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("", "")
    assert state.public.discards == cards("AKK")


def test_r13_2_the_opponents_cannot_be_played():
    state = position("EF", "KL", shown=("", "A"), rules=OPEN_HANDS)
    assert_illegal(state, build("AB", "A"), Reason.CARD_NOT_HELD)


@pytest.mark.parametrize(("hidden", "shown"), [("ABC", "DE"), ("", "ABCDE"), ("ABCD", "E")])
def test_r13_2_they_count_towards_the_five(hidden, shown):
    state = variant(hidden, shown, open_cards="HIJ")
    assert_illegal(state, take("H"), Reason.HAND_FULL)
    assert_illegal(state, DRAW_PILE, Reason.HAND_FULL)
    with pytest.raises(InvalidPositionError):
        variant(hidden + "L", shown)


def test_r13_3_buried_open_card_was_seen_by_everybody():
    state, (event,) = play(variant("A", "K"), bury("K"))
    assert event == CardBuried(WHITE, island("K"), was_shown=True)
    assert [seen(event, viewer) for viewer in VIEWERS] == [event] * 3
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("A", "")
    assert view_of(state, SPECTATOR).public.discards == cards("K")


def test_r13_3_buried_hidden_card_was_not():
    _, (event,) = play(variant("A", "K"), bury("A"))
    assert seen(event, BLACK) == HiddenCardBuried(WHITE)


def test_r13_3_buried_open_card_returns_with_the_new_pile():
    state = after(variant("A", "K", open_cards="C", pile=""), bury("K"), take("C"))
    assert letters_of(state.pile).count("K") == 2


@pytest.mark.parametrize("move", [build("AB", "A"), bury("A")], ids=["play", "bury"])
def test_r13_4_of_two_equal_cards_the_open_one_is_used(move):
    state, events = play(variant("A", "A"), move)
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("A", "")
    assert state.public.discards == cards("A")
    assert state.private[WHITE].buried == 0
    if move == bury("A"):
        assert events == (CardBuried(WHITE, island("A"), was_shown=True),)


def test_r13_4_second_of_two_equal_cards_is_the_hidden_one():
    state, events = play(variant("A", "A"), bury("A"), bury("A"))
    assert [event.was_shown for event in events] == [True, False]
    assert state.private[WHITE].buried == cards("A")


def test_r13_4_pair_uses_the_open_card_and_the_hidden_one():
    state = after(variant("KL", "K"), remove("KL", "KL"))
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("K", "")


def test_r13_5_both_variants_can_be_played_together():
    """Black holds ALOA. White removes a bridge with an open and a hidden card, and replaces it."""
    both = Ruleset(no_trespass=True, open_hands=True)
    state = position("EF", "AD AH", hands=("AB", ""), shown=("A", ""), rules=both)
    assert_illegal(state, build("AB", "A"), Reason.TRESPASS)
    state = after(state, remove("AD", "AA"), REPLACE)
    assert bridges(state, WHITE) == "AD EF"
    assert (hand(state, WHITE), shown_of(state, WHITE)) == ("B", "")
