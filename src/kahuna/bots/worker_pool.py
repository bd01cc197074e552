"""Search one position in several processes, so that a decision can use several cores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import TypeAlias

from kahuna.bots.ismcts import SearchBudget, TreeSearch
from kahuna.core import Action, View
from kahuna.match import ForfeitError
from kahuna.workers import Worker, WorkerLostError, close_workers

Visits: TypeAlias = dict[Action, int]


class WorkerPool:
    """Workers that search the same view with different random numbers, and keep their beliefs."""

    def __init__(self, budgets: Sequence[SearchBudget]) -> None:
        self._workers = [
            Worker(partial(_search, TreeSearch(budget)), daemon=True) for budget in budgets
        ]

    def ask(self, view: View, rng: Random) -> None:
        """Let all workers begin to search."""
        try:
            for worker in self._workers:
                worker.send((view, rng.getrandbits(64)))
        except WorkerLostError as error:
            raise ForfeitError(str(error)) from None

    def answers(self) -> Iterator[Visits]:
        """Yield how often each worker tried each action, always in the same order."""
        try:
            for worker in self._workers:
                yield worker.receive()
        except WorkerLostError as error:
            raise ForfeitError(str(error)) from None

    def close(self) -> None:
        """End the workers, whatever they are doing; the next decision starts new ones."""
        close_workers(self._workers, at_once=True)


def _search(search: TreeSearch, request: tuple[View, int]) -> Visits:
    view, seed = request
    return search.visits(view, Random(seed))
