"""R17 Other ways to end, and undo."""

from random import Random

import pytest

from kahuna.core import DECLINE, SEATS, VIEWERS, Build, Termination, legal_actions
from kahuna.core.events import GameEnded
from kahuna.match.authority import Authority
from kahuna.match.chance import RandomChance
from kahuna.match.errors import GameOverError, NothingToUndoError, NotYourTurnError

from .positions import BASE, BLACK, WHITE


def match():
    """A match after the first turn."""
    authority = Authority(BASE, RandomChance(Random(17)), first=WHITE)
    authority.act(WHITE, DECLINE)
    return authority


def assert_ended(authority, winner, termination):
    """The match is over, everybody knows it, and its record says how it ended."""
    outcome = authority.outcome
    assert (outcome.winner, outcome.termination) == (winner, termination)
    assert authority.record().outcome == outcome
    assert authority.mover is None
    for viewer in VIEWERS:
        assert authority.view(viewer).history[-1] == GameEnded(outcome)
    with pytest.raises(GameOverError):
        authority.agree_draw()


@pytest.mark.parametrize("seat", SEATS)
def test_r17_1_who_resigns_loses(seat):
    authority = match()
    authority.resign(seat)
    assert_ended(authority, seat.other, Termination.RESIGNATION)


@pytest.mark.parametrize("seat", SEATS)
def test_r17_2_who_runs_out_of_time_loses(seat):
    authority = match()
    authority.time_out(seat)
    assert_ended(authority, seat.other, Termination.TIMEOUT)


def test_r17_3_players_may_agree_on_a_draw():
    authority = match()
    authority.agree_draw()
    assert_ended(authority, None, Termination.AGREEMENT)


def test_r17_4_a_turn_is_undone_step_by_step_and_nobody_sees_it():
    authority = match()
    before = {viewer: authority.view(viewer) for viewer in VIEWERS}
    steps = []
    for _ in range(2):
        action = next(
            each for each in legal_actions(authority.view(BLACK)) if isinstance(each, Build)
        )
        steps.append(authority.view(BLACK).public)
        authority.act(BLACK, action)
    for viewer in VIEWERS:
        assert (authority.view(viewer) == before[viewer]) == (viewer is not BLACK)
    for expected in reversed(steps):
        authority.undo(BLACK)
        assert authority.view(BLACK).public == expected
    assert {viewer: authority.view(viewer) for viewer in VIEWERS} == before
    with pytest.raises(NothingToUndoError):
        authority.undo(BLACK)


def test_r17_4_a_turn_that_is_over_cannot_be_undone():
    authority = match()
    with pytest.raises(NotYourTurnError):
        authority.undo(WHITE)


def test_r17_5_an_aborted_game_has_no_winner():
    authority = match()
    authority.abort()
    assert_ended(authority, None, Termination.ABORTED)
