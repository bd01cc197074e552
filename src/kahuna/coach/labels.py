"""Grade decisions by what they cost, in percentage points of win probability."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from kahuna.coach.evaluation import SIGNIFICANT, Estimate

INACCURACY: Final = 5.0
MISTAKE: Final = 10.0
BLUNDER: Final = 15.0
THRESHOLDS: Final = (INACCURACY, MISTAKE, BLUNDER)
"""Losses from which a decision is graded; lichess draws the lines at the same places."""
ONLY_MOVE: Final = 10.0
"""The only good move is at least so much better than every other one."""


class Label(StrEnum):
    """What is said about a decision."""

    FORCED = "forced"
    """There was only one legal action."""
    BEST = "best"
    ONLY = "only"
    """The one action that does not lose much."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


def label_of(loss: Estimate, lead: Estimate) -> Label:
    """Grade a decision by its loss, or by its lead over the best alternative.

    A loss counts only if it exceeds two standard errors.
    """
    if loss.mean > SIGNIFICANT * loss.error:
        if loss.mean >= BLUNDER:
            return Label.BLUNDER
        if loss.mean >= MISTAKE:
            return Label.MISTAKE
        if loss.mean >= INACCURACY:
            return Label.INACCURACY
    if loss.mean > 0:
        return Label.GOOD
    if lead.mean >= ONLY_MOVE and lead.mean > SIGNIFICANT * lead.error:
        return Label.ONLY
    return Label.BEST
