"""A sequential test on pairs of games: stop as soon as it is clear which of two bots is better.

The hypotheses are two Elo differences. Each pair of games gives 0, ½, 1, 1½ or 2 points; under
either hypothesis the likelihood of what was counted is taken at the distribution over these five
outcomes that fits the counts best and has the mean which the hypothesis says (the generalised
test that chess engines are tested with). Counting pairs instead of games makes it right although
the two games of a pair have their cards in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

from kahuna.arena.errors import ArenaError

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share of its points that a bot can get from a pair."""
MAX_ELO = 2000
"""More than lies between any two bots that are worth a test."""
_PRIOR = 1e-3
"""How often each outcome is taken to have been seen before, so that none is impossible."""


class Decision(StrEnum):
    """What a test that has ended says."""

    LOWER = "elo0"
    """The difference is more like the lower one."""
    HIGHER = "elo1"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of two Elo differences of the first bot over the second, with its error rates."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often ``elo1`` is accepted though ``elo0`` is true."""
    beta: float = 0.05
    """How often ``elo0`` is accepted though ``elo1`` is true."""

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise ArenaError(
                f"--sprt needs a lower and a higher Elo, both from {-MAX_ELO} to {MAX_ELO}, "
                f"not {self.elo0:g} {self.elo1:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The test ends when the log-likelihood ratio leaves these."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio for so many pairs of each outcome, from 0 points to 2."""
        total = sum(counts)
        if not total:
            return 0.0
        weights = [num + _PRIOR for num in counts]
        shares = [weight / sum(weights) for weight in weights]
        lower, higher = (_tilted(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(
            share * log(high / low) for share, low, high in zip(shares, lower, higher, strict=True)
        )

    def decide(self, counts: Sequence[int]) -> Decision | None:
        """What the test says after these pairs, or nothing yet."""
        ratio = self.ratio(counts)
        low, high = self.bounds
        if ratio >= high:
            return Decision.HIGHER
        return Decision.LOWER if ratio <= low else None


def expected_score(elo: float) -> float:
    """The share of points that a bot with so much more Elo gets.

    >>> expected_score(0.0), round(expected_score(190.85), 4)
    (0.5, 0.75)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def _tilted(shares: list[float], mean: float) -> list[float]:
    """The most likely distribution with this mean where these shares were seen."""
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
