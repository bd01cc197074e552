"""The same chance for two games, although the games differ. [R2, R8, R9.4]

Both games of a pair are dealt the same cards by seat. For every draw each card that the pile could
hold is given a random rank, which depends only on the label of the pair, on which renewal of the
pile it is and on the number of the draw since; the card of the pile with the highest rank comes.
Each card of the pile is as likely as the others, whatever was drawn before. In round 1, where the
pile does not depend on how one plays, both games see the same cards in the same order; later they
see the same cards as far as both piles hold them.
"""

from __future__ import annotations

from random import Random

from kahuna.core import Cards, Deal, Island, Ruleset, Seat, count, kinds, size
from kahuna.match import RandomChance

_COPIES = 3
"""No pile holds more cards of an island. [R1.3]"""


class PairedChance:
    """Chance that is told by a label: games with the same label have it in common."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._start = RandomChance(Random(label))
        self._renewals = 0
        self._drawn = 0
        self._left = 0

    def first(self) -> Seat:
        """Either seat."""
        return self._start.first()

    def deal(self, ruleset: Ruleset) -> Deal:
        """A deal from the shuffled deck."""
        return self._start.deal(ruleset)

    def draw(self, pile: Cards) -> Island:
        """The card of the pile with the highest rank."""
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
