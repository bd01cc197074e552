"""Elo and its intervals against values that are known."""

from itertools import combinations
from math import log10, sqrt
from random import Random

import pytest

from kahuna.arena.rating import ELO, PairingTally, Z, rate, score_interval
from kahuna.arena.sprt import expected_score


def elo_of(score):
    return 400 * log10(score / (1 - score))


@pytest.mark.parametrize(
    ("counts", "elo"),
    [
        ((0, 0, 100, 0, 100), 190.85),
        ((100, 0, 100, 0, 0), -190.85),
        ((25, 0, 50, 0, 25), 0.0),
        ((0, 0, 0, 100, 0), 190.85),
        ((9, 0, 2, 0, 89), elo_of(0.9)),
    ],
)
def test_two_bots_have_the_elo_of_their_score(counts, elo):
    ratings = rate(2, [PairingTally(0, 1, counts)])
    assert ratings.is_exact
    assert ratings.difference(0, 1).value == pytest.approx(elo, abs=0.01)
    assert ratings.difference(1, 0).value == pytest.approx(-elo, abs=0.01)
    assert sum(ratings.elo) == pytest.approx(0, abs=1e-9)


def test_the_interval_of_independent_games_is_the_textbook_one():
    """Pairs that scatter as two independent games do: Fisher's information for single games."""
    num, p = 1600, 0.75
    counts = (round(num * (1 - p) ** 2), 0, round(num * 2 * p * (1 - p)), 0, round(num * p * p))
    interval = rate(2, [PairingTally(0, 1, counts)]).difference(0, 1)
    reach = Z * ELO / sqrt(2 * num * p * (1 - p))
    assert interval.high - interval.value == pytest.approx(reach, rel=1e-3)
    assert interval.value - interval.low == pytest.approx(reach, rel=1e-3)


def test_pairs_that_always_split_leave_no_doubt_and_pairs_that_swing_leave_more():
    steady = rate(2, [PairingTally(0, 1, (1, 0, 198, 0, 1))]).difference(0, 1)
    swinging = rate(2, [PairingTally(0, 1, (100, 0, 0, 0, 100))]).difference(0, 1)
    independent = rate(2, [PairingTally(0, 1, (50, 0, 100, 0, 50))]).difference(0, 1)
    assert steady.high < independent.high / 5
    assert swinging.high == pytest.approx(independent.high * sqrt(2), rel=1e-6)


def test_true_strengths_are_found_again():
    true = [-150.0, -60.0, 0.0, 70.0, 140.0]
    num = 200_000
    tallies = []
    for i, j in combinations(range(5), 2):
        p = expected_score(true[i] - true[j])
        shares = ((1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p)
        tallies.append(PairingTally(i, j, tuple(round(num * share) for share in shares)))
    assert rate(5, tallies).elo == pytest.approx(true, abs=0.05)


def test_intervals_hold_the_truth_in_95_of_100_cases():
    rng = Random(1)
    true = [-80.0, 0.0, 80.0]
    hits = trials = 0
    for _ in range(300):
        tallies = []
        for i, j in combinations(range(3), 2):
            p = expected_score(true[i] - true[j])
            counts = [0] * 5
            for _ in range(100):
                counts[2 * ((rng.random() < p) + (rng.random() < p))] += 1
            tallies.append(PairingTally(i, j, tuple(counts)))
        ratings = rate(3, tallies)
        for number in range(3):
            interval = ratings.of(number)
            hits += interval.low <= true[number] <= interval.high
            trials += 1
    assert 0.92 < hits / trials < 0.98


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 50), (50, 0, 0, 0, 0), (0, 0, 0, 0, 0)])
def test_who_wins_everything_still_gets_a_number(counts):
    ratings = rate(2, [PairingTally(0, 1, counts)])
    assert not ratings.is_exact
    interval = ratings.difference(0, 1)
    assert interval.low < interval.value < interval.high or sum(counts) == 0


def test_groups_that_never_met_still_get_numbers():
    ratings = rate(
        4,
        [
            PairingTally(0, 1, (1, 0, 1, 0, 2)),
            PairingTally(2, 3, (1, 0, 1, 0, 2)),
            PairingTally(0, 2, (0,) * 5),
        ],
    )
    assert not ratings.is_exact
    assert all(abs(elo) < 2000 for elo in ratings.elo)


def test_the_score_has_wilsons_interval_for_independent_games():
    num, p = 400, 0.75
    counts = (25, 0, 150, 0, 225)
    interval = score_interval(PairingTally(0, 1, counts))
    n = 2 * num
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z * sqrt(p * (1 - p) / n + (Z / (2 * n)) ** 2) / (1 + Z * Z / n)
    assert interval.value == p
    assert interval.low == pytest.approx(middle - reach, rel=2e-3)
    assert interval.high == pytest.approx(middle + reach, rel=2e-3)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 20), (0, 0, 20, 0, 0), (0,) * 5, (0, 0, 0, 0, 1)])
def test_the_score_interval_is_never_empty(counts):
    interval = score_interval(PairingTally(0, 1, counts))
    assert 0 <= interval.low <= interval.value <= interval.high <= 1
    assert interval.high - interval.low > 0.01
