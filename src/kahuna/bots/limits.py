"""What keeps a student from playing like the champion."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How a student errs; with none of these it plays as the champion does."""

    heat: float = 0.5
    """How much it goes by feel: the more, the oftener it takes a play that is not the best."""
    overlooks: float = 0.0
    """The part of its builds that it does not notice."""
    overlooks_removals: float = 0.0
    """The part of its removals that it does not notice."""
    hastes: float = 0.0
    """How often it draws after a play without looking for another."""
    counts_cards: bool = True
    """Whether it remembers what was taken openly and what was played."""
