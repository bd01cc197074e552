"""A queue that serves players in turn, no matter how many items one of them adds."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Serves each player's oldest item in turn.

    Items that somebody is waiting for go first.
    """

    def __init__(self) -> None:
        self._waited_for: OrderedDict[str, deque[Item]] = OrderedDict()
        self._others: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        """Return the number of items."""
        lanes = (*self._waited_for.values(), *self._others.values())
        return sum(map(len, lanes))

    def num_of(self, player: str) -> int:
        """Return the number of items of a player."""
        return sum(len(lanes.get(player, ())) for lanes in (self._waited_for, self._others))

    def push(self, player: str, item: Item, *, is_waited_for: bool) -> None:
        """Add an item of a player."""
        lanes = self._waited_for if is_waited_for else self._others
        lanes.setdefault(player, deque()).append(item)

    def pop(self) -> Item:
        """Remove and return the next item."""
        lanes = self._waited_for or self._others
        player, items = lanes.popitem(last=False)
        item = items.popleft()
        if items:
            lanes[player] = items
        return item

    def discard(self, player: str, item: Item) -> None:
        """Remove an item of a player, if it is still there."""
        for lanes in (self._waited_for, self._others):
            items = lanes.get(player, deque())
            if item in items:
                items.remove(item)
                if not items:
                    del lanes[player]
