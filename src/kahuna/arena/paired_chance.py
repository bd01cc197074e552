"""Share chance between two games that take different courses. [R2, R8, R9.4]

Both games of a pair deal the same cards to each seat. For every draw, each card that a pile could
hold gets a random rank that depends only on the pair's label, the number of the pile renewal and
the number of the draw since then; the pile's card with the highest rank is drawn. So each card is
equally likely, whatever was drawn before. In round 1, where the pile does not depend on the
moves, both games see the same cards in the same order; later they see the same cards as far as
both piles hold them.
"""

from __future__ import annotations

from random import Random

from kahuna.core import Cards, Deal, Island, Ruleset, Seat, count, kinds, size
from kahuna.match import RandomChance

_COPIES = 3
"""Maximum number of an island's cards in a pile. [R1.3]"""


class PairedChance:
    """Chance determined by a label: games with the same label share it."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._start = RandomChance(Random(label))
        self._renewals = 0
        self._drawn = 0
        self._left = 0

    def first(self) -> Seat:
        """Choose the first seat."""
        return self._start.first()

    def deal(self, ruleset: Ruleset) -> Deal:
        """Deal from the shuffled deck."""
        return self._start.deal(ruleset)

    def draw(self, pile: Cards, number: int = 0) -> Island:
        """Draw the card of the pile with the highest rank."""
        left = size(pile)
        if left > self._left:
            self._renewals += 1
            self._drawn = 0
        self._left = left - 1
        self._drawn += 1
        rank = Random(f"{self._label}|{self._renewals}|{self._drawn}").random
        islands = kinds(pile)
        ranks = [rank() for _ in range(_COPIES * (islands[-1] + 1))]
        return max(islands, key=lambda i: max(ranks[_COPIES * i : _COPIES * i + count(pile, i)]))
