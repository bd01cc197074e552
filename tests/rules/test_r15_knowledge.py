"""R15 What a seat may know."""

from random import Random

import pytest

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    SPECTATOR,
    VIEWERS,
    believe,
    count,
    seen,
    start_of,
    view_of,
)
from kahuna.core.events import HiddenCardBuried, HiddenCardDrawn, PileRenewed, SeenStart

from .positions import (
    BASE,
    BLACK,
    OPEN_HANDS,
    WHITE,
    after,
    build,
    bury,
    cards,
    dealt,
    island,
    letters_of,
    of_type,
    play,
    position,
    take,
)

NOBODY_ELSE = (BLACK, SPECTATOR)


def believed(start, viewer, *moves):
    """A hundred ways how the cards hidden from a viewer may lie after these moves."""
    state, events = start
    state, more = play(state, *moves)
    history = tuple(seen(event, viewer) for event in (*events, *more))
    belief = believe(view_of(state, viewer, history=history))
    rng = Random(15)
    return [belief.sample(rng) for _ in range(100)]


def places(worlds, letter):
    """Every way a card lies in the worlds: how many copies in hand, buried and in the pile."""
    return {tuple(count(zone, island(letter)) for zone in hidden) for hidden in worlds}


def test_r15_1_own_hand_and_own_buried_cards_are_known():
    state = position(hands=("AB", "CDE"), buried=("FG", "H"))
    assert view_of(state, WHITE).own == (cards("AB"), cards("FG"))
    assert view_of(state, BLACK).own == (cards("CDE"), cards("H"))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_r15_2_board_open_cards_played_cards_points_and_numbers_are_public(viewer):
    state = position(
        "AB AD",
        "KL",
        hands=("AB", "CDE"),
        buried=("FG", "H"),
        open_cards="IJK",
        pile="ACDEFGH",
        number=2,
        points=((1, 0),),
    )
    view = view_of(state, viewer)
    assert view.public == state.public
    assert letters_of(view.public.open_cards) == "IJK"
    assert letters_of(view.public.discards) == "BIJKLL"
    assert view.public.points == ((1, 0),)
    assert view.hand_sizes == (2, 3)
    assert view.buried_sizes == (2, 1)
    assert view.pile_size == 7


def test_r15_3_card_taken_from_the_open_three_is_in_that_hand():
    worlds = believed(dealt(("ABC", "DEF"), "GHI"), BLACK, take("G"), "J")
    assert all(count(hidden.hand, island("G")) >= 1 for hidden in worlds)


def test_r15_3_after_a_burial_it_is_in_the_hand_or_buried():
    moves = take("G"), "J", DECLINE, bury("A")
    ways = places(believed(dealt(("ABC", "DEF"), "GHI"), BLACK, *moves), "G")
    assert all(in_hand + buried >= 1 for in_hand, buried, _ in ways)
    assert {(1, 0, 1), (0, 1, 1)} <= ways


def test_r15_3_when_a_card_of_that_island_is_played_nothing_is_known_of_the_other():
    moves = take("G"), "J", DECLINE, build("CG", "G")
    ways = places(believed(dealt(("ABC", "DEF"), "GHI"), BLACK, *moves), "G")
    assert ways == {(1, 0, 0), (0, 0, 1)}


def test_r15_3_once_the_discards_are_shuffled_a_buried_card_may_be_anywhere():
    state = position("AB", "KL", hands=("AB", "D"), open_cards="CE", pile="")
    moves = take("C"), DECLINE, bury("A"), take("E"), "FGH"
    worlds = believed((state, (start_of(state),)), BLACK, *moves)
    assert all(hidden.buried == 0 for hidden in worlds)
    assert places(worlds, "C") == {(1, 0, 1), (0, 0, 2)}


def test_r15_3_with_open_hands_it_lies_in_plain_sight():
    state = after(dealt(rules=OPEN_HANDS).state, take("G"), "J", DECLINE, bury("G"))
    assert view_of(state, BLACK).public.shown == (0, 0)
    assert view_of(state, BLACK).public.discards == cards("G")


HIDDEN_ALIKE = [
    {"hands": ("AB", "L"), "buried": ("CD", "")},
    {"hands": ("CD", "L"), "buried": ("AB", "")},  # Hand and buried cards changed places.
    {"hands": ("AE", "L"), "buried": ("FF", "")},  # Some of them are in the pile.
]


@pytest.mark.parametrize("viewer", NOBODY_ELSE)
def test_r15_4_what_is_hidden_makes_no_difference_to_a_view(viewer):
    states = [position("AD", "KL", open_cards="HIJ", **hidden) for hidden in HIDDEN_ALIKE]
    views = [view_of(state, viewer) for state in states]
    assert views[0] == views[1] == views[2]
    assert len({view_of(state, WHITE) for state in states}) == 3


@pytest.mark.parametrize("viewer", NOBODY_ELSE)
def test_r15_4_what_is_hidden_makes_no_difference_to_what_is_seen(viewer):
    state = position("AD", "KL", hands=("AB", "L"), open_cards="HIJ")
    lines_of_play = [(bury("A"), DRAW_PILE, "C"), (bury("B"), DRAW_PILE, "D")]
    told = [
        [seen(event, viewer) for event in play(state, *moves).events] for moves in lines_of_play
    ]
    assert told[0] == told[1]
    assert told[0][:2] == [HiddenCardBuried(WHITE), HiddenCardDrawn(WHITE)]


@pytest.mark.parametrize("viewer", NOBODY_ELSE)
def test_r15_4_shuffling_reveals_no_buried_card(viewer):
    told, views = [], []
    for hand, buried in (("AB", "CD"), ("CD", "AB")):
        state = position(
            "AD", "KL", hands=(hand, "L"), buried=(buried, ""), open_cards="H", pile=""
        )
        state, events = play(state, take("H"))
        told.append([seen(event, viewer) for event in events])
        views.append(view_of(state, viewer))
    assert of_type(told[0], PileRenewed) == [PileRenewed(20)]
    assert told[0] == told[1]
    assert views[0] == views[1]


def test_r15_4_what_can_be_counted_can_be_worked_out():
    """With an empty pile and no card buried, the rest is the other hand."""
    state = position("AD", "KL", hands=("AB", "L"), open_cards="H", pile="")
    assert set(believed((state, (start_of(state),)), BLACK)) == {(cards("AB"), 0, 0)}


def test_r15_5_spectator_sees_no_hidden_card():
    state, events = dealt(("ABC", "DEF"), "GHI", rules=BASE)
    view = view_of(state, SPECTATOR)
    assert view.own == (0, 0)
    assert view.cards == 0
    assert not view.is_to_move
    start = seen(events[0], SPECTATOR)
    assert isinstance(start, SeenStart)
    assert (start.own_hand, start.own_buried) == (0, 0)
    assert (start.hand_sizes, start.pile_size) == ((3, 3), 15)
    assert start.open_cards == cards("GHI")


def test_r15_5_spectator_sees_the_same_as_whoever_does_not_act():
    state = position("AD", "KL", hands=("AB", "L"), open_cards="HIJ")
    _, events = play(state, bury("A"), build("BC", "B"), DRAW_PILE, "C")
    assert [seen(event, SPECTATOR) for event in events] == [seen(event, BLACK) for event in events]
