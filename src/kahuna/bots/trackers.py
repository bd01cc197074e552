"""Keep what a seat knows through a game, so that only new events have to be processed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import Generic, TypeAlias, TypeVar

from kahuna.core import Belief, Recollection, SeenEvent, View, Viewer, believe, recollect

T = TypeVar("T")
History: TypeAlias = tuple[SeenEvent, ...]


@dataclass(slots=True)
class Tracker(Generic[T]):
    """A value that is folded over a history, kept for each seat with the history it is based on."""

    begin: Callable[[View], T]
    """Fold the whole history of a view."""
    proceed: Callable[[T, History], T]
    """Add the events that are new."""
    kept: dict[Viewer, tuple[History, T]] = field(default_factory=dict)

    def update(self, view: View) -> T:
        """Return the value after the view's history."""
        history, value = self.kept.get(view.viewer, ((), None))
        num = len(history)
        if value is not None and view.history[:num] == history:
            value = self.proceed(value, view.history[num:])
        else:
            value = self.begin(view)
        self.kept[view.viewer] = (view.history, value)
        return value


def track_belief() -> Tracker[Belief]:
    """Track the exact probabilities of what is hidden."""
    return Tracker(believe, _add_events)


def track_recollection() -> Tracker[Recollection]:
    """Track what the network remembers."""
    return Tracker(recollect, Recollection.after)


def _add_events(belief: Belief, events: History) -> Belief:
    return reduce(Belief.after, events, belief)
