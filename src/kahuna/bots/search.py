"""The search bot: information-set tree search, optionally in several processes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.ismcts import SearchBudget, TreeSearch
from kahuna.core import Action, Handicap, View, legal_actions
from kahuna.match import ForfeitError

if TYPE_CHECKING:  # A browser has no processes.
    from kahuna.workers import Worker

Request: TypeAlias = tuple[View, int]
"""A position to search, and a seed."""


class SearchBot:
    """Search for a time, or for a number of simulations; the latter is deterministic for a seed.

    With several jobs each process grows a tree of its own, for the same time or with its share of
    the simulations. The bot plays the action with the most visits in total.
    """

    def __init__(
        self,
        rng: Random,
        *,
        seconds: float | None = 0.1,
        simulations: int | None = None,
        depth: int = 2,
        beam: int = 2,
        jobs: int = 1,
    ) -> None:
        self._rng = rng
        self._jobs = jobs
        self._budget = SearchBudget(
            seconds=seconds, simulations=simulations, depth=depth, beam=beam
        )
        own, *others = _shares(self._budget, jobs)
        self._search = TreeSearch(own)
        self._workers = [_hire(budget) for budget in others]

    @property
    def name(self) -> str:
        """Return the spec of the bot."""
        budget = self._budget
        limit = f"{budget.seconds}s" if budget.simulations is None else str(budget.simulations)
        return f"search:{limit}" + (f":{self._jobs}" if self._jobs > 1 else "")

    def decide(self, view: View) -> Action:
        """Return the action with the most visits."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        if isinstance(view.public.phase, Handicap):
            return GreedyBot(self._rng).decide(view)
        visits = self._visits(view)
        return max(visits, key=visits.__getitem__)

    def _visits(self, view: View) -> Counter[Action]:
        if not self._workers:
            return Counter(self._search.visits(view, self._rng))
        from kahuna.workers import WorkerLostError

        try:
            for worker in self._workers:
                worker.send((view, self._rng.getrandbits(64)))
            visits = Counter(self._search.visits(view, self._rng))
            for worker in self._workers:
                visits.update(worker.receive())
        except BaseException as error:
            # Discard pending answers: they must not be taken for the next ones.
            self.close()
            if isinstance(error, WorkerLostError):
                raise ForfeitError(str(error)) from None
            raise
        return visits

    def close(self) -> None:
        """End the worker processes, whatever they do; the next decision starts new ones."""
        if self._workers:
            from kahuna.workers import close_workers

            close_workers(self._workers, at_once=True)


def _hire(budget: SearchBudget) -> Worker[Request, dict[Action, int]]:
    """Return a worker that grows a tree of its own, and keeps its belief between decisions."""
    from kahuna.workers import Worker

    return Worker(partial(_search, TreeSearch(budget)), daemon=True)


def _search(search: TreeSearch, request: Request) -> dict[Action, int]:
    view, seed = request
    return search.visits(view, Random(seed))


def _shares(budget: SearchBudget, jobs: int) -> list[SearchBudget]:
    """Divide the budget among jobs: simulations are shared, time is not."""
    if budget.simulations is None:
        return [budget] * jobs
    each, more = divmod(budget.simulations, jobs)
    return [replace(budget, simulations=each + (job < more)) for job in range(jobs)]
