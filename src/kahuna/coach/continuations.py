"""How a game could go on after a mistake, and after the better action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kahuna.coach.engine import Future, FutureStep
from kahuna.core import Board


class Continuations(NamedTuple):
    """How a game could go on after the played and after the better action, in the same world."""

    played: tuple[FutureStep, ...]
    better: tuple[FutureStep, ...]


def typical(board: Board, played: Sequence[Future], better: Sequence[Future]) -> Continuations:
    """Return what happens in the world that leads to the most frequent islands."""
    ends = [
        [tuple(map(board.held, future.bridges)) for future in futures]
        for futures in (played, better)
    ]
    counts = [Counter(each) for each in ends]
    place = max(
        range(len(played)),
        key=lambda i: sum(num[end[i]] for num, end in zip(counts, ends, strict=True)),
    )
    return Continuations(played[place].steps, better[place].steps)
