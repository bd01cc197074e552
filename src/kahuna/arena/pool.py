"""Play pairs of games in this process, or in worker processes on several cores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import TypeAlias

from kahuna.arena.errors import ArenaError
from kahuna.arena.pair import PairResult, play_pair
from kahuna.arena.plan import PairTask, Plan
from kahuna.workers import WorkerFailedError, WorkerLostError, map_unordered

Results: TypeAlias = Generator[PairResult, None, None]
PairRunner: TypeAlias = Callable[[Plan, Iterable[PairTask]], Results]
"""Play the tasks of a plan and yield their results in any order."""


def local_runner(workers: int) -> PairRunner:
    """Return a runner that uses up to this many processes; for one worker, this process."""
    if workers < 1:
        raise ArenaError(f"at least one worker is needed, not {workers}")
    if workers == 1:
        return play_here
    return lambda plan, tasks: play_on_cores(plan, tasks, workers)


def play_here(plan: Plan, tasks: Iterable[PairTask]) -> Results:
    """Play tasks one after the other in this process."""
    return (play_pair(plan, task) for task in tasks)


def play_on_cores(plan: Plan, tasks: Iterable[PairTask], workers: int) -> Results:
    """Play tasks in up to ``workers`` processes; yield results as they are ready."""
    try:
        yield from map_unordered(partial(play_pair, plan), tasks, workers)
    except WorkerLostError as error:
        raise ArenaError(f"{error}; with --journal, the same command continues the run") from None
    except WorkerFailedError as error:
        raise ArenaError(f"a bot failed, which is a bug in the bot:\n{error}") from None
