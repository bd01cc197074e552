"""Opponents. They decide on views and know no rule: what a move does they ask the core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.random import RandomBot
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
    )
}

__all__ = ["BOTS", "BotKind", "GreedyBot", "RandomBot"]
