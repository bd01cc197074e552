"""The start of a game, and deals that cannot be. [R2]"""

from random import Random

import pytest

from kahuna.core import (
    DRAW_PILE,
    NO_DEAL,
    Deal,
    ImpossibleCardError,
    InvalidDealError,
    Island,
    Ruleset,
    Seat,
    advance,
    apply,
    cards_of,
    random_deal,
    random_draw,
    resolve,
    size,
    start,
)
from kahuna.core.events import GameStarted, TurnStarted

HANDS = (cards_of([0, 1, 2]), cards_of([3, 4, 5]))
OPEN = cards_of([6, 7, 8])


@pytest.mark.parametrize(
    "deal",
    [
        Deal((cards_of([0, 1]), HANDS[1]), OPEN),
        Deal((HANDS[0], cards_of([3, 4, 5, 6])), OPEN),
        Deal(HANDS, cards_of([6, 7])),
        Deal((cards_of([0, 0, 1]), cards_of([0, 4, 5])), OPEN),
        Deal((cards_of([0, 0, 0]), HANDS[1]), OPEN),
    ],
)
def test_deals_that_cannot_be(deal):
    with pytest.raises(InvalidDealError, match="3 cards to each hand and 3 open ones, at most 2"):
        start(Ruleset(), deal, first=Seat.WHITE)


def test_a_card_that_is_not_on_the_board_cannot_be_dealt():
    with pytest.raises(InvalidDealError):
        start(Ruleset(), Deal((cards_of([0, 1, Island(12)]), HANDS[1]), OPEN), first=Seat.WHITE)


@pytest.mark.parametrize("first", list(Seat))
def test_what_happens_at_the_start(first):
    state, events = start(Ruleset(), Deal(HANDS, OPEN), first=first)
    assert events == (
        GameStarted(HANDS, (0, 0), (0, 0), 0, OPEN, 15),
        TurnStarted(first, is_last=False),
    )
    assert (state.public.turn, state.public.round) == (1, 1)


def test_with_a_handicap_no_turn_has_begun():
    ruleset = Ruleset(handicap=1, handicap_seat=Seat.BLACK)
    state, events = start(ruleset, Deal(HANDS, OPEN), first=Seat.WHITE)
    assert [type(event) for event in events] == [GameStarted]
    assert state.public.turn == 0


@pytest.mark.parametrize("card", [-1, 12])
def test_a_card_that_is_not_on_the_board_cannot_be_drawn(card):
    state, _ = start(Ruleset(), Deal(HANDS, OPEN), first=Seat.WHITE)
    drawing = apply(state, DRAW_PILE).state
    with pytest.raises(ImpossibleCardError, match=f"no card of island {card}"):
        resolve(drawing, Island(card))


def test_random_cards_come_from_the_deck_and_from_the_pile():
    rng = Random(3)
    state = start(Ruleset(), random_deal(Ruleset(), rng), first=Seat.WHITE).state
    after = advance(state, DRAW_PILE, random_draw(rng)).state
    drawn = state.pile - after.pile
    assert size(drawn) == 1
    assert after.private[Seat.WHITE].hand == state.private[Seat.WHITE].hand + drawn


def test_before_the_deal_all_cards_are_in_the_pile():
    state, events = start(Ruleset(), NO_DEAL, first=Seat.BLACK)
    assert events == ()
    assert state.pile == state.ruleset.board.deck
    assert not state.public.open_cards
    assert not any(private.hand for private in state.private)
