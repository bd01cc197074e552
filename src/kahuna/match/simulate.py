"""Many games between two agents, each of which can be repeated alone.

A game follows from a seed and its own number: chance and either agent have generators of their own,
made from these two, so that game 7 is the same whether or not games 1 to 6 were played before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from kahuna.core import SEATS, Ruleset, Seat, Termination
from kahuna.match.agent import Agent, closing_all, play_out
from kahuna.match.authority import Authority
from kahuna.match.chance import RandomChance
from kahuna.record import GameRecord

MakeAgent: TypeAlias = Callable[[Random], Agent]
"""Makes an agent that takes its chances from a generator."""


def simulate_game(
    ruleset: Ruleset,
    makers: tuple[MakeAgent, MakeAgent],
    *,
    seed: int,
    number: int,
    first: Seat | None = None,
) -> GameRecord:
    """One game to its end: the ``number``-th of a seed, counted from 1."""
    white, black = (
        make(Random(f"{seed}/{number}/{seat.name}"))
        for seat, make in zip(SEATS, makers, strict=True)
    )
    chance = RandomChance(Random(f"{seed}/{number}/chance"))
    authority = Authority(ruleset, chance, first=first, players=(white.name, black.name))
    with closing_all(white, black):
        play_out(authority, (white, black))
    return authority.record()


def simulate(
    ruleset: Ruleset,
    makers: tuple[MakeAgent, MakeAgent],
    *,
    seed: int,
    numbers: Iterable[int],
    first: Seat | None = None,
) -> Iterator[GameRecord]:
    """The games of these numbers, one after the other."""
    for number in numbers:
        yield simulate_game(ruleset, makers, seed=seed, number=number, first=first)


@dataclass(slots=True)
class Tally:
    """How games ended, counted."""

    winners: Counter[Seat | None] = field(default_factory=Counter)
    terminations: Counter[Termination] = field(default_factory=Counter)

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        assert record.outcome is not None
        self.winners[record.outcome.winner] += 1
        self.terminations[record.outcome.termination] += 1
