"""Margins: how clearly one turn is better than all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from research.puzzles.candidates import Floats

MIN_MARGIN: Final = 10.0
"""Points by which a solution leads every turn with another effect, over all playouts..."""
MIN_MARGIN_OF_EACH: Final = 5.0
"""...and over those of each network..."""
MIN_ERRORS: Final = 2.0
"""...and by this many standard errors more."""


class Margin(NamedTuple):
    """By how much a solution leads the second turn, with its standard error."""

    mean: float
    error: float
    second: int

    @property
    def lowest(self) -> float:
        """Return how small the margin may be."""
        return self.mean - MIN_ERRORS * self.error

    @property
    def highest(self) -> float:
        """Return how large the margin may be."""
        return self.mean + MIN_ERRORS * self.error


def margin_of(values: Floats) -> Margin:
    """Compare the first row with the best of the others."""
    lead = values[0] - values[1:]
    second = int(lead.mean(axis=1).argmin())
    samples = lead[second]
    error = float(samples.std(ddof=1) / np.sqrt(len(samples)))
    return Margin(float(samples.mean()), error, second + 1)


def is_clear(samples: Sequence[Floats]) -> bool:
    """Return whether the first turn leads clearly in the playouts of every network."""
    return margin_of(np.concatenate(samples, axis=1)).lowest >= MIN_MARGIN and all(
        margin_of(values).lowest >= MIN_MARGIN_OF_EACH for values in samples
    )


def is_behind(values: Floats) -> bool:
    """Return whether another turn is clearly better than the first."""
    return margin_of(values).highest < 0
