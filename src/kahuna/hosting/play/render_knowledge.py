"""Render what a seat can know about the cards, by island, from its view alone. [R15]"""

from __future__ import annotations

from collections.abc import Sequence

from kahuna.core import NO_CARDS, Cards, Seat, SeenEvent, View
from kahuna.core.memory import Memory, remember
from kahuna.hosting.play.game_view import KnowledgeOut
from kahuna.hosting.play.render_names import count_cards


class KnowledgeRenderer:
    """Renders one seat's knowledge; reads each published event only once."""

    def __init__(self) -> None:
        self._memory = Memory.at_start((NO_CARDS, NO_CARDS))
        self._num_events = 0

    def render(
        self, view: View, published: Sequence[SeenEvent], drafted: Sequence[SeenEvent]
    ) -> KnowledgeOut:
        """Render the seat's knowledge, given its history and the turn in progress after it."""
        ruleset = view.ruleset
        if len(published) > self._num_events:
            self._memory = remember(ruleset, published[self._num_events :], self._memory)
            self._num_events = len(published)
        return render_knowledge(view, remember(ruleset, drafted, self._memory))


def render_knowledge(view: View, memory: Memory) -> KnowledgeOut:
    """Render the table of a seat's knowledge."""
    assert isinstance(view.viewer, Seat)
    public, opponent, cards = view.public, view.viewer.other, view.cards
    shown = public.shown[opponent]
    located = cards + public.discards + public.open_cards + view.own.buried + shown
    unseen = view.ruleset.board.deck - located
    return {
        "hand": count_cards(cards),
        "discarded": count_cards(public.discards),
        "open": count_cards(public.open_cards),
        "buried": count_cards(view.own.buried),
        "taken": _still_held(memory.taken[opponent], unseen + shown),
        "unseen": count_cards(unseen),
        "doubt": memory.doubt[opponent],
    }


def _still_held(taken: Cards, elsewhere: Cards) -> list[int]:
    """Count the taken cards that the seat can no longer see."""
    counts = count_cards(taken)
    return list(map(min, counts, count_cards(elsewhere))) if taken else counts
