"""Opponents between beginner and champion: the champion's network with human limits.

A student overlooks plays (removals more than builds), samples at a higher temperature, sometimes
ends a turn early, and may not count cards.
"""

from __future__ import annotations

from random import Random
from typing import Literal

import numpy as np
import numpy.typing as npt

from kahuna.bots.limits import Limits
from kahuna.bots.network import forward
from kahuna.bots.networks import TEACHER
from kahuna.bots.neural import champion_weights, policy, sample_action
from kahuna.core import (
    Action,
    Build,
    Remove,
    Replace,
    Turn,
    TurnActivity,
    View,
    legal_actions,
)
from kahuna.encoding import SLICES, action_mask, encode_view


class StudentBot:
    """Play the champion's policy, restricted by limits."""

    is_memoryless: Literal[True] = True

    def __init__(self, name: str, limits: Limits, rng: Random) -> None:
        self.name = name
        self._limits = limits
        self._rng = rng

    def decide(self, view: View) -> Action:
        """Sample one of the actions that the student notices."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        noticed = action_mask(self._noticed(view, legal))
        observation = encode_view(view)
        if not self._limits.counts_cards:
            forget_cards(observation)
        output = forward(champion_weights(TEACHER), observation[None], np)
        probabilities = policy(output, noticed[None], self._limits.temperature)[0]
        return sample_action(probabilities, self._rng)

    def _noticed(self, view: View, legal: tuple[Action, ...]) -> list[Action]:
        """Return the actions that it notices; never none, and always those that end a turn."""
        phase, limits = view.public.phase, self._limits
        has_played = isinstance(phase, Turn) and phase.activity is TurnActivity.PLAYED
        is_done = has_played and self._happens(limits.hastes)
        missed = {
            Build: 1.0 if is_done else limits.overlooks,
            Remove: 1.0 if is_done else limits.overlooks_removals,
            Replace: limits.overlooks,
        }
        noticed = [action for action in legal if not self._happens(missed.get(type(action), 0.0))]
        return noticed or list(legal)

    def _happens(self, probability: float) -> bool:
        return probability > 0 and self._rng.random() < probability


def forget_cards(observation: npt.NDArray[np.uint8]) -> None:
    """Erase in place what card counting knows: discards and cards the opponent took openly.

    Takes one observation (SIZE,) or several (n, SIZE).
    """
    observation[..., SLICES["unseen"]] += observation[..., SLICES["discards"]]
    for name in ("discards", "their_taken", "their_doubt"):
        observation[..., SLICES[name]] = 0
