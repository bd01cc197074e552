"""A bot that always makes the same decision in a position, so that it can be checked."""

from __future__ import annotations

from random import Random
from typing import Final
from zlib import crc32

from kahuna.bots import BOTS
from kahuna.core import Action, View, legal_actions
from kahuna.hosting.play import bot_turns
from kahuna.server.jobs import bot_pool

KEY: Final = "random"
"""The bot that is replaced in the processes of the cluster."""


def choose(view: View) -> Action:
    """Choose an action by a hash of what the seat knows."""
    known = repr((len(view.history), view.history[-1:], view.own.hand, view.public.turn))
    legal = legal_actions(view)
    return legal[crc32(known.encode()) % len(legal)]


class DeterministicBot:
    """Decides by :func:`choose`."""

    name = KEY

    def __init__(self, _rng: Random) -> None:
        pass

    def decide(self, view: View) -> Action:
        """Return the action of a position."""
        return choose(view)


def install() -> None:
    """Replace a bot, and the fallback bot, with the deterministic one."""
    BOTS[KEY] = DeterministicBot
    for module in (bot_pool, bot_turns):
        module.simple_action = choose  # type: ignore[attr-defined]
