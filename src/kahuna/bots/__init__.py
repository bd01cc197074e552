"""Bots that decide on views. They contain no rules; the core says what a move does."""

from __future__ import annotations

from functools import partial
from typing import Final

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.levels import LEVELS, BotMaker, Level, champion
from kahuna.bots.networks import NETWORKS
from kahuna.bots.random import RandomBot
from kahuna.bots.search import SearchBot

BOTS: Final[dict[str, BotMaker]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{level.key: level.make for level in LEVELS.values()},
    **{network: partial(champion, name=network, network=network) for network in NETWORKS},
    "search": SearchBot,
}
"""The bots that can be chosen by name."""

__all__ = [
    "BOTS",
    "LEVELS",
    "BotMaker",
    "GreedyBot",
    "Level",
    "RandomBot",
    "SearchBot",
]
