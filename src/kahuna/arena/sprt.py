"""Sequential probability ratio test on pairs of games.

The hypotheses are two Elo differences. Each pair gives 0, ½, 1, 1½ or 2 points. For each
hypothesis, the likelihood is taken at the best-fitting distribution over these five outcomes
with the mean that the hypothesis implies (the generalised SPRT used for chess engines). Counting
pairs instead of games accounts for the cards that the two games share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

from kahuna.arena.errors import ArenaError

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Possible shares of the points of a pair."""
MAX_ELO = 2000
"""Bound on the Elo differences that can be tested."""
_PRIOR = 1e-3
"""Pseudo-count of each outcome, so that none has probability 0."""


class Conclusion(StrEnum):
    """The conclusion of a finished test."""

    LOWER = "elo0"
    """The difference is closer to the lower one."""
    HIGHER = "elo1"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of two Elo differences of the first bot over the second, with error rates."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Probability of accepting ``elo1`` if ``elo0`` is true."""
    beta: float = 0.05
    """Probability of accepting ``elo0`` if ``elo1`` is true."""

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise ArenaError(
                f"--sprt needs a lower and a higher Elo, both from {-MAX_ELO} to {MAX_ELO}, "
                f"not {self.elo0:g} {self.elo1:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the bounds of the log-likelihood ratio at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio for the counts of each outcome, from 0 points to 2."""
        total = sum(counts)
        if not total:
            return 0.0
        weights = [num + _PRIOR for num in counts]
        shares = [weight / sum(weights) for weight in weights]
        lower, higher = (_tilted(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(
            share * log(high / low) for share, low, high in zip(shares, lower, higher, strict=True)
        )

    def decide(self, counts: Sequence[int]) -> Conclusion | None:
        """Return the conclusion after these pairs, or ``None`` if there is none yet."""
        ratio = self.ratio(counts)
        low, high = self.bounds
        if ratio >= high:
            return Conclusion.HIGHER
        return Conclusion.LOWER if ratio <= low else None


def expected_score(elo: float) -> float:
    """Return the expected share of points for an Elo advantage.

    >>> expected_score(0.0), round(expected_score(190.85), 4)
    (0.5, 0.75)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def _tilted(shares: list[float], mean: float) -> list[float]:
    """Return the maximum-likelihood distribution with this mean for the observed shares."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(80):
        tilt = (low + high) / 2
        slope = sum(
            share * (outcome - mean) / (1 + tilt * (outcome - mean))
            for share, outcome in zip(shares, OUTCOMES, strict=True)
        )
        low, high = (tilt, high) if slope > 0 else (low, tilt)
    return [
        share / (1 + tilt * (outcome - mean))
        for share, outcome in zip(shares, OUTCOMES, strict=True)
    ]
