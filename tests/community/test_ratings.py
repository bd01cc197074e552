"""Ratings: published examples of Glicko-2, properties, and a small simulation."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna.bots import LEVELS
from kahuna.core import Ruleset
from kahuna.hosting.community.ratings import (
    LEVEL_SCORES,
    MAX_DEVIATION,
    MIN_DEVIATION,
    PERIOD_SECONDS,
    START,
    Played,
    Rating,
    advantage_of,
    aged,
    expected_score,
    fit_advantage,
    pace_of,
    rate_levels,
    starter_advantage,
    updated,
)
from kahuna.hosting.store import ONE_DAY, TimeControl
from research.simulate_ratings import simulate

RATINGS = st.builds(
    Rating,
    st.floats(600, 2900),
    st.floats(MIN_DEVIATION, MAX_DEVIATION),
    st.floats(0.03, 0.12),
    st.just(0.0),
)
SCORES = st.sampled_from((0.0, 0.5, 1.0))
ADVANTAGES = st.floats(-100, 100)


def test_published_example() -> None:
    """Glickman, Example of the Glicko-2 system (2022): three games within one period."""
    played = [
        Played(Rating(1400, 30), 1, 0),
        Played(Rating(1550, 100), 0, 0),
        Played(Rating(1700, 300), 0, 0),
    ]
    new = updated(Rating(1500, 200, 0.06), played, PERIOD_SECONDS)
    assert new.value == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=1e-5)


def test_expectation_between_equals() -> None:
    """Between equals the starter scores what was measured; without ratings one knows less."""
    starter = starter_advantage(Ruleset())
    known = Rating(1500, 0)
    assert starter == pytest.approx(67.5, abs=0.1)
    assert expected_score(known, known, starter) == pytest.approx(0.596)
    assert 0.5 < expected_score(Rating(), Rating(), starter) < 0.58


@given(RATINGS, RATINGS, SCORES, ADVANTAGES, st.floats(0, 50))
def test_one_game(
    rating: Rating, opponent: Rating, score: float, advantage: float, periods: float
) -> None:
    """A game moves a rating towards its result, and never makes it less certain than time does."""
    now = periods * PERIOD_SECONDS
    new = updated(rating, [Played(opponent, score, advantage)], now)
    assert MIN_DEVIATION <= new.deviation <= MAX_DEVIATION
    assert 0 < new.volatility <= max(0.12, rating.volatility)
    assert new.at == now
    if score == 1:
        assert new.value > rating.value
    if score == 0:
        assert new.value < rating.value
    assert abs(new.value - rating.value) < 900
    certain = aged(rating._replace(volatility=max(rating.volatility, new.volatility)), now)
    assert new.deviation <= certain.deviation + 1e-6


@given(RATINGS, RATINGS, SCORES, ADVANTAGES)
def test_symmetry(one: Rating, other: Rating, score: float, advantage: float) -> None:
    """Both predictions add up to 1, and mirrored ratings change by mirrored amounts."""
    assert expected_score(one, other, advantage) + expected_score(
        other, one, -advantage
    ) == pytest.approx(1)

    def mirrored(rating: Rating) -> Rating:
        return rating._replace(value=3000 - rating.value)

    new = updated(one, [Played(other, score, advantage)], ONE_DAY)
    mirror = updated(mirrored(one), [Played(mirrored(other), 1 - score, -advantage)], ONE_DAY)
    assert mirror.value == pytest.approx(3000 - new.value)
    assert mirror.deviation == pytest.approx(new.deviation)


def test_swapped_seats_cancel_the_advantage() -> None:
    """A match with one win for each starter between equals changes nothing but certainty."""
    rating, opponent = Rating(1600, 100), Rating(1600, 80)
    new = updated(rating, [Played(opponent, 1, 67), Played(opponent, 0, -67)], ONE_DAY)
    assert new.value == pytest.approx(1600)
    assert new.deviation < 100


def test_newcomer_is_rated_after_a_few_games_against_bots() -> None:
    """Ten even games against a bot are enough for a rating that is not provisional."""
    rating, bot = Rating(), rate_levels()["noelani"]
    assert rating.is_provisional
    for number in range(10):
        rating = updated(rating, [Played(bot, number % 2, 67 - 134 * (number % 2))], number * 60)
    assert not rating.is_provisional
    assert rating.value == pytest.approx(bot.value, abs=80)


def test_levels_are_rated_as_measured() -> None:
    """Every level has a figure, and ratings predict the measured scores of paired games."""
    ratings = rate_levels()
    assert [*LEVEL_SCORES] == [*LEVELS][1:], "a new level needs its score against the one below"
    assert ratings["makoa"].value == START
    starter = starter_advantage(Ruleset())
    for below, key in pairwise(LEVELS):
        pair = ratings[key], ratings[below]
        mean = (expected_score(*pair, starter) + expected_score(*pair, -starter)) / 2
        assert mean == pytest.approx(LEVEL_SCORES[key], abs=1e-6)


def test_fit_recovers_the_advantage() -> None:
    """The fitted advantage gives the starters the score that they had."""
    games = [(0.0, 1.0)] * 596 + [(0.0, 0.0)] * 404
    assert fit_advantage(games) == pytest.approx(advantage_of(0.596), abs=1e-3)


@pytest.mark.parametrize(
    ("clock", "pace"),
    [
        (None, None),
        (TimeControl("turn", 60), "minutes"),
        (TimeControl("game", 900, 5), "minutes"),
        (TimeControl("turn", 3 * ONE_DAY), "days"),
    ],
)
def test_pace(clock: TimeControl | None, pace: str | None) -> None:
    """Clocks in minutes and in days are rated separately, games without a clock not at all."""
    assert pace_of(clock) == pace


def test_simulation_predicts() -> None:
    """Predictions and scores agree on the whole; research.simulate_ratings has the deciles."""
    rows = simulate(5_000, seed=2)
    assert rows[:, 0].mean() == pytest.approx(rows[:, 1].mean(), abs=0.03)
