"""The opponent in an environment: a function, a named bot, or one of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from kahuna.bots.spec import parse_spec
from kahuna.core import Action, View, legal_actions

Bot: TypeAlias = Callable[[View], Action]
"""A function from what a seat sees to what it does."""

Opponent: TypeAlias = Bot | str | Sequence["Bot | str"] | None
"""A bot, its name as on the command line (``"keanu"``), several of them, or random play.

Of several, chance chooses one for each game; name one twice to meet it twice as often.
"""

SELF = "self"
"""In place of an opponent: the agent plays both seats."""


def random_bot(rng: Random) -> Bot:
    """Return a bot that plays legal actions at random."""
    return lambda view: rng.choice(legal_actions(view))


class OpponentPool:
    """Makes the opponent of each game; wrong names are reported when it is created."""

    def __init__(self, opponent: Opponent) -> None:
        if isinstance(opponent, Sequence) and not isinstance(opponent, str):
            if not opponent:
                raise ValueError("the list of opponents is empty")
            self._entries: tuple[Bot | str | None, ...] = tuple(opponent)
        else:
            self._entries = (opponent,)
        self._makers = {
            entry: parse_spec(entry)
            for entry in self._entries
            if isinstance(entry, str) and entry != SELF
        }

    def choose(self, rng: Random) -> Bot | None:
        """Return the opponent of the next game, or ``None`` if the agent plays both seats."""
        entry = self._entries[0] if len(self._entries) == 1 else rng.choice(self._entries)
        if entry is None:
            return random_bot(rng)
        if not isinstance(entry, str):
            return entry
        if entry == SELF:
            return None
        return self._makers[entry](Random(rng.getrandbits(64))).decide
