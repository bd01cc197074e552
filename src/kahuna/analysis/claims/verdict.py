"""Verdicts on claims."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """How far a claim is true; the value is the word used in the page."""

    TRUE = "true"
    PARTLY = "partly true"
    FALSE = "false"


def verdict(*, holds: bool, partly: bool) -> Verdict:
    """Return the verdict on a claim: true, else partly true, else false.

    >>> verdict(holds=False, partly=True)
    <Verdict.PARTLY: 'partly true'>
    """
    return Verdict.TRUE if holds else Verdict.PARTLY if partly else Verdict.FALSE
