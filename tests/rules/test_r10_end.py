"""R10 End."""

import pytest

from kahuna.core import (
    DECLINE,
    DRAW_PILE,
    EDITIONS,
    SEATS,
    FinalScoring,
    Outcome,
    Reason,
    Termination,
    mover,
)
from kahuna.core.events import (
    DrawDeclined,
    GameEnded,
    OpenCardTaken,
    PileRenewed,
    RoundScored,
    TurnStarted,
)
from kahuna.core.scoring import decide, score_round

from .positions import (
    ALL_EDITIONS,
    BASE,
    BLACK,
    WHITE,
    after,
    assert_illegal,
    build,
    bury,
    held,
    is_legal,
    island,
    legal,
    of_type,
    outcome,
    play,
    position,
    remove,
    take,
)

ITALIAN = EDITIONS["italian"].ruleset()
THREE_ISLANDS = "AB AD BD BE DE"  # ALOA, BARI and DUDA.
ONE_ISLAND = "IL KL"  # LALE.


def ending(white, black, **options):
    """Black's last turn, the very last of the game."""
    return position(white, black, number=3, last_turns=1, to_move=BLACK, **options)


def finish(white, black, *points, rules=BASE):
    return outcome(after(ending(white, black, points=points, rules=rules), DECLINE))


@pytest.mark.parametrize("taker", SEATS)
def test_r10_1_each_player_has_one_more_turn_the_last_drawers_opponent_first(taker):
    state = position("AB", "KL", open_cards="C", pile="", number=3, to_move=taker)
    state, events = play(state, take("C"))
    assert events == (OpenCardTaken(taker, island("C")), TurnStarted(taker.other, is_last=True))
    state, events = play(state, DECLINE)
    assert events == (DrawDeclined(taker.other), TurnStarted(taker, is_last=True))
    state, events = play(state, DECLINE)
    assert [type(event) for event in events] == [DrawDeclined, RoundScored, GameEnded]
    assert mover(state.public.phase) is None


def test_r10_1_nothing_is_scored_and_no_pile_is_made_before_the_last_turns():
    state = position("AB AD", "KL", hands=("", "A"), open_cards="C", pile="", number=3)
    state, events = play(state, take("C"))
    assert not of_type(events, RoundScored, PileRenewed)
    assert len(state.public.points) == 2
    assert state.pile == 0


def test_r10_1_cards_played_in_the_last_turns_count():
    state = ending("AB AD", "KL", hands=("", "AA"))
    result = outcome(after(state, remove("AB", "AA"), DECLINE))
    assert result.scores[-1] == (0, 0)


@pytest.mark.parametrize("last_turns", [2, 1])
def test_r10_2_nobody_draws_in_the_last_turns(last_turns):
    state = position("AB", "KL", hands=("A", ""), number=3, last_turns=last_turns)
    assert_illegal(state, DRAW_PILE, Reason.LAST_TURN)
    assert_illegal(state, take("C"), Reason.LAST_TURN)


def test_r10_2_one_may_build_remove_and_bury_as_ever():
    state = position("AB", "KL", hands=("AKKL", "B"), number=3, last_turns=2)
    assert {build("AD", "A"), remove("KL", "KK"), remove("KL", "KL"), bury("A")} <= set(
        legal(state)
    )
    state = after(state, bury("K"), build("AD", "A"))
    assert is_legal(state, build("JK", "K"))
    assert is_legal(state, DECLINE)


def test_r10_2_both_may_declare_their_turn_over():
    state = position("AB", "KL", number=3, last_turns=2)
    state = after(state, DECLINE)
    assert is_legal(state, DECLINE)


def test_r10_2_declining_before_the_last_card_binds_nobody_in_the_last_turns():
    state = position("AB", "KL", open_cards="C", pile="", number=3)
    state = after(state, DECLINE, take("C"))
    assert mover(state.public.phase) is WHITE
    assert is_legal(state, DECLINE)


@pytest.mark.parametrize("rules", ALL_EDITIONS, ids=lambda rules: rules.edition)
@pytest.mark.parametrize(
    ("white", "black", "stones", "difference"),
    [
        (THREE_ISLANDS, ONE_ISLAND, (3, 1), (2, 0)),
        (ONE_ISLAND, THREE_ISLANDS, (1, 3), (0, 2)),
        (ONE_ISLAND, "AB AD", (1, 1), (0, 0)),
        ("BC", "AB AD", (0, 1), (0, 1)),
    ],
)
def test_r10_3_third_scoring(rules, white, black, stones, difference):
    state, events = play(ending(white, black, rules=rules), DECLINE)
    points = stones if rules.edition == "italian" else difference
    assert of_type(events, RoundScored) == [RoundScored(3, stones, points)]
    assert outcome(state).scores[-1] == points


def test_r10_3_own_stones_and_difference_have_the_same_winner():
    assert ITALIAN.final_scoring is FinalScoring.OWN_STONES
    for first in ((0, 0), (1, 0), (0, 1)):
        for second in ((0, 0), (2, 0), (0, 2)):
            for stones in [(w, b) for w in range(11) for b in range(min(11, 13 - w))]:
                one, other = (
                    decide((first, second, score_round(rules, 3, stones)), (0b111, 0b1000))
                    for rules in (BASE, ITALIAN)
                )
                assert one.winner is other.winner


def test_r10_4_most_points_of_all_three_scorings_win():
    result = finish(THREE_ISLANDS, ONE_ISLAND, (1, 0), (0, 2))
    assert result == Outcome(WHITE, Termination.POINTS, ((1, 0), (0, 2), (2, 0)))


def test_r10_4_who_wins_the_third_scoring_need_not_win_the_game():
    result = finish(THREE_ISLANDS, ONE_ISLAND, (0, 1), (0, 2))
    assert result == Outcome(BLACK, Termination.POINTS, ((0, 1), (0, 2), (2, 0)))


def test_r10_5_level_points_go_to_the_better_third_scoring():
    result = finish(THREE_ISLANDS, ONE_ISLAND + " CG EI GJ", (0, 0), (0, 2))
    assert result == Outcome(WHITE, Termination.THIRD_SCORING, ((0, 0), (0, 2), (2, 0)))
    result = finish(ONE_ISLAND, THREE_ISLANDS, (0, 0), (2, 0))
    assert result == Outcome(BLACK, Termination.THIRD_SCORING, ((0, 0), (2, 0), (0, 2)))


def test_r10_5_third_scoring_in_own_stones():
    result = finish(THREE_ISLANDS, ONE_ISLAND, (0, 0), (0, 2), rules=ITALIAN)
    assert result == Outcome(WHITE, Termination.THIRD_SCORING, ((0, 0), (0, 2), (3, 1)))


@pytest.mark.parametrize("rules", [BASE, ITALIAN], ids=["difference", "own_stones"])
def test_r10_6_then_more_bridges_on_the_board_win(rules):
    result = finish("AB AD", ONE_ISLAND + " CF", (0, 0), (0, 0), rules=rules)
    assert (result.winner, result.termination) == (BLACK, Termination.BRIDGES)
    result = finish("AB AD CF GJ", ONE_ISLAND + " FG", (0, 0), (0, 0), rules=rules)
    assert (result.winner, result.termination) == (WHITE, Termination.BRIDGES)


@pytest.mark.parametrize("rules", [BASE, ITALIAN], ids=["difference", "own_stones"])
@pytest.mark.parametrize(("white", "black"), [("AB AD", ONE_ISLAND), ("BC", "FG"), ("", "")])
def test_r10_7_if_even_that_is_level_the_game_is_a_draw(rules, white, black):
    state = after(ending(white, black, rules=rules), DECLINE)
    assert len(held(state, WHITE)) == len(held(state, BLACK))
    assert (outcome(state).winner, outcome(state).termination) == (None, Termination.DRAW)
