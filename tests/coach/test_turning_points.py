"""The turns in which a game was decided."""

import pytest

from coach.games import resigned, whole_game
from kahuna.coach.turning_points import MIN_SWING, turning_points
from kahuna.core import Outcome, Seat, Termination
from kahuna.match.transitions import transitions_of

RECORD = whole_game()
TRANSITIONS = transitions_of(RECORD)
LOST = Outcome(Seat.BLACK, Termination.POINTS, ())


def curve(*jumps):
    """Return White's chances of a game that jump by so many points at these plies."""
    values, value = [50.0], 50.0
    for transition in TRANSITIONS:
        value += dict(jumps).get(transition.ply, 0.0)
        values.append(value)
    return values


def turn_of(ply):
    return TRANSITIONS[ply - 1].before.public.turn


def test_the_largest_changes_in_favour_of_the_winner_decided_the_game():
    values = curve((3, 30.0), (20, -20.0), (31, -40.0), (45, -15.0), (60, -12.0))
    found = turning_points(TRANSITIONS, values, LOST)
    assert [point.turn for point in found] == [turn_of(ply) for ply in (20, 31, 45)]
    assert [point.swing for point in found] == [20, 40, 15]


def test_in_a_flat_game_points_and_islands_tell():
    found = turning_points(TRANSITIONS, curve((9, -MIN_SWING / 2)), LOST)
    assert 0 < len(found) <= 3
    assert all(point.margin > 0 for point in found)
    assert [point.turn for point in found] == sorted(point.turn for point in found)


@pytest.mark.parametrize("num_plies", [1, 2])
def test_a_game_that_ends_at_once_has_no_turn_that_decided_it(num_plies):
    transitions = transitions_of(resigned(RECORD, num_plies))
    assert not turning_points(transitions, [50.0] * (num_plies + 1), LOST)


def test_a_drawn_game_was_not_decided():
    assert not turning_points(TRANSITIONS, curve((9, 40.0)), LOST._replace(winner=None))
