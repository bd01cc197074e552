"""Bots that decide on views. They contain no rules; the core says what a move does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.levels import LEVELS, Level, champion
from kahuna.bots.networks import NETWORKS
from kahuna.bots.random import RandomBot
from kahuna.bots.search import SearchBot
from kahuna.match import Agent


@dataclass(frozen=True, slots=True)
class BotKind:
    """A bot that can be chosen by name."""

    key: str
    make: Callable[[Random], Agent]


BOTS: Final[dict[str, BotKind]] = {
    kind.key: kind
    for kind in (
        BotKind("random", RandomBot),
        BotKind("greedy", GreedyBot),
        *(BotKind(level.key, level.make) for level in LEVELS.values()),
        *(
            BotKind(network, partial(champion, name=network, network=network))
            for network in NETWORKS
        ),
        BotKind("search", SearchBot),
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
