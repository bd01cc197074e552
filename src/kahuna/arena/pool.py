"""Play pairs of games in this process, or in worker processes on several cores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from multiprocessing.connection import wait
from typing import TypeAlias

from kahuna.arena.errors import ArenaError
from kahuna.arena.pair import PairResult, play_pair
from kahuna.arena.plan import PairTask, Plan
from kahuna.workers import Worker, WorkerFailedError, WorkerLostError, close_workers, num_cores

Results: TypeAlias = Generator[PairResult, None, None]
PairRunner: TypeAlias = Callable[[Plan, Iterable[PairTask]], Results]
"""Play the tasks of a plan and yield their results in any order."""
PairWorker: TypeAlias = Worker[PairTask, PairResult]

AHEAD = 2
"""Tasks that a worker is given at once, so that it need not wait for the next one."""


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
    """Play tasks in up to ``workers`` processes; yield results as they are ready.

    Start a process only for a waiting task, and at most one per core at the same time, so that the
    first result does not wait for the last process.
    """
    pool: dict[PairWorker, int] = {}
    is_done = False
    try:
        yield from _schedule(pool, plan, iter(tasks), workers)
        is_done = True
    except WorkerLostError as error:
        raise ArenaError(f"{error}; with --journal, the same command continues the run") from None
    except WorkerFailedError as error:
        raise ArenaError(f"a bot failed, which is a bug in the bot:\n{error}") from None
    finally:
        close_workers(tuple(pool), at_once=not is_done)


def start_worker(plan: Plan) -> PairWorker:
    """Start a process that plays the tasks of a plan."""
    return Worker(partial(play_pair, plan))


def _schedule(
    pool: dict[PairWorker, int], plan: Plan, tasks: Iterator[PairTask], workers: int
) -> Results:
    """Keep every worker busy, and add workers, until no task is left.

    ``pool`` maps each worker to the number of tasks that it has been given and not finished.
    """
    cores = num_cores()
    while True:
        while (
            len(pool) < workers
            and sum(not worker.is_ready for worker in pool) < cores
            and (task := next(tasks, None)) is not None
        ):
            worker = start_worker(plan)
            pool[worker] = 1
            worker.send(task)
        ahead = AHEAD if len(pool) == workers else 1
        for worker, num_tasks in pool.items():
            if num_tasks < ahead and (task := next(tasks, None)) is not None:
                worker.send(task)
                pool[worker] += 1
        busy = {worker.connection: worker for worker, num_tasks in pool.items() if num_tasks}
        if not busy:
            return
        for connection in wait(list(busy)):
            worker = busy[connection]  # type: ignore[index]
            if (result := worker.receive_message()) is not None:
                pool[worker] -= 1
                yield result
