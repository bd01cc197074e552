"""The search bot: trees of :mod:`kahuna.bots.tree`, one for each core that it may use."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from kahuna.bots.greedy import GreedyBot
from kahuna.bots.team import Team
from kahuna.bots.tree import Effort, Thinker
from kahuna.core import Action, Handicap, View, legal_actions


class SearchBot:
    """Thinks for a time, or for a number of simulations; then it is deterministic for a seed.

    With several jobs each grows a tree of its own in a process of its own, for the same time or
    for its share of the simulations; what they tried most in all is done.
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
        self._effort = Effort(seconds=seconds, simulations=simulations, depth=depth, beam=beam)
        own, *others = _shares(self._effort, jobs)
        self._thinker = Thinker(own)
        self._team = Team(others)

    @property
    def name(self) -> str:
        """Its kind, how long it thinks, and on how many cores if they are several."""
        effort = self._effort
        budget = f"{effort.seconds}s" if effort.simulations is None else str(effort.simulations)
        return f"search:{budget}" + (f":{self._jobs}" if self._jobs > 1 else "")

    def decide(self, view: View) -> Action:
        """The action that was tried most."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        if isinstance(view.public.phase, Handicap):
            return GreedyBot(self._rng).decide(view)
        visits = self._visits(view)
        return max(visits, key=visits.__getitem__)

    def _visits(self, view: View) -> Counter[Action]:
        try:
            self._team.ask(view, self._rng)
            visits = Counter(self._thinker.visits(view, self._rng))
            for answer in self._team.answers():
                visits.update(answer)
        except BaseException:
            # An answer that nobody waited for must not be taken for the next one.
            self.close()
            raise
        return visits

    def close(self) -> None:
        """End the processes that help; they come back when they are needed."""
        self._team.close()


def _shares(effort: Effort, jobs: int) -> list[Effort]:
    """What each job does; simulations are divided, a time is not."""
    if effort.simulations is None:
        return [effort] * jobs
    each, more = divmod(effort.simulations, jobs)
    return [replace(effort, simulations=each + (job < more)) for job in range(jobs)]
