"""Opponents that play a network's policy without search: the champion, and its students.

A student has human limits: it overlooks plays (removals more than builds), samples at a higher
temperature, sometimes ends a turn early, and may not count cards. It may also have a style: a
preference for some kinds of actions.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import Final, Literal

from kahuna.bots.limits import Limits, Style
from kahuna.bots.networks import CHAMPION, Network, load_network
from kahuna.bots.trackers import track_recollection
from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    Action,
    Build,
    DrawPile,
    Remove,
    Replace,
    Turn,
    TurnActivity,
    View,
    action_numbers,
    legal_actions,
    recollect_nothing,
)
from kahuna.encoding import forget_cards, inputs_of, observation_of

_NUMBERS: Final = action_numbers(ARCHIPELAGO)
NO_LIMITS: Final = Limits()
NO_STYLE: Final = Style()


class PolicyBot:
    """Sample from the policy of a network, restricted by limits and biased by a style."""

    is_memoryless: Literal[True] = True

    def __init__(
        self,
        rng: Random,
        *,
        name: str = CHAMPION,
        network: Network | None = None,
        limits: Limits = NO_LIMITS,
        style: Style = NO_STYLE,
    ) -> None:
        self.name = name
        self._rng = rng
        self._network = load_network() if network is None else network
        self._limits = limits
        self._biases = biases_of(style)
        self._tracker = track_recollection()

    def decide(self, view: View) -> Action:
        """Sample one of the legal actions that the bot notices."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        noticed = sorted(_NUMBERS[action] for action in self._noticed(view, legal))
        [evaluation] = self._network.evaluate([self._inputs(view)])
        logits = [evaluation.logits[number] + self._biases[number] for number in noticed]
        best, temperature = max(logits), self._limits.temperature
        odds = [exp((logit - best) / temperature) for logit in logits]
        return ACTIONS[self._rng.choices(noticed, odds)[0]]

    def _inputs(self, view: View) -> list[float]:
        version, observation = self._network.version, observation_of(view)
        if self._limits.counts_cards:
            recollection = self._tracker.update(view) if version > 1 else None
        else:
            observation, recollection = forget_cards(observation), recollect_nothing(view)
        return inputs_of(view, version=version, observation=observation, recollection=recollection)

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


def biases_of(style: Style) -> list[float]:
    """Return what a style adds to the logit of each action."""
    by_kind = {
        Build: style.builds,
        Replace: style.builds,
        Remove: style.removes,
        DrawPile: style.draws_blind,
    }
    return [by_kind.get(type(action), 0.0) for action in ACTIONS]
