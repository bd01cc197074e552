"""Estimate Elo from pairs of games: maximum-likelihood Bradley–Terry with robust intervals.

A draw counts as half a win. Standard errors come from the observed scatter of the pairs (the
sandwich estimator), so neither draws nor the cards shared by a pair distort the intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

ELO = 400 / log(10)
"""Elo per unit of log odds."""
Z = 1.959964
"""Two-sided 95 % quantile of the normal distribution."""
USUAL_SHARE = 0.5
"""The share of luck to subtract before the results say more..."""
USUAL_PAIRS = 10
"""...and how many pairs of games it is worth."""
_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)

Floats: TypeAlias = npt.NDArray[np.float64]


class PairingTally(NamedTuple):
    """The pairs of games that two entrants played."""

    first: int
    second: int
    counts: tuple[int, int, int, int, int]
    """Number of pairs in which the first bot got 0, ½, 1, 1½ and 2 points."""

    @property
    def num_pairs(self) -> int:
        """Return the number of pairs."""
        return sum(self.counts)

    @property
    def points(self) -> float:
        """Return the points of the first bot; the second has the rest of two per pair."""
        return sum(num * points for num, points in zip(self.counts, _POINTS, strict=True))


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The strengths of all entrants in Elo, with mean 0."""

    elo: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    is_exact: bool
    """Whether the results have a maximum-likelihood rating. If an entrant won or lost everything,
    they have none, and one drawn game is added to each pairing.
    """

    def of(self, number: int) -> Interval:
        """Return an entrant's rating relative to the mean."""
        return _interval(self.elo[number], self.covariance[number][number])

    def difference(self, first: int, second: int) -> Interval:
        """Return how much stronger the first entrant is than the second."""
        cov = self.covariance
        variance = cov[first][first] + cov[second][second] - 2 * cov[first][second]
        return _interval(self.elo[first] - self.elo[second], variance)


def rate(num: int, tallies: Sequence[PairingTally]) -> Ratings:
    """Compute the maximum-likelihood ratings of ``num`` entrants.

    >>> round(rate(2, [PairingTally(0, 1, (0, 0, 200, 0, 200))]).difference(0, 1).value)
    191
    """
    is_exact = _is_connected(num, tallies)
    extra = 0.0 if is_exact else 1.0
    games = np.array([2 * tally.num_pairs + extra for tally in tallies])
    points = np.array([tally.points + extra / 2 for tally in tallies])
    edges = np.zeros((len(tallies), num))  # Rows subtract the second entrant from the first.
    for row, tally in zip(edges, tallies, strict=True):
        row[tally.first], row[tally.second] = 1, -1
    strengths = np.zeros(num)
    for _ in range(200):
        chances = 1 / (1 + np.exp(-edges @ strengths))
        step = _inverse_information(edges, games * chances * (1 - chances)) @ (
            edges.T @ (points - games * chances)
        )
        largest = np.abs(step).max()
        strengths += step / max(1.0, largest)
        if largest < 1e-12:
            break
    bread = _inverse_information(edges, games * chances * (1 - chances)) - 1 / num
    scatter = np.array([_scatter(tally, p) for tally, p in zip(tallies, chances, strict=True)])
    scatter += extra * (0.5 - chances) ** 2
    covariance = bread @ (edges.T * scatter @ edges) @ bread  # The sandwich estimator.
    return Ratings(
        tuple((ELO * (strengths - strengths.mean())).tolist()),
        tuple(map(tuple, (ELO * ELO * covariance).tolist())),
        is_exact,
    )


def _inverse_information(edges: Floats, weights: Floats) -> Floats:
    """Invert the Fisher information; adding the matrix of 1/n fixes the mean at 0."""
    return np.linalg.inv(edges.T * weights @ edges + 1 / edges.shape[1])


def _scatter(tally: PairingTally, chance: float) -> float:
    """Return how far the points of all pairs are from their expectation, in squares."""
    squares = sum(
        count * (points - 2 * chance) ** 2
        for count, points in zip(tally.counts, _POINTS, strict=True)
    )
    return squares * tally.num_pairs / max(tally.num_pairs - 1, 1)


def score_interval(tally: PairingTally) -> Interval:
    """Return the first bot's share of the points with Wilson's interval.

    The pairs' own scatter says how many independent games they are worth.
    """
    pairs = tally.num_pairs
    if not pairs:
        return Interval(0.5, 0.0, 1.0)
    share = tally.points / (2 * pairs)
    scatter = sum(
        num * (points / 2 - share) ** 2 for num, points in zip(tally.counts, _POINTS, strict=True)
    )
    worth = 2.0 * pairs
    if scatter > 0 and pairs > 1:
        worth = share * (1 - share) * pairs * (pairs - 1) / scatter
    middle = (share + Z * Z / (2 * worth)) / (1 + Z * Z / worth)
    reach = Z * sqrt(share * (1 - share) / worth + (Z / (2 * worth)) ** 2) / (1 + Z * Z / worth)
    return Interval(share, max(middle - reach, 0.0), min(middle + reach, 1.0))


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean of at least two values with its interval.

    >>> [round(number, 2) for number in mean_interval([0.4, 0.6, 0.5, 0.5])]
    [0.5, 0.42, 0.58]
    """
    return _interval(float(np.mean(values)), float(np.var(values, ddof=1)) / len(values))


def without_luck(scores: Sequence[float], lucks: Sequence[float]) -> list[float]:
    """Subtract from each score the share of its luck that fits all other scores best.

    Luck is zero on average. The share does not depend on the score and the luck that it is applied
    to, so the mean stays unbiased; if luck explains nothing, hardly anything is subtracted. The
    shares are drawn towards `USUAL_SHARE` as if `USUAL_PAIRS` further pairs had shown it.

    >>> [round(score, 2) for score in without_luck([0.75, 0.25] * 50, [0.25, -0.25] * 50)][:2]
    [0.51, 0.49]
    """
    score, luck = np.array(scores), np.array(lucks)
    num = max(len(scores) - 1, 1)
    mean_score, mean_luck = (score.sum() - score) / num, (luck.sum() - luck) / num
    variance = luck @ luck - luck**2 - num * mean_luck**2
    covariance = score @ luck - score * luck - num * mean_score * mean_luck
    prior = USUAL_PAIRS * variance / num
    has_spread = variance > 1e-12
    share = (covariance + USUAL_SHARE * prior) / np.where(has_spread, variance + prior, 1)
    adjusted: list[float] = (score - has_spread * share * luck).tolist()
    return adjusted


def _interval(value: float, variance: float) -> Interval:
    reach = Z * sqrt(max(variance, 0.0))
    return Interval(value, value - reach, value + reach)


def _is_connected(num: int, tallies: Sequence[PairingTally]) -> bool:
    """Return whether points connect every entrant with every other one."""
    has_points = np.eye(num, dtype=np.bool_)
    for first, second, counts in tallies:
        has_points[first, second] |= any(counts[1:])
        has_points[second, first] |= any(counts[:-1])
    return bool(np.linalg.matrix_power(has_points, num).all())
