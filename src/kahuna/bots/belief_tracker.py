"""Keep a belief through a game, so that only new events have to be processed."""

from __future__ import annotations

from dataclasses import dataclass

from kahuna.core import Belief, SeenEvent, View, believe


@dataclass(slots=True)
class BeliefTracker:
    """The belief of a seat and the history it is based on."""

    history: tuple[SeenEvent, ...] = ()
    belief: Belief | None = None

    def update(self, view: View) -> Belief:
        """Return the belief after the view's history."""
        num = len(self.history)
        if self.belief is not None and view.history[:num] == self.history:
            belief = self.belief
            for event in view.history[num:]:
                belief = belief.after(event)
        else:
            belief = believe(view)
        self.history, self.belief = view.history, belief
        return belief
