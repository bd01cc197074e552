"""What everybody remembers about cards that were taken openly. [R15.3]"""

from random import Random

import pytest

from kahuna.core import (
    SEATS,
    SPECTATOR,
    Memory,
    Ruleset,
    Seat,
    advance,
    cards,
    island,
    legal_actions,
    memory_of,
    mover,
    random_deal,
    random_draw,
    remember,
    seen,
    start,
    view_of,
)
from kahuna.core.events import (
    CardBuried,
    CardsPlayed,
    HiddenCardBuried,
    OpenCardTaken,
    TurnStarted,
)
from kahuna.core.memory import MOST_DOUBT

NOTHING = Memory.at_start((0, 0))
WHITE = Seat.WHITE


def after(*events, ruleset=Ruleset(), memory=NOTHING):  # noqa: B008
    for event in events:
        memory = memory.after(event, ruleset)
    return memory


def taken(letters):
    return tuple(OpenCardTaken(WHITE, island(letter)) for letter in letters)


def test_a_card_taken_openly_is_remembered_until_one_of_its_island_is_played():
    assert after(*taken("AB")).taken == (cards("AB"), 0)
    assert after(*taken("AB"), CardsPlayed(WHITE, (island("A"),))).taken == (cards("B"), 0)
    assert after(*taken("A"), CardsPlayed(WHITE, (island("C"),))).taken == (cards("A"), 0)
    assert after(CardsPlayed(WHITE, (island("A"),))) is NOTHING


def test_no_more_cards_are_remembered_than_an_island_has():
    assert after(*taken("AAA")).taken == (cards("AA"), 0)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("buried", [CardBuried, HiddenCardBuried])
def test_a_hidden_discard_raises_doubt_only_if_something_is_remembered(seat, buried):
    event = CardBuried(seat, island("C"), False) if buried is CardBuried else HiddenCardBuried(seat)
    took = OpenCardTaken(seat, island("A"))
    assert after(event) is NOTHING
    assert after(took, event).doubt[seat] == 1
    assert after(took, *[event] * 20).doubt[seat] == MOST_DOUBT
    assert after(took, event, CardsPlayed(seat, (island("A"),))) == NOTHING


def test_with_open_hands_a_discard_is_seen_and_leaves_no_doubt():
    ruleset = Ruleset(open_hands=True)
    assert after(*taken("A"), HiddenCardBuried(WHITE), ruleset=ruleset).doubt == (0, 0)
    assert after(*taken("A"), CardBuried(WHITE, island("A"), True), ruleset=ruleset) == NOTHING


def test_other_events_change_nothing():
    memory = after(*taken("A"))
    assert memory.after(TurnStarted(WHITE), Ruleset()) is memory


@pytest.mark.parametrize("ruleset", [Ruleset(), Ruleset(open_hands=True)])
def test_everybody_remembers_the_same(ruleset):
    rng = Random(4)
    state, history = start(ruleset, random_deal(ruleset, rng), first=WHITE)
    while (seat := mover(state.public.phase)) is not None:
        action = rng.choice(legal_actions(view_of(state, seat)))
        state, events = advance(state, action, random_draw(rng))
        history += events
        told = remember(ruleset, history, NOTHING)
        for viewer in (*SEATS, SPECTATOR):
            log = tuple(seen(event, viewer) for event in history)
            assert memory_of(view_of(state, viewer, history=log)) == told
        if ruleset.open_hands:
            assert told == Memory.at_start(state.public.shown) == memory_of(view_of(state, WHITE))
