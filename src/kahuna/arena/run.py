"""Track which part of a plan has been played, and when to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from kahuna.arena.errors import ArenaError
from kahuna.arena.journal import Journal
from kahuna.arena.pair import PairResult
from kahuna.arena.plan import PairTask, Plan
from kahuna.arena.pool import PairRunner
from kahuna.arena.sprt import Conclusion, Sprt


@dataclass(slots=True)
class Run:
    """The results of a plan so far. With a test, the run ends at the first conclusive pair.

    Results may arrive in any order. The test looks at pairs in the order of their numbers, so it
    ends at the same pair regardless of who played them when; later pairs do not count.
    """

    plan: Plan
    sprt: Sprt | None = None
    _results: dict[PairTask, PairResult] = field(default_factory=dict)
    _counts: list[int] = field(default_factory=lambda: [0] * 5)
    _tested: int = 0
    decision: Conclusion | None = None

    def __post_init__(self) -> None:
        if self.sprt is not None and len(self.plan.entrants) != 2:
            raise ArenaError("--sprt compares exactly two bots")

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left to play."""
        return self.decision is not None or len(self._results) == self.plan.num_tasks

    @property
    def num_done(self) -> int:
        """Return how many pairs have been played."""
        return len(self._results)

    @property
    def left(self) -> Iterator[PairTask]:
        """Yield the tasks that are still to be played."""
        done = frozenset(self._results)
        return (task for task in self.plan.tasks if task not in done)

    @property
    def results(self) -> tuple[PairResult, ...]:
        """Return the results that count, in order."""
        return tuple(
            self._results[task]
            for task in sorted(self._results)
            if self.decision is None or task.pair < self._tested
        )

    @property
    def ratio(self) -> float:
        """Return the test's log-likelihood ratio after the pairs it has looked at."""
        return 0.0 if self.sprt is None else self.sprt.ratio(self._counts)

    def add(self, result: PairResult) -> None:
        """Add a result; ignore one that is outside the plan or already known."""
        if result.task.pair >= self.plan.pairs or self.decision is not None:
            return
        self._results.setdefault(result.task, result)
        while self.sprt is not None and self.decision is None:
            following = self._results.get(PairTask(0, self._tested))
            if following is None:
                break
            self._counts[outcome_of(following)] += 1
            self._tested += 1
            self.decision = self.sprt.decide(self._counts)


def outcome_of(result: PairResult) -> int:
    """Return which of the five outcomes a pair had for the first bot: its points times two."""
    return round(2 * sum(game.score for game in result.games))


def execute_run(
    run: Run,
    play: PairRunner,
    *,
    journal: Journal | None = None,
    on_pair: Callable[[], None] = lambda: None,
) -> None:
    """Play the rest of a run; write every result to the journal before reporting it."""
    for result in () if journal is None else journal.results.values():
        run.add(result)
    on_pair()
    if not run.is_over:
        _play_on(run, play, journal, on_pair)


def _play_on(
    run: Run, play: PairRunner, journal: Journal | None, on_pair: Callable[[], None]
) -> None:
    with closing(play(run.plan, run.left)) as results:
        for result in results:
            if journal is not None:
                journal.append(result)
            run.add(result)
            on_pair()
            if run.is_over:
                break
