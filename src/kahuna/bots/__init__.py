"""Opponents. They decide on views and know no rule: what a move does they ask the core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.levels import LEVELS, Level, champion
from kahuna.bots.random import RandomBot
from kahuna.bots.search import SearchBot
from kahuna.match import Agent


@dataclass(frozen=True, slots=True)
class BotKind:
    """A bot that can be chosen by name."""

    key: str
    about: str
    make: Callable[[Random], Agent]


BOTS: Final[dict[str, BotKind]] = {
    kind.key: kind
    for kind in (
        BotKind("random", "any legal move, each as likely as the others", RandomBot),
        BotKind("greedy", "what looks best within its own turn", GreedyBot),
        *(BotKind(level.key, level.about, level.make) for level in LEVELS.values()),
        BotKind("champion", "has learnt by playing against itself; plays at once", champion),
        BotKind("search", "thinks for 0.1 s a decision; search:0.5s for longer", SearchBot),
    )
}

__all__ = [
    "BOTS",
    "LEVELS",
    "BotKind",
    "GreedyBot",
    "Level",
    "RandomBot",
    "SearchBot",
]
