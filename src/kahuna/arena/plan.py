"""What to play: the entrants, the number of games, and the seed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from kahuna.arena.entrants import ARENA_FAMILIES
from kahuna.arena.errors import ArenaError
from kahuna.bots.spec import parse_spec
from kahuna.core import Ruleset
from kahuna.record import format_ruleset

MAX_NAME = 80
"""Maximum length of a name in records."""


class Entrant(NamedTuple):
    """A bot that takes part, under a unique name."""

    name: str
    spec: str


class PairTask(NamedTuple):
    """The unit of work: one pair of games of a pairing."""

    pairing: int
    pair: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A match of two bots or a round robin of more; it determines the games completely."""

    entrants: tuple[Entrant, ...]
    pairs: int
    """Number of pairs of games in each pairing."""
    seed: int = 0
    ruleset: Ruleset = Ruleset()
    with_records: bool = False
    luck_adjusted: bool = False
    """Whether the luck of every game is estimated."""

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise ArenaError(
                "an arena needs at least two bots, such as: kahuna arena greedy random"
            )
        if self.pairs < 1:
            raise ArenaError("at least two games are needed: every deal is played from both seats")

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Return each pair of entrants once, as indices."""
        return tuple(combinations(range(len(self.entrants)), 2))

    @property
    def tasks(self) -> Iterator[PairTask]:
        """Yield all tasks, advancing all pairings together."""
        for pair in range(self.pairs):
            for pairing in range(len(self.pairings)):
                yield PairTask(pairing, pair)

    @property
    def num_tasks(self) -> int:
        """Return the total number of pairs of games."""
        return self.pairs * len(self.pairings)

    def label(self, task: PairTask) -> str:
        """Return the label from which a pair's chance is derived."""
        first, second = self.pairings[task.pairing]
        names = f"{self.entrants[first].name}|{self.entrants[second].name}"
        return f"{self.seed}|{names}|{task.pair}"

    @property
    def identity(self) -> dict[str, object]:
        """Return what results must have in common to belong together; a plan may be extended."""
        adjusted = {"luck_adjusted": True} if self.luck_adjusted else {}
        return {
            "entrants": [list(entrant) for entrant in self.entrants],
            "seed": self.seed,
            "rules": format_ruleset(self.ruleset),
            "records": self.with_records,
            **adjusted,
        }


_NAMED = re.compile(r"(?P<name>[^=:]+)=(?P<spec>.+)", re.DOTALL)


def parse_entrants(words: Sequence[str]) -> tuple[Entrant, ...]:
    """Parse bots from the command line: ``greedy``, or with a name, ``bold=greedy``.

    >>> parse_entrants(["greedy", "calm=random"])
    (Entrant(name='greedy', spec='greedy'), Entrant(name='calm', spec='random'))
    """
    entrants: list[Entrant] = []
    for word in words:
        match = _NAMED.fullmatch(word)
        name, spec = (match["name"], match["spec"]) if match else (word[:MAX_NAME], word)
        parse_spec(spec, ARENA_FAMILIES)
        if len(name) > MAX_NAME or not name.isprintable():
            raise ArenaError(f"a name is at most {MAX_NAME} printable characters, not {name!r}")
        if name in [entrant.name for entrant in entrants]:
            raise ArenaError(f"two bots are called {name!r}; rename one of them: other={spec}")
        entrants.append(Entrant(name, spec))
    return tuple(entrants)
