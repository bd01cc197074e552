"""The statistics, on numbers whose answer is known."""

import numpy as np
import pytest

from research.findings.estimate import (
    Interval,
    correlation,
    elo,
    mean,
    ratio,
    regress,
    scaled,
    share,
)

RNG = np.random.default_rng(3)


def test_a_share_has_wilsons_interval():
    found = share(np.array([True] * 8 + [False] * 2))
    assert found == pytest.approx((0.8, 0.490, 0.943), abs=1e-3)


def test_a_share_of_nothing_could_be_anything():
    assert share(np.array([], dtype=bool)) == (0.5, 0.0, 1.0)


def test_intervals_of_a_mean_hold_the_truth_in_95_of_100_cases():
    found = [mean(RNG.normal(2.0, 3.0, 50)) for _ in range(1000)]
    holds = sum(one.low <= 2.0 <= one.high for one in found)
    assert 915 <= holds <= 975


def test_what_is_said_twice_is_no_more_certain():
    values = RNG.normal(size=100)
    once = mean(values)
    twice = mean(np.repeat(values, 2), np.repeat(np.arange(100), 2))
    assert twice == pytest.approx(once)


def test_least_squares_find_what_was_put_in():
    x = np.column_stack([RNG.normal(size=(5000, 2)), np.ones(5000)])
    y = x @ np.array([0.5, -2.0, 1.0]) + RNG.normal(size=5000)
    for found, truth in zip(regress(x, y), (0.5, -2.0, 1.0), strict=True):
        assert found.low - 0.02 <= truth <= found.high + 0.02
        assert 0.04 < found.high - found.low < 0.07


def test_the_part_of_the_variance_in_common():
    common, groups = RNG.normal(size=20_000), np.arange(20_000)
    one, other = (common + RNG.normal(size=20_000) * np.sqrt(3) for _ in range(2))
    assert correlation(one, other, groups).value == pytest.approx(0.25, abs=0.03)
    assert correlation(one, RNG.permutation(other), groups).value == pytest.approx(0, abs=0.03)


def test_a_ratio_of_sums_is_no_mean_of_ratios():
    assert ratio(np.array([1.0, 0.0]), np.array([1.0, 9.0])).value == pytest.approx(0.1)


def test_other_units_keep_low_below_high():
    assert scaled(Interval(1, 0, 3), -2.0, 1.0) == (-1, -5, 1)


def test_elo_of_a_score():
    assert elo(Interval(0.5, 0.36, 0.64)) == pytest.approx((0, -100, 100), abs=0.1)
    assert elo(Interval(1.0, 0.9, 1.0)).value > 1000
