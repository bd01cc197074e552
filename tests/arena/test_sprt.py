"""The sequential test: its decisions, by simulation."""

from math import log
from random import Random

import pytest

from kahuna.arena import ArenaError, Sprt
from kahuna.arena.sprt import MAX_ELO, Conclusion, expected_score


def simulate(sprt, elo, seed, most=20_000):
    """What the test says of two bots so far apart, and after how many pairs."""
    rng = Random(seed)
    p = expected_score(elo)
    counts = [0] * 5
    for number in range(1, most):
        counts[2 * ((rng.random() < p) + (rng.random() < p))] += 1
        if number % 10 == 0 and (decision := sprt.decide(counts)) is not None:
            return decision, number
    return None, most


def test_errors_are_as_rare_as_was_asked():
    sprt = Sprt(0, 50)
    high = [simulate(sprt, 50, seed)[0] for seed in range(150)]
    low = [simulate(sprt, 0, seed)[0] for seed in range(150)]
    assert None not in high + low
    assert high.count(Conclusion.LOWER) <= 15
    assert low.count(Conclusion.HIGHER) <= 15


def test_what_is_clear_is_clear_soon():
    sprt = Sprt(0, 50)
    decision, pairs = simulate(sprt, 400, 1)
    assert decision is Conclusion.HIGHER
    assert pairs < 60


@pytest.mark.parametrize(
    "elos", [(5, 0), (0, 0), (0, float("inf")), (float("-inf"), 0), (0, float("nan")), (0, 1e6)]
)
def test_differences_that_make_no_sense_are_refused(elos):
    with pytest.raises(ArenaError, match="a lower and a higher Elo, both from -2000 to 2000"):
        Sprt(*elos)


def test_the_greatest_differences_can_be_tested():
    sprt = Sprt(-MAX_ELO, MAX_ELO)
    assert sprt.decide([0, 0, 0, 0, 10**6]) is Conclusion.HIGHER
    assert sprt.decide([10**6, 0, 0, 0, 0]) is Conclusion.LOWER


def test_nothing_is_clear_before_the_first_pairs():
    sprt = Sprt(0, 20)
    assert sprt.ratio([0] * 5) == 0
    for sweep in ([0, 0, 0, 0, 3], [3, 0, 0, 0, 0], [0, 0, 3, 0, 0]):
        assert sprt.decide(sweep) is None


def test_the_ratio_is_the_textbook_one_for_many_pairs():
    """For counts close to the hypotheses it is n (s1 - s0) (2 m - s0 - s1) / (2 v)."""
    counts = [2400, 0, 5000, 0, 2600]
    n = sum(counts)
    mean = (0.5 * 5000 + 2600) / n
    variance = (2400 * mean**2 + 5000 * (0.5 - mean) ** 2 + 2600 * (1 - mean) ** 2) / n
    s0, s1 = expected_score(0), expected_score(10)
    expected = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).ratio(counts) == pytest.approx(expected, rel=0.01)


def test_bounds_follow_from_the_error_rates():
    assert Sprt(0, 5).bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((log(0.1 / 0.99), log(90)))


def test_the_hypotheses_must_be_in_order():
    with pytest.raises(ArenaError, match="a lower and a higher Elo"):
        Sprt(5, 5)
