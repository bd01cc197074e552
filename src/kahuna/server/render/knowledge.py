"""Render what a seat can know of the cards, by island, from its view alone. [R15]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kahuna.core import ARCHIPELAGO, NO_CARDS, Cards, Island, Seat, SeenEvent, View, count
from kahuna.encoding.memory import Memory, remember
from kahuna.server.wire.game_view import KnowledgeOut


class KnowledgeRenderer:
    """Renders one seat's knowledge; published events are remembered, so each is read only once."""

    def __init__(self) -> None:
        self._memory = Memory.at_start((NO_CARDS, NO_CARDS))
        self._num_events = 0

    def render(
        self, view: View, published: Sequence[SeenEvent], drafted: Sequence[SeenEvent]
    ) -> KnowledgeOut:
        """Render the seat's knowledge, given its history and the turn in progress after it."""
        ruleset = view.ruleset
        self._memory = remember(ruleset, published[self._num_events :], self._memory)
        self._num_events = len(published)
        return render_knowledge(view, remember(ruleset, drafted, self._memory))


def render_knowledge(view: View, memory: Memory) -> KnowledgeOut:
    """Render the table of a seat's knowledge."""
    assert isinstance(view.viewer, Seat)
    public, opponent = view.public, view.viewer.other
    shown = public.shown[opponent]
    located = view.cards + public.discards + public.open_cards + view.own.buried + shown
    unseen = view.ruleset.board.deck - located
    return {
        "hand": _counts(view.cards),
        "discarded": _counts(public.discards),
        "open": _counts(public.open_cards),
        "buried": _counts(view.own.buried),
        "taken": _still_held(memory.taken[opponent], unseen + shown),
        "unseen": _counts(unseen),
        "doubt": memory.doubt[opponent],
    }


@lru_cache(maxsize=1 << 13)
def _counts(cards: Cards) -> list[int]:
    """Count the cards of each island."""
    return [count(cards, Island(island)) for island in ARCHIPELAGO.islands]


@lru_cache(maxsize=1 << 13)
def _still_held(taken: Cards, elsewhere: Cards) -> list[int]:
    """Count the taken cards that do not lie where the seat sees them."""
    return list(map(min, _counts(taken), _counts(elsewhere)))
