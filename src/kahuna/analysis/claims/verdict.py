"""Verdicts on claims."""

from __future__ import annotations

from enum import Enum


class ClaimVerdict(Enum):
    """How far a claim is true; the value is the word used in the page."""

    TRUE = "true"
    PARTLY = "partly true"
    FALSE = "false"


def verdict(*, holds: bool, partly: bool) -> ClaimVerdict:
    """Return the verdict on a claim: true, else partly true, else false.

    >>> verdict(holds=False, partly=True)
    <ClaimVerdict.PARTLY: 'partly true'>
    """
    return ClaimVerdict.TRUE if holds else ClaimVerdict.PARTLY if partly else ClaimVerdict.FALSE
