"""R9 Round end."""

import pytest

from kahuna.core import DECLINE, DRAW_PILE, SEATS, InvalidPositionError, Opening, mover
from kahuna.core.events import (
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    RoundScored,
    TurnStarted,
)

from .positions import (
    ALL_EDITIONS,
    BLACK,
    WHITE,
    after,
    bridges,
    build,
    bury,
    cards,
    hand,
    held,
    is_legal,
    island,
    letters_of,
    of_type,
    play,
    position,
    take,
)

ONE_ISLAND, TWO_ISLANDS, FIVE_ISLANDS = "AB AD", "AB AD DE DH", "AB AD BE BF DE DH EF EI EJ FJ"
OTHER_ISLAND = "KL IL"


def last_card(white="AB", black="KL", **options):
    """White is to take the last card of a round."""
    return position(white, black, open_cards="C", pile="", **options)


@pytest.mark.parametrize("number", [1, 2])
def test_r9_1_round_ends_with_the_draw_of_the_last_card(number):
    state, events = play(last_card(number=number), take("C"))
    assert state.public.round == number + 1
    assert [event.round for event in of_type(events, RoundScored)] == [number]


def test_r9_1_round_goes_on_while_an_open_card_is_left():
    state, events = play(position(open_cards="CD", pile=""), take("C"))
    assert state.public.round == 1
    assert not of_type(events, RoundScored)


@pytest.mark.parametrize("moves", [(DRAW_PILE, "K"), (take("C"), "K")], ids=["pile", "refill"])
def test_r9_1_round_goes_on_when_only_the_pile_is_used_up(moves):
    state, events = play(position(open_cards="CDE", pile="K"), *moves)
    assert state.pile == 0
    assert state.public.round == 1
    assert not of_type(events, RoundScored)


def test_r9_1_without_any_card_left_the_round_is_over():
    with pytest.raises(InvalidPositionError):
        position(open_cards="", pile="")


@pytest.mark.parametrize("rules", ALL_EDITIONS, ids=lambda rules: rules.edition)
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("more", [ONE_ISLAND, TWO_ISLANDS, FIVE_ISLANDS])
def test_r9_2_more_stones_score_one_point_and_then_two(rules, number, more):
    """By how many stones does not matter."""
    state = after(last_card(more, "GK", number=number, rules=rules), take("C"))
    assert state.public.points[-1] == (number, 0)
    state = after(last_card("GK", more, number=number, rules=rules), take("C"))
    assert state.public.points[-1] == (0, number)


def test_r9_2_stones_count_and_not_bridges():
    state = last_card("AB AD", "BC CK EF EI GJ KL")
    assert (held(state, WHITE), held(state, BLACK)) == ("A", "")
    assert after(state, take("C")).public.points == ((1, 0),)


def test_r9_2_earlier_points_stay():
    state = last_card(OTHER_ISLAND, ONE_ISLAND + " BC BD", number=2, points=((1, 0),))
    assert after(state, take("C")).public.points == ((1, 0), (0, 2))


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    ("white", "black"), [(ONE_ISLAND, OTHER_ISLAND), ("BC", "KL EF"), ("", "")]
)
def test_r9_3_level_scores_nothing(number, white, black):
    state, events = play(last_card(white, black, number=number), take("C"))
    assert state.public.points[-1] == (0, 0)
    assert of_type(events, RoundScored)[0].points == (0, 0)


def test_r9_4_all_discards_become_the_pile_and_three_are_opened():
    state = last_card(hands=("AB", "DE"), buried=("KL", "GG"))
    played = "ABCDEFFHHIIJJKL"
    assert letters_of(state.public.discards) == played
    state, events = play(state, take("C"))
    everything = "".join(sorted(played + "KLGG"))
    assert events[-1] == PileRenewed(19)
    assert letters_of(state.pile) == everything
    assert state.public.discards == 0
    assert [private.buried for private in state.private] == [0, 0]
    assert state.public.phase == Opening(BLACK, 3)
    state, events = play(state, "GGK")
    assert events == (
        OpenCardTurned(island("G")),
        OpenCardTurned(island("G")),
        OpenCardTurned(island("K")),
        TurnStarted(BLACK),
    )
    assert state.public.open_cards == cards("GGK")
    assert state.pile == cards(everything) - cards("GGK")


def test_r9_4_scoring_comes_before_the_new_pile():
    _, events = play(last_card(ONE_ISLAND, "KL", hands=("", "D")), take("C"))
    assert events == (
        OpenCardTaken(WHITE, island("C")),
        RoundScored(1, (1, 0), (1, 0)),
        PileRenewed(22),
    )


@pytest.mark.parametrize("number", [1, 2])
def test_r9_5_bridges_stones_and_hands_stay(number):
    before = last_card(TWO_ISLANDS, OTHER_ISLAND, hands=("AB", "DEE"), number=number)
    state = after(before, take("C"), "FGH")
    assert (bridges(state, WHITE), bridges(state, BLACK)) == ("AB AD DE DH", "IL KL")
    assert (held(state, WHITE), held(state, BLACK)) == ("AD", "L")
    assert (hand(state, WHITE), hand(state, BLACK)) == ("ABC", "DEE")


@pytest.mark.parametrize("taker", SEATS)
@pytest.mark.parametrize("number", [1, 2])
def test_r9_6_opponent_of_the_last_drawer_is_next(taker, number):
    state, events = play(last_card(number=number, to_move=taker), take("C"), "FGH")
    assert mover(state.public.phase) is taker.other
    assert events[-1] == TurnStarted(taker.other)
    assert is_legal(state, DECLINE)


def test_r9_6_declining_before_the_round_ended_binds_nobody_after_it():
    state = position("AB", "KL", hands=("D", "K"), open_cards="C", pile="")
    state = after(state, bury("D"), DECLINE, build("JK", "K"), take("C"), "FGH")
    assert mover(state.public.phase) is WHITE
    assert is_legal(state, DECLINE)
