"""Estimate Elo from pairs of games: maximum-likelihood Bradley–Terry with robust intervals.

A draw counts as half a win. Standard errors come from the observed scatter of the pairs (the
sandwich estimator), so neither draws nor the cards shared by a pair distort the intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple, TypeAlias

ELO = 400 / log(10)
"""Elo per unit of log odds."""
Z = 1.959964
"""Two-sided 95 % quantile of the normal distribution."""
USUAL_SHARE = 0.5
"""The share of luck to subtract before the results say more..."""
USUAL_PAIRS = 10
"""...and how many pairs of games it is worth."""
_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)

Matrix: TypeAlias = list[list[float]]


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
    strengths = [0.0] * num
    for _ in range(200):
        gradient = [0.0] * num
        for tally in tallies:
            games = 2 * tally.num_pairs + extra
            expected = games * _chance(strengths, tally)
            surplus = tally.points + extra / 2 - expected
            gradient[tally.first] += surplus
            gradient[tally.second] -= surplus
        inverse = _inverse(_information(strengths, tallies, extra))
        step = [sum(a * g for a, g in zip(row, gradient, strict=True)) for row in inverse]
        largest = max(abs(change) for change in step)
        shrink = min(1.0, 1.0 / largest) if largest else 1.0
        strengths = [s + shrink * change for s, change in zip(strengths, step, strict=True)]
        if largest < 1e-12:
            break
    mean = sum(strengths) / num
    covariance = _covariance(strengths, tallies, extra)
    return Ratings(
        tuple(ELO * (s - mean) for s in strengths),
        tuple(tuple(ELO * ELO * value for value in row) for row in covariance),
        is_exact,
    )


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
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return _interval(mean, variance / len(values))


def without_luck(scores: Sequence[float], lucks: Sequence[float]) -> list[float]:
    """Subtract from each score the share of its luck that fits all other scores best.

    Luck is zero on average. The share does not depend on the score and the luck that it is applied
    to, so the mean stays unbiased; if luck explains nothing, hardly anything is subtracted. The
    shares are drawn towards `USUAL_SHARE` as if `USUAL_PAIRS` further pairs had shown it.

    >>> [round(score, 2) for score in without_luck([0.75, 0.25] * 50, [0.25, -0.25] * 50)][:2]
    [0.51, 0.49]
    """
    num = len(scores)
    sums = sum(scores), sum(lucks)
    squares = sum(luck * luck for luck in lucks)
    products = sum(score * luck for score, luck in zip(scores, lucks, strict=True))
    found = []
    for score, luck in zip(scores, lucks, strict=True):
        others = max(num - 1, 1)
        mean_score, mean_luck = (sums[0] - score) / others, (sums[1] - luck) / others
        variance = squares - luck * luck - others * mean_luck**2
        covariance = products - score * luck - others * mean_score * mean_luck
        prior = USUAL_PAIRS * variance / others
        has_spread = variance > 1e-12
        share = (covariance + USUAL_SHARE * prior) / (variance + prior) if has_spread else 0.0
        found.append(score - share * luck)
    return found


def _interval(value: float, variance: float) -> Interval:
    reach = Z * sqrt(max(variance, 0.0))
    return Interval(value, value - reach, value + reach)


def _chance(strengths: Sequence[float], tally: PairingTally) -> float:
    """Return the probability that the first bot wins."""
    return 1 / (1 + exp(strengths[tally.second] - strengths[tally.first]))


def _is_connected(num: int, tallies: Sequence[PairingTally]) -> bool:
    """Return whether points connect every entrant with every other one."""
    beats = {number: {number} for number in range(num)}
    loses = {number: {number} for number in range(num)}
    for first, second, counts in tallies:
        if any(counts[1:]):
            beats[first].add(second)
            loses[second].add(first)
        if any(counts[:-1]):
            beats[second].add(first)
            loses[first].add(second)
    return all(len(_reached(links)) == num for links in (beats, loses))


def _reached(links: dict[int, set[int]]) -> set[int]:
    reached, fresh = {0}, {0}
    while fresh:
        fresh = set().union(*(links[number] for number in fresh)) - reached
        reached |= fresh
    return reached


def _information(
    strengths: Sequence[float], tallies: Sequence[PairingTally], extra: float
) -> Matrix:
    """Return the Fisher information; adding the matrix of 1/n fixes the mean at 0."""
    num = len(strengths)
    information = [[1 / num] * num for _ in range(num)]
    for tally in tallies:
        chance = _chance(strengths, tally)
        weight = (2 * tally.num_pairs + extra) * chance * (1 - chance)
        _add_edge(information, tally, weight)
    return information


def _covariance(
    strengths: Sequence[float], tallies: Sequence[PairingTally], extra: float
) -> Matrix:
    """Return the sandwich estimator: the inverse information around the scatter of the pairs."""
    num = len(strengths)
    inverse = _inverse(_information(strengths, tallies, extra))
    bread = [[value - 1 / num for value in row] for row in inverse]
    scatter = [[0.0] * num for _ in range(num)]
    for tally in tallies:
        chance, pairs = _chance(strengths, tally), tally.num_pairs
        squares = sum(
            count * (points - 2 * chance) ** 2
            for count, points in zip(tally.counts, _POINTS, strict=True)
        )
        if pairs > 1:
            squares *= pairs / (pairs - 1)
        _add_edge(scatter, tally, squares + extra * (0.5 - chance) ** 2)
    return _product(_product(bread, scatter), bread)


def _add_edge(matrix: Matrix, tally: PairingTally, weight: float) -> None:
    first, second, _ = tally
    matrix[first][first] += weight
    matrix[second][second] += weight
    matrix[first][second] -= weight
    matrix[second][first] -= weight


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left
    ]


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a positive definite matrix by elimination."""
    num = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(num))] for i, row in enumerate(matrix)]
    for i in range(num):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(num):
            if j != i and (factor := rows[j][i]):
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[num:] for row in rows]
