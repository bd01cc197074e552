"""Measured figures with their uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

SIGNIFICANT: Final = 2.0
"""Standard errors that a difference must exceed to count."""


class Estimate(NamedTuple):
    """A mean with its standard error, in percentage points."""

    mean: float
    error: float

    @property
    def is_significant(self) -> bool:
        """Return whether the mean exceeds two standard errors."""
        return self.mean > SIGNIFICANT * self.error

    def is_settled(self, thresholds: Sequence[float], num_errors: float = SIGNIFICANT) -> bool:
        """Return whether the mean is so many standard errors away from all thresholds."""
        margin = num_errors * self.error
        return not any(self.mean - margin < limit < self.mean + margin for limit in thresholds)

    def combined(self, other: Estimate) -> Estimate:
        """Return the mean of two independent measurements, weighted by their precision."""
        one, two = self.error**-2, other.error**-2
        return Estimate((one * self.mean + two * other.mean) / (one + two), (one + two) ** -0.5)


CERTAINLY_ZERO: Final = Estimate(0.0, 0.0)
