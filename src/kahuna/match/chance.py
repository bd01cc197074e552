"""Sources of chance: seeded, scripted, or the system's randomness."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Protocol

from kahuna.core import (
    SEATS,
    Cards,
    Deal,
    ImpossibleCardError,
    Island,
    Ruleset,
    Seat,
    count,
    random_deal,
    size,
)


class ChanceSource(Protocol):
    """The source of the deal, of the draws and of who starts."""

    def first(self) -> Seat:
        """Choose who starts. [R2.4]"""
        ...

    def deal(self, ruleset: Ruleset) -> Deal:
        """Deal the cards of the start. [R2.1, R2.2]"""
        ...

    def draw(self, pile: Cards, number: int) -> Island:
        """Draw a card of the pile; ``number`` counts the cards of the game from 1. [R8.2]"""
        ...


class RandomChance:
    """Uniform chance from a generator; the same seed gives the same cards."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def first(self) -> Seat:
        """Choose either seat."""
        return self._rng.choice(SEATS)

    def deal(self, ruleset: Ruleset) -> Deal:
        """Deal from a shuffled deck."""
        return random_deal(ruleset, self._rng)

    def draw(self, pile: Cards, number: int = 0) -> Island:
        """Draw any card of the pile, each equally likely."""
        number, island = self._rng.randrange(size(pile)), Island(0)
        while (number := number - count(pile, island)) >= 0:
            island = Island(island + 1)
        return island


def system_chance() -> RandomChance:
    """Return the unpredictable chance with which real games are played."""
    return RandomChance(SystemRandom())


class ScriptedChance:
    """Scripted chance: a deal, then cards in order."""

    def __init__(self, deal: Deal, cards: Iterable[Island] = (), *, first: Seat) -> None:
        self._deal = deal
        self._cards = iter(cards)
        self._first = first

    def first(self) -> Seat:
        """Return the scripted seat."""
        return self._first

    def deal(self, ruleset: Ruleset) -> Deal:
        """Return the scripted deal."""
        return self._deal

    def draw(self, pile: Cards, number: int = 0) -> Island:
        """Return the next scripted card; it must be in the pile."""
        card = next(self._cards, None)
        if card is None:
            raise ImpossibleCardError(Island(0), "the script names no further card")
        if not count(pile, card):
            raise ImpossibleCardError(card, f"the script names island {card}: not in the pile")
        return card
