"""What a seat can know of the cards, counted by island: made from its view alone. [R15]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kahuna.core import ARCHIPELAGO, NO_CARDS, Cards, Island, Ruleset, Seat, SeenEvent, View, count
from kahuna.encoding.memory import Memory, remember
from kahuna.server.wire.game_view import KnowledgeOut


class KnowledgeRenderer:
    """What one seat's history tells; what cannot be undone any more is gone through only once."""

    def __init__(self) -> None:
        self._memory = Memory.at_start((NO_CARDS, NO_CARDS))
        self._num_seen = 0

    def memory(
        self, ruleset: Ruleset, published: Sequence[SeenEvent], drafted: Sequence[SeenEvent]
    ) -> Memory:
        """What is remembered of a history that has grown, and of a turn in progress after it."""
        self._memory = remember(ruleset, published[self._num_seen :], self._memory)
        self._num_seen = len(published)
        return remember(ruleset, drafted, self._memory)


def knowledge_out(view: View, memory: Memory) -> KnowledgeOut:
    """The room for the seat that looks."""
    assert isinstance(view.viewer, Seat)
    public, opponent = view.public, view.viewer.other
    shown = public.shown[opponent]
    located = view.cards + public.discards + public.open_cards + view.own.buried + shown
    unseen = view.ruleset.board.deck - located
    return {
        "hand": _column(view.cards),
        "discarded": _column(public.discards),
        "open": _column(public.open_cards),
        "buried": _column(view.own.buried),
        "taken": _still_held(memory.taken[opponent], unseen + shown),
        "unseen": _column(unseen),
        "doubt": memory.doubt[opponent],
    }


@lru_cache(maxsize=1 << 13)
def _column(cards: Cards) -> list[int]:
    """How many cards there are of each island."""
    return [count(cards, Island(island)) for island in ARCHIPELAGO.islands]


@lru_cache(maxsize=1 << 13)
def _still_held(taken: Cards, elsewhere: Cards) -> list[int]:
    """Of the cards that were taken, those that do not lie where the seat sees them."""
    return list(map(min, _column(taken), _column(elsewhere)))
