"""Estimates with 95 % intervals.

Events within a game are not independent, so standard errors are computed from groups, usually
games, by the scatter of the group sums (the sandwich estimator).
"""

from __future__ import annotations

from math import log10

import numpy as np

from kahuna.arena import rating
from kahuna.arena.rating import Z
from research.findings.games import Bools, Floats, Ints


class Interval(rating.Interval):
    """An estimate with its 95 % interval, which prints itself.

    >>> share = Interval(0.594, 0.587, 0.601)
    >>> f"{share:%}", f"{share:+0}", f"{Interval(-2, -3, -1):.1}"
    ('59.4 % (58.7 … 60.1)', '+59 (+59 … +60)', '−2.0 (−3.0 … −1.0)')
    """

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        """Print a share (``%``), percentage points (``+``) or a number (``.``), and digits."""
        kind, digits = spec[:1], spec[1:] or "1"
        factor = 1 if kind == "." else 100
        form = f"{'+' if kind == '+' else ''}.{digits}f"
        value, low, high = (f"{factor * number:{form}}".replace("-", "−") for number in self)
        return f"{value}{' %' if kind == '%' else ''} ({low} … {high})"


def share(hits: Bools | Floats) -> Interval:
    """Estimate a probability from independent cases, with Wilson's interval."""
    num = len(hits)
    if not num:
        return Interval(0.5, 0.0, 1.0)
    part = float(np.mean(hits))
    middle = (part + Z * Z / (2 * num)) / (1 + Z * Z / num)
    spread = part * (1 - part) / num + (Z / (2 * num)) ** 2
    reach = Z * float(np.sqrt(spread)) / (1 + Z * Z / num)
    return Interval(part, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Floats | Ints | Bools, groups: Ints | None = None) -> Interval:
    """Estimate the mean of grouped values."""
    if not len(values):
        return Interval(float("nan"), float("nan"), float("nan"))
    return regress(np.ones((len(values), 1)), values, groups)[0]


def regress(x: Floats, y: Floats | Ints | Bools, groups: Ints | None = None) -> list[Interval]:
    """Regress ``y`` (m,) on the columns of ``x`` (m, k) by least squares.

    >>> [round(found.value, 6) for found in regress(np.eye(2), np.array([3.0, 5.0]))]
    [3.0, 5.0]
    """
    bread = np.linalg.pinv(x.T @ x)
    found = bread @ x.T @ y
    scores = x * (y - x @ found)[:, None]
    if groups is not None:
        sums = np.zeros((int(groups.max()) + 1, x.shape[1]))
        np.add.at(sums, groups, scores)
        scores = sums
    reach = Z * np.sqrt(np.maximum(np.diag(bread @ (scores.T @ scores) @ bread), 0))
    return [Interval(v, v - r, v + r) for v, r in zip(found.tolist(), reach.tolist(), strict=True)]


def ratio(parts: Floats, wholes: Floats) -> Interval:
    """Estimate the ratio of two sums over groups.

    >>> ratio(np.array([1.0, 2.0]), np.array([2.0, 4.0]))
    Interval(value=0.5, low=0.5, high=0.5)
    """
    total = float(wholes.sum())
    value = float(parts.sum()) / total
    reach = Z * float(np.sqrt(((parts - value * wholes) ** 2).sum())) / total
    return Interval(value, value - reach, value + reach)


def correlation(ones: Floats | Ints, others: Floats | Ints, groups: Ints) -> Interval:
    """Estimate the correlation of two results, for pairs that come in groups.

    >>> sides = np.array([1, -1, 1, -1])
    >>> correlation(sides, sides, np.arange(4)).value
    1.0
    """
    middle = np.concatenate([ones, others]).mean()
    a, b = ones - middle, others - middle
    variance = float((a * a + b * b).mean() / 2)
    return scaled(mean(a * b, groups), 1 / variance)


def scaled(interval: Interval, factor: float, shift: float = 0.0) -> Interval:
    """Convert an interval to other units."""
    value, low, high = (factor * number + shift for number in interval)
    return Interval(value, min(low, high), max(low, high))


def elo(score: Interval) -> Interval:
    """Convert a score to an Elo difference.

    >>> round(elo(Interval(0.75, 0.7, 0.8)).value)
    191
    """
    value, low, high = (-400 * log10(1 / min(max(p, 1e-6), 1 - 1e-6) - 1) for p in score)
    return Interval(value, low, high)
