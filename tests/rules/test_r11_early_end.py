"""R11 Early end."""

import pytest

from kahuna.core import (
    DECLINE,
    SEATS,
    InvalidPositionError,
    Opening,
    Outcome,
    Reason,
    Setup,
    Termination,
    Turn,
    state_of,
    view_of,
    why_illegal,
)
from kahuna.core.events import (
    GameEnded,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    RoundScored,
    TurnStarted,
)

from .positions import (
    BLACK,
    WHITE,
    after,
    build,
    built,
    bury,
    gained,
    island,
    islands,
    lines,
    of_type,
    outcome,
    play,
    played,
    position,
    remove,
    removed,
    swept,
    take,
)

LATE = [
    {"number": 2, "points": ((0, 1),)},
    {"number": 3, "points": ((0, 1), (0, 2))},
    {"number": 3, "points": ((0, 1), (0, 2)), "last_turns": 2},
    {"number": 3, "points": ((0, 1), (0, 2)), "last_turns": 1},
]
LATE_IDS = ["round 2", "round 3", "last turn but one", "last turn"]


@pytest.mark.parametrize("late", LATE, ids=LATE_IDS)
def test_r11_1_player_without_a_bridge_loses_at_once_whatever_the_points(late):
    state, events = play(position("AB", "KL", hands=("KKL", ""), **late), remove("KL", "KK"))
    result = Outcome(WHITE, Termination.WIPEOUT, late["points"])
    assert events == (played(WHITE, "KK"), removed(BLACK, "KL"), GameEnded(result))
    assert outcome(state) == result


def test_r11_1_player_with_a_bridge_left_plays_on():
    state, events = play(position("AB", "JK KL", hands=("KKL", ""), number=2), remove("KL", "KK"))
    assert not of_type(events, GameEnded)
    assert isinstance(state.public.phase, Turn)


def test_r11_2_looked_at_in_the_middle_of_a_turn_after_a_sweep():
    state = position("AB", "AH", hands=("", "AK"), number=2, to_move=BLACK)
    state, events = play(state, build("AD", "A"))
    assert events == (
        played(BLACK, "A"),
        built(BLACK, "AD"),
        gained(BLACK, "A"),
        swept(WHITE, "AB"),
        GameEnded(Outcome(BLACK, Termination.WIPEOUT, ((0, 0),))),
    )
    for action in (build("JK", "K"), DECLINE):
        assert why_illegal(view_of(state, BLACK), action) is Reason.GAME_OVER


@pytest.mark.parametrize("taker", SEATS)
def test_r11_2_looked_at_when_round_2_begins(taker):
    """The scoring before it stands, and the open cards have been turned over."""
    state = position("AB AD", "", open_cards="C", pile="", to_move=taker)
    state, events = play(state, take("C"), "EFG")
    assert events == (
        OpenCardTaken(taker, island("C")),
        RoundScored(1, (1, 0), (1, 0)),
        PileRenewed(23),
        OpenCardTurned(island("E")),
        OpenCardTurned(island("F")),
        OpenCardTurned(island("G")),
        GameEnded(Outcome(WHITE, Termination.WIPEOUT, ((1, 0),))),
    )


def test_r11_2_looked_at_when_round_3_begins():
    """Whoever is bridgeless in round 2 has lost before; a position shows the rule all the same."""
    turning = Setup(
        bridges=(0, lines("KL")),
        open_cards=islands("EF"),
        points=((0, 0), (2, 0)),
        round=3,
        phase=Opening(WHITE, 1),
    )
    state = after(state_of(turning), "G")
    assert outcome(state) == Outcome(BLACK, Termination.WIPEOUT, ((0, 0), (2, 0)))


def test_r11_2_bridgeless_player_cannot_be_in_round_2():
    with pytest.raises(InvalidPositionError):
        position("AB", "", number=2)
    assert position("AB", "", number=1)


def test_r11_3_play_goes_on_when_neither_has_a_bridge():
    state = position("", "", hands=("A", "B"), open_cards="C", pile="", number=1)
    state, events = play(state, bury("A"), take("C"), "EFG")
    assert events[-1] == TurnStarted(BLACK)
    assert state.public.round == 2


@pytest.mark.parametrize("late", LATE, ids=LATE_IDS)
def test_r11_3_first_bridge_on_an_empty_board_wins(late):
    state, events = play(position("", "", hands=("A", "B"), **late), build("AB", "A"))
    result = Outcome(WHITE, Termination.WIPEOUT, late["points"])
    assert events[-1] == GameEnded(result)
    assert outcome(state) == result


def test_r11_4_in_round_1_nobody_loses_like_this():
    state = position("AB", "KL", hands=("AKK", ""))
    state, events = play(state, remove("KL", "KK"), build("AD", "A"), DECLINE)
    assert not of_type(events, GameEnded)
    assert isinstance(state.public.phase, Turn)
    assert after(position("", "", hands=("A", "")), build("AB", "A")).public.phase.seat is WHITE
