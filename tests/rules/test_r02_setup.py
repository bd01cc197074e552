"""R2 Set-up."""

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from kahuna.core import (
    DRAW_PILE,
    SEATS,
    SPECTATOR,
    ImpossibleCardError,
    InvalidDealError,
    Ruleset,
    kinds,
    mover,
    resolve,
    single,
    size,
    view_of,
)
from kahuna.core.events import GameStarted, TurnStarted
from kahuna.match.authority import Authority
from kahuna.match.chance import RandomChance

from .positions import BLACK, BOARD, WHITE, after, cards, dealt, hand, island


def test_r2_1_three_cards_to_each_player():
    state = dealt(("ABC", "AEF"), "GHI").state
    assert (hand(state, WHITE), hand(state, BLACK)) == ("ABC", "AEF")


@pytest.mark.parametrize("hands", [("AB", "DEF"), ("ABC", "DEFG"), ("ABCD", "EF"), ("", "")])
def test_r2_1_other_hands_are_refused(hands):
    with pytest.raises(InvalidDealError):
        dealt(hands, "JKL")


def test_r2_1_third_card_of_an_island_is_refused():
    with pytest.raises(InvalidDealError):
        dealt(("AAB", "ACD"), "JKL")


def test_r2_1_only_the_own_cards_are_seen():
    state = dealt(("ABC", "DEF")).state
    own = [view_of(state, viewer).own.hand for viewer in (WHITE, BLACK, SPECTATOR)]
    assert own == [cards("ABC"), cards("DEF"), 0]


def test_r2_2_three_open_cards():
    assert dealt(open_cards="GHI").state.public.open_cards == cards("GHI")


@pytest.mark.parametrize("open_cards", ["", "GH", "GHIJ"])
def test_r2_2_other_numbers_of_open_cards_are_refused(open_cards):
    with pytest.raises(InvalidDealError):
        dealt(open_cards=open_cards)


def test_r2_3_fifteen_cards_are_the_pile():
    state, (started, _) = dealt(("ABC", "DEF"), "GHI")
    assert state.pile == cards("ABCDEFGHIJJKKLL")
    assert isinstance(started, GameStarted)
    assert started.pile_size == 15


def test_r2_3_any_card_of_the_pile_may_be_next_and_no_other():
    state = after(dealt(("AAC", "DEF"), "GHI").state, DRAW_PILE)
    assert island("A") not in kinds(state.pile)
    for card in BOARD.islands:
        if card == island("A"):
            with pytest.raises(ImpossibleCardError):
                resolve(state, card)
        else:
            assert resolve(state, card).state.pile == state.pile - single(card)


def test_r2_3_each_card_of_the_pile_is_equally_likely():
    chance = RandomChance(Random(2))
    drawn = Counter(chance.draw(cards("AABCD")) for _ in range(5000))
    expected = {island("A"): 2000, island("B"): 1000, island("C"): 1000, island("D"): 1000}
    assert drawn.keys() == expected.keys()
    for card, num in expected.items():
        assert abs(drawn[card] - num) < 140  # Four standard deviations.


def test_r2_3_pile_has_no_order():
    """Two piles of the same cards are one value, however they came about."""
    state = dealt(("ABC", "DEF"), "GHI").state
    assert state == dealt(("CBA", "FED"), "IHG").state
    assert size(state.pile) == view_of(state, WHITE).pile_size == 15


@pytest.mark.parametrize("first", SEATS)
def test_r2_4_either_player_may_take_the_first_turn(first):
    state, events = dealt(first=first)
    assert mover(state.public.phase) is first
    assert events[-1] == TurnStarted(first)


def test_r2_4_who_begins_is_no_option_of_the_rules():
    assert not {field.name for field in fields(Ruleset)} & {"first", "who_starts", "starts"}


def test_r2_4_without_a_choice_it_is_chance():
    rng = Random(24)
    movers = Counter(Authority(Ruleset(), RandomChance(rng)).mover for _ in range(400))
    assert movers.keys() == {WHITE, BLACK}
    assert abs(movers[WHITE] - 200) < 40  # Four standard deviations.
