"""What distinguishes a student from the champion: limits, which make it weaker, and a style."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What a student prefers, as numbers added to the logits of actions; by default, nothing."""

    builds: float = 0.0
    """For building a bridge."""
    removes: float = 0.0
    """For removing one."""
    draws_blind: float = 0.0
    """For drawing from the pile instead of taking an open card."""
