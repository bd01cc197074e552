"""Somebody who plays as the champion taught, but with human limits.

A student overlooks plays, judges by feel, has a worse eye for removals than for building, stops
while more could be done, and does not count the cards.
"""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from kahuna.bots.limits import Limits
from kahuna.bots.network import judge
from kahuna.bots.neural import champion_weights, draw, policy
from kahuna.core import (
    Action,
    Build,
    Did,
    Remove,
    Replace,
    Turn,
    View,
    legal_actions,
)
from kahuna.encoding import SLICES, action_mask, encode_view


class StudentBot:
    """Asks the champion's network, and errs by its limits."""

    def __init__(self, name: str, limits: Limits, rng: Random) -> None:
        self.name = name
        self._limits = limits
        self._rng = rng

    def decide(self, view: View) -> Action:
        """One of the actions that it notices, as likely as the network likes it."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        noticed = action_mask(self._noticed(view, legal))
        observation = encode_view(view)
        if not self._limits.counts_cards:
            forget_cards(observation)
        judgement = judge(champion_weights(), observation[None], np)
        chances = policy(judgement, noticed[None], self._limits.heat)[0]
        return draw(chances, self._rng)

    def _noticed(self, view: View, legal: tuple[Action, ...]) -> list[Action]:
        """What comes to its mind; the ways to end a turn always do, and something must."""
        phase, limits = view.public.phase, self._limits
        has_played = isinstance(phase, Turn) and phase.did is Did.PLAYED
        is_done = has_played and self._happens(limits.hastes)
        missed = {
            Build: 1.0 if is_done else limits.overlooks,
            Remove: 1.0 if is_done else limits.overlooks_removals,
            Replace: limits.overlooks,
        }
        noticed = [action for action in legal if not self._happens(missed.get(type(action), 0.0))]
        return noticed or list(legal)

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._rng.random() < chance


def forget_cards(observation: npt.NDArray[np.uint8]) -> None:
    """What was played could be anywhere again, and what the opponent took was not watched."""
    observation[SLICES["unseen"]] += observation[SLICES["discards"]]
    for name in ("discards", "their_taken", "their_doubt"):
        observation[SLICES[name]] = 0
