"""Grade decisions by what they cost, in percentage points of win probability."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from kahuna.coach.estimate import Estimate

INACCURACY: Final = 5.0
MISTAKE: Final = 10.0
BLUNDER: Final = 15.0
THRESHOLDS: Final = (INACCURACY, MISTAKE, BLUNDER)
"""Least losses of the three grades; lichess uses the same ones."""
CAUTION: Final = 1.0
"""Standard errors by which a loss must exceed a threshold."""
ONLY_MOVE: Final = 10.0
"""Least lead of an only move over every alternative."""


class Label(StrEnum):
    """The grade of a decision."""

    BEST = "best"
    ONLY_MOVE = "only_move"
    """The one action that does not lose much."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """Return whether the decision lost something that counts."""
        return self in (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)


def label_of(loss: Estimate, lead: Estimate, *, is_best: bool) -> Label:
    """Grade a decision by its loss, or the best one by its lead over the best alternative.

    A loss counts only if it exceeds two standard errors, and a grade is given only if the loss
    exceeds its threshold by one: close calls get the milder grade.
    """
    if loss.is_significant:
        least = loss.mean - CAUTION * loss.error
        if least >= BLUNDER:
            return Label.BLUNDER
        if least >= MISTAKE:
            return Label.MISTAKE
        if least >= INACCURACY:
            return Label.INACCURACY
    if not is_best:
        return Label.GOOD
    if lead.mean >= ONLY_MOVE and lead.is_significant:
        return Label.ONLY_MOVE
    return Label.BEST
