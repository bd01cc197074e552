"""Choose legal actions at random."""

from __future__ import annotations

from random import Random
from typing import Literal

from kahuna.core import Action, View, legal_actions


class RandomBot:
    """Choose uniformly among the legal actions."""

    is_memoryless: Literal[True] = True
    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View) -> Action:
        """Return any legal action."""
        return self._rng.choice(legal_actions(view))
