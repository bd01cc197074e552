"""A belief that is kept through a game, so that only news has to be folded in."""

from __future__ import annotations

from dataclasses import dataclass

from kahuna.core import Belief, SeenEvent, View, believe


@dataclass(slots=True)
class BeliefTracker:
    """What a bot remembers between its decisions."""

    history: tuple[SeenEvent, ...] = ()
    belief: Belief | None = None

    def update(self, view: View) -> Belief:
        """The belief after all that the view's history tells."""
        num = len(self.history)
        if self.belief is not None and view.history[:num] == self.history:
            belief = self.belief
            for event in view.history[num:]:
                belief = belief.after(event)
        else:
            belief = believe(view)
        self.history, self.belief = view.history, belief
        return belief
