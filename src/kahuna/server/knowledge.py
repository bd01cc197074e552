"""What a seat can know of the cards, counted by island: made from its view alone. [R15]"""

from __future__ import annotations

from collections.abc import Sequence

from kahuna.core import NO_CARDS, Cards, Island, Ruleset, Seat, SeenEvent, View, count
from kahuna.encoding.memory import Memory, remember
from kahuna.server.sight import KnowledgeOut


class Recollection:
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
    """The table for the seat that looks."""
    assert isinstance(view.viewer, Seat)
    board, public, opponent = view.ruleset.board, view.public, view.viewer.other

    def column(cards: Cards) -> list[int]:
        return [count(cards, Island(island)) for island in board.islands]

    shown = public.shown[opponent]
    located = view.cards + public.discards + public.open_cards + view.own.buried + shown
    unseen = board.deck - located
    places = zip(column(memory.taken[opponent]), column(unseen + shown), strict=True)
    return {
        "hand": column(view.cards),
        "discarded": column(public.discards),
        "open": column(public.open_cards),
        "buried": column(view.own.buried),
        # A card that lies where the seat sees it cannot be with the opponent any more.
        "taken": [min(taken, room) for taken, room in places],
        "unseen": column(unseen),
        "doubt": memory.doubt[opponent],
    }
