"""Candidates for puzzles, and how clearly their best turns lead."""

import numpy as np
import pytest

from research.puzzles.candidates import Candidate, same_effect, spread
from research.puzzles.margins import is_behind, margin_of

CANDIDATE = Candidate(
    root=7,
    turns=np.array([10, 11, 12, 13, 14]),
    effects=np.array([0, 1, 0, 2, 1]),
    values=np.array([60.0, 80.0, 70.0, 50.0, 75.0]),
)


def test_the_best_turn_of_each_effect_leads_it():
    assert CANDIDATE.turns[CANDIDATE.leaders()].tolist() == [11, 12, 13]
    assert CANDIDATE.margin() == 10
    assert CANDIDATE.only(np.array([1, 4]), np.array([1.0, 2.0])).margin() == 0


@pytest.mark.parametrize(
    ("effects", "turns", "chosen"),
    [(3, 5, [11, 12, 13, 14, 10]), (2, 3, [11, 12, 14]), (3, 2, [11, 12])],
)
def test_leaders_come_first_then_the_best_others(effects, turns, chosen):
    assert CANDIDATE.turns[spread(CANDIDATE, effects, turns)].tolist() == chosen


def test_turns_with_the_effect_of_the_best_one_are_found_again():
    best = CANDIDATE.only(np.array([2, 3]), np.array([90.0, 10.0]))
    assert same_effect(CANDIDATE, best, 8).turns.tolist() == [12, 10]
    assert same_effect(CANDIDATE, best, 1).turns.tolist() == [12]


def test_a_margin_is_that_over_the_best_other_turn():
    values = np.array([[60.0, 62.0], [40.0, 44.0], [50.0, 50.0]])
    margin = margin_of(values)
    assert (margin.second, margin.mean) == (2, 11)
    assert margin.lowest == pytest.approx(11 - 2 * margin.error)
    assert margin.highest == pytest.approx(11 + 2 * margin.error)
    assert not is_behind(values)
    assert is_behind(values[[1, 0]])
