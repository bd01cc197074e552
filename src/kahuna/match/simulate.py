"""Many games between two agents, each reproducible by itself.

A seed and the number of a game determine it: chance and both agents have their own generators,
derived from the two, so game 7 is the same whether or not games 1 to 6 were played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, TypeAlias

from kahuna.core import SEATS, Ruleset, Seat, Termination
from kahuna.match.agent import Agent, Forfeit, closing_all, play_until_over
from kahuna.match.authority import Authority
from kahuna.match.chance import RandomChance
from kahuna.record import GameRecord, format_record

MakeAgent: TypeAlias = Callable[[Random], Agent]
"""Make an agent that draws its random numbers from a generator."""


class Simulated(NamedTuple):
    """A game that was played to its end."""

    record: GameRecord
    forfeit: Forfeit | None
    """Why it was lost, if not by the rules."""

    def line(self) -> str:
        """Return the record as a line of JSON."""
        line = format_record(self.record)
        return line if self.forfeit is None else self.forfeit.noted(line)


def simulate_game(
    ruleset: Ruleset,
    makers: tuple[MakeAgent, MakeAgent],
    *,
    seed: int,
    number: int,
    first: Seat | None = None,
) -> Simulated:
    """Play the ``number``-th game of a seed, counted from 1."""
    white, black = (
        make(Random(f"{seed}/{number}/{seat.name}"))
        for seat, make in zip(SEATS, makers, strict=True)
    )
    chance = RandomChance(Random(f"{seed}/{number}/chance"))
    authority = Authority(ruleset, chance, first=first, players=(white.name, black.name))
    with closing_all(white, black):
        lost = play_until_over(authority, (white, black))
    return Simulated(authority.record(), lost)


def simulate(
    ruleset: Ruleset,
    makers: tuple[MakeAgent, MakeAgent],
    *,
    seed: int,
    numbers: Iterable[int],
    first: Seat | None = None,
) -> Iterator[Simulated]:
    """Yield the games of these numbers."""
    for number in numbers:
        yield simulate_game(ruleset, makers, seed=seed, number=number, first=first)


@dataclass(slots=True)
class OutcomeCounts:
    """Counts of how games ended."""

    winners: Counter[Seat | None] = field(default_factory=Counter)
    terminations: Counter[Termination] = field(default_factory=Counter)
    forfeits: Counter[str] = field(default_factory=Counter)
    """What agents did to lose games outside the rules."""

    def add(self, game: Simulated) -> None:
        """Count a finished game."""
        outcome = game.record.outcome
        assert outcome is not None
        self.winners[outcome.winner] += 1
        self.terminations[outcome.termination] += 1
        if game.forfeit is not None:
            self.forfeits[str(game.forfeit.error)] += 1
