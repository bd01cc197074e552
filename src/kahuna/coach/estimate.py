"""Measured figures with their uncertainty."""

from __future__ import annotations

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


CERTAINLY_ZERO: Final = Estimate(0.0, 0.0)
