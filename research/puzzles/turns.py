"""Enumerate all turns of many positions at once.

A turn is a sequence of plays and discards and the action that ends it. Sequences that lead to the
same position are one turn, whatever their order. Shapes: n nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kahuna.batch import State, is_over, legal_masks
from kahuna.batch.effects import apply
from kahuna.batch.legality import choice_of
from kahuna.batch.state import arrays_of, state_of
from kahuna.core import (
    ACTIONS,
    DECLINE,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    Remove,
    Replace,
    TakeOpen,
)

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

NO_PARENT: Final = -1
NO_ACTION: Final = -1
MAX_LENGTH: Final = 8
"""Longest turn: every action but the last spends a card of five, or uses up a removal."""
DECLINE_NUMBER: Final = ACTIONS.index(DECLINE)
PLAYS: Final[Mask] = np.array([isinstance(a, Build | Remove | Replace | Bury) for a in ACTIONS])
ENDS: Final[Mask] = np.array([isinstance(a, TakeOpen | DrawPile | Decline) for a in ACTIONS])


class Turns(NamedTuple):
    """All turns of some positions: where each one stands before its last action, and that action.

    Nodes form a tree: ``parent`` and ``action`` lead back to the position that the turn began in.
    """

    states: State
    """The positions of the nodes."""
    root: Ints
    """The position in which the turn of a node began."""
    parent: Ints
    action: Ints
    """The action that led from the parent to the node."""
    node: Ints
    """For every turn, the node in which it ends..."""
    end: Ints
    """...and its last action."""

    def actions(self, turn: Any) -> list[Action]:  # noqa: ANN401  # an integer of NumPy
        """Return the actions of a turn."""
        numbers = [int(self.end[turn])]
        node = int(self.node[turn])
        while self.parent[node] != NO_PARENT:
            numbers.append(int(self.action[node]))
            node = int(self.parent[node])
        return [ACTIONS[number] for number in reversed(numbers)]

    def sequences(self, turns: Ints) -> Ints:
        """Return the numbers of the actions of turns, filled up with -1: (n, MAX_LENGTH)."""
        backwards = np.full((len(turns), MAX_LENGTH), NO_ACTION)
        backwards[:, 0] = self.end[turns]
        node = self.node[turns]
        for place in range(1, MAX_LENGTH):
            backwards[:, place] = self.action[node]
            node = np.where(self.parent[node] == NO_PARENT, node, self.parent[node])
        length = (backwards != NO_ACTION).sum(axis=1, keepdims=True)
        place = length - 1 - np.arange(MAX_LENGTH)
        taken = np.take_along_axis(backwards, np.maximum(place, 0), axis=1)
        return np.where(place >= 0, taken, NO_ACTION)

    def effects(self) -> Ints:
        """Return a number for the effect of each turn: its bridges, and whether it declines."""
        white, black = (
            np.asarray(lines)[self.node].astype(np.int64) for lines in self.states.bridges
        )
        effects: Ints = white << 32 | black << 1 | (self.end == DECLINE_NUMBER)
        return effects


def enumerate_turns(roots: State, *, max_nodes: int | None = None) -> Turns:
    """Return all turns of positions in which a seat is to move.

    Positions with more than ``max_nodes`` nodes, and those in which a play can end the game, have
    no turns in the result.
    """
    num = len(roots)
    num_nodes = np.ones(num, np.int64)
    is_out = np.zeros(num, np.bool_)
    level = roots
    root = np.arange(num)
    ids = np.arange(num)
    levels, root_parts = [roots], [root]
    parents = [np.full(num, NO_PARENT)]
    actions = [np.full(num, NO_ACTION)]
    total = num
    while len(ids):
        masks: Any = legal_masks(level)
        place, action = np.nonzero(masks & PLAYS)
        if not len(place):
            break
        children = level.take(place)
        children = apply(children, choice_of(children, action.astype(np.uint32)))
        kept = _first_of_each(children, root[place])
        num_nodes += np.bincount(root[place[kept]], minlength=num)
        if max_nodes is not None:
            is_out |= num_nodes > max_nodes
        is_out[root[place[np.asarray(is_over(children))]]] = True
        kept = kept[~is_out[root[place[kept]]]]
        place, action = place[kept], action[kept]
        level = children.take(kept)
        parents.append(ids[place])
        actions.append(action)
        root = root[place]
        root_parts.append(root)
        levels.append(level)
        ids = np.arange(total, total + len(kept))
        total += len(kept)
    states, root = concatenate(levels), np.concatenate(root_parts)
    node, end = np.nonzero(np.asarray(legal_masks(states)) & ENDS)
    is_in = ~is_out[root[node]]
    node, end = node[is_in], end[is_in]
    return Turns(states, root, np.concatenate(parents), np.concatenate(actions), node, end)


def join_turns(parts: Sequence[Turns]) -> Turns:
    """Join the turns of consecutive batches of positions."""
    columns = []
    num_roots = num_nodes = 0
    for part in parts:
        parent = np.where(part.parent == NO_PARENT, NO_PARENT, part.parent + num_nodes)
        columns.append(
            (part.root + num_roots, parent, part.action, part.node + num_nodes, part.end)
        )
        num_roots += int((part.parent == NO_PARENT).sum())
        num_nodes += len(part.root)
    root, parent, action, node, end = (np.concatenate(c) for c in zip(*columns, strict=True))
    return Turns(concatenate([part.states for part in parts]), root, parent, action, node, end)


def concatenate(parts: Sequence[State]) -> State:
    """Join batches."""
    columns = zip(*(arrays_of(part) for part in parts), strict=True)
    return state_of([np.concatenate(column) for column in columns])


def _first_of_each(states: State, root: Ints) -> Ints:
    """Return the index of the first of all equal positions."""
    columns = [root, *states.bridges, *states.cards, *states.buried, states.clock]
    rows = np.stack([np.asarray(column).astype(np.uint32) for column in columns], axis=1)
    packed = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1])))
    _, first = np.unique(packed[:, 0], return_index=True)
    return np.sort(first)
