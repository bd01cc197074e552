"""The limits that make a student weaker than the champion."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How a student errs; by default, not at all."""

    temperature: float = 0.5
    """Sampling temperature; higher means more inferior plays."""
    overlooks: float = 0.0
    """Probability of not noticing a build."""
    overlooks_removals: float = 0.0
    """Probability of not noticing a removal."""
    hastes: float = 0.0
    """Probability of ending the turn after a play without looking for another."""
    counts_cards: bool = True
    """Whether it remembers discards and cards taken openly."""
