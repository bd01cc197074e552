"""The public memory of the cards that were taken openly. [R15.3]

Until a card of its island is played, a card taken openly is in that seat's hand or has been buried.
Nobody else can tell which, so the memory also counts the cards that the seat has buried unseen
while it had any of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final, NamedTuple

from kahuna.core.board import Island
from kahuna.core.cards import NO_CARDS, Cards, count, single
from kahuna.core.events import (
    CardBuried,
    CardsPlayed,
    Event,
    GameStarted,
    HiddenCardBuried,
    OpenCardTaken,
    SeenEvent,
    SeenStart,
)
from kahuna.core.ruleset import Ruleset
from kahuna.core.seats import Seat
from kahuna.core.view import View

MOST_DOUBT: Final = 15


class Memory(NamedTuple):
    """The cards that both seats took openly and have not played, and how certain that is."""

    taken: tuple[Cards, Cards]
    """Never more cards of an island than there are; in variant 2, the cards that lie in front."""
    doubt: tuple[int, int]
    """Cards buried unseen while ``taken`` was not empty, at most 15; 0 in variant 2."""

    @staticmethod
    def at_start(shown: tuple[Cards, Cards]) -> Memory:
        """Return the memory at the start of a game or of a position that was set up."""
        return Memory(shown, (0, 0))

    def after(self, event: SeenEvent | Event, ruleset: Ruleset) -> Memory:
        """Return the memory after one more event."""
        match event:
            case CardsPlayed(seat) if not self.taken[seat]:
                return self
            case OpenCardTaken(seat, card):
                more = count(self.taken[seat], card) < ruleset.board.copies
                return self._with(seat, self.taken[seat] + (single(card) if more else NO_CARDS))
            case CardsPlayed(seat, cards):
                return self._with(seat, reduce(_less, cards, self.taken[seat]))
            case CardBuried(seat, card, True):
                return self._with(seat, _less(self.taken[seat], card))
            case CardBuried(seat) | HiddenCardBuried(seat):
                return self if ruleset.open_hands else self._with_doubt(seat)
            case SeenStart() | GameStarted():
                return Memory.at_start(event.shown)
            case _:
                return self

    def _with(self, seat: Seat, cards: Cards) -> Memory:
        white, black = self.taken
        taken = (white, cards) if seat else (cards, black)
        if cards:
            return Memory(taken, self.doubt)
        return Memory(taken, (self.doubt[0], 0) if seat else (0, self.doubt[1]))

    def _with_doubt(self, seat: Seat) -> Memory:
        if not self.taken[seat]:
            return self
        white, black = self.doubt
        more = min(self.doubt[seat] + 1, MOST_DOUBT)
        return Memory(self.taken, (white, more) if seat else (more, black))


_REMEMBERED: Final = frozenset(
    (OpenCardTaken, CardsPlayed, CardBuried, HiddenCardBuried, SeenStart, GameStarted)
)
"""The types of events that change the memory."""


def _less(cards: Cards, card: Island) -> Cards:
    return cards - single(card) if count(cards, card) else cards


def remember(ruleset: Ruleset, events: Iterable[SeenEvent | Event], start: Memory) -> Memory:
    """Return the memory after these events."""
    memory = start
    for event in events:
        if type(event) in _REMEMBERED:
            memory = memory.after(event, ruleset)
    return memory


def memory_of(view: View) -> Memory:
    """Fold the history of a view; without one, treat the position as just set up."""
    start = Memory.at_start((NO_CARDS, NO_CARDS) if view.history else view.public.shown)
    return remember(view.ruleset, view.history, start)
