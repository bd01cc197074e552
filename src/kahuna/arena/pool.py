"""Games on all cores of this machine.

Each worker is a process of its own that is handed one task after the other over a pipe that only
it and we have. So it notices when we are gone, however we went, and ends with all that it started;
and when a worker dies, we notice.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from traceback import format_exc
from typing import TypeAlias

from kahuna.arena.errors import ArenaError
from kahuna.arena.pair import PairResult, play_pair
from kahuna.arena.plan import Plan, Task
from kahuna.bots.worker_pool import interrupts_blocked

Results: TypeAlias = Generator[PairResult, None, None]
PairRunner: TypeAlias = Callable[[Plan, Iterable[Task]], Results]
"""Something that plays tasks, in any order."""

AHEAD = 2
"""How many tasks a worker is given at once, so that it need not wait for the next."""
READY = "ready"
"""The first message of a worker."""
PATIENCE = 5.0
"""Seconds that a worker has to end."""


def num_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local_runner(workers: int) -> PairRunner:
    """What plays on so many cores; for one no other process is needed."""
    if workers < 1:
        raise ArenaError(f"there must be one worker or more, not {workers}")
    if workers == 1:
        return play_here
    return lambda plan, tasks: play_on_cores(plan, tasks, workers)


def play_here(plan: Plan, tasks: Iterable[Task]) -> Results:
    """Play tasks one after the other in this process."""
    return (play_pair(plan, task) for task in tasks)


def play_on_cores(plan: Plan, tasks: Iterable[Task], workers: int) -> Results:
    """Play tasks in up to ``workers`` processes; yield results as they are ready.

    Start a process only for a task that waits, and no more than one a core at the same time, so
    that the first result does not wait for the last process.
    """
    team: list[_Worker] = []
    try:
        yield from _hand_out(team, plan, iter(tasks), workers)
    except BaseException:
        for worker in team:
            worker.process.terminate()
        raise
    finally:
        for worker in team:
            worker.connection.close()
        for worker in team:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    connection: Connection
    is_ready: bool = False
    """Whether it has started up."""
    num_tasks: int = 0
    """Tasks that it was given and has not finished."""

    def give(self, task: Task) -> None:
        """Hand over a task."""
        try:
            self.connection.send(task)
        except OSError:
            raise _lost_worker() from None
        self.num_tasks += 1

    def take(self) -> PairResult | None:
        """Receive the next result, or ``None`` when the worker reports that it is ready."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            raise _lost_worker() from None
        if message == READY:
            self.is_ready = True
            return None
        if not isinstance(message, PairResult):
            raise ArenaError(f"a bot failed, which is a mistake in the bot:\n{message}")
        self.num_tasks -= 1
        return message


def _hire(plan: Plan) -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(plan, theirs))
    with interrupts_blocked(), _one_core():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _one_core() -> Iterator[None]:
    """What is started here multiplies matrices on one core: the others are its colleagues'."""
    name = "OMP_NUM_THREADS"
    before = os.environ.get(name)
    os.environ.setdefault(name, "1")
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]


def _hand_out(team: list[_Worker], plan: Plan, tasks: Iterator[Task], workers: int) -> Results:
    """Keep everybody busy, and the team growing, until there is nothing left to do."""
    cores = num_cores()
    while True:
        while (
            len(team) < workers
            and sum(not worker.is_ready for worker in team) < cores
            and (task := next(tasks, None)) is not None
        ):
            team.append(_hire(plan))
            team[-1].give(task)
        ahead = AHEAD if len(team) == workers else 1
        for worker in team:
            if worker.num_tasks < ahead and (task := next(tasks, None)) is not None:
                worker.give(task)
        busy = {worker.connection: worker for worker in team if worker.num_tasks}
        if not busy:
            return
        ready = wait(list(busy))
        for worker in [worker for connection, worker in busy.items() if connection in ready]:
            if (result := worker.take()) is not None:
                yield result


def _lost_worker() -> ArenaError:
    return ArenaError("a worker was ended from outside; the same command with --journal goes on")


def _work(plan: Plan, connection: Connection) -> None:
    """What a worker does: play what comes, until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_watch_parent, daemon=True).start()
    with connection, suppress(EOFError, OSError):
        connection.send(READY)
        while True:
            task = connection.recv()
            connection.send(_play(plan, task))


def _play(plan: Plan, task: Task) -> PairResult | str:
    """Play a task; return a traceback if a bot has a bug."""
    try:
        return play_pair(plan, task)
    except Exception:
        return format_exc()


def _leave(number: int, frame: object) -> None:
    """End in order, so that programs which were started are ended as well."""
    sys.exit(128 + number)


def _watch_parent() -> None:
    """Leave in the middle of a game if whoever wanted to know about it is gone."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
