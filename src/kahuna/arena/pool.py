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
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from traceback import format_exc
from typing import NamedTuple, TypeAlias

from kahuna.arena.errors import ArenaError
from kahuna.arena.plan import Plan, Task
from kahuna.arena.play import PairResult, play_pair
from kahuna.bots.team import interrupts_held

Results: TypeAlias = Generator[PairResult, None, None]
Player: TypeAlias = Callable[[Plan, Iterable[Task]], Results]
"""Something that plays tasks, in any order."""

AHEAD = 2
"""How many tasks a worker is given at once, so that it need not wait for the next."""
PATIENCE = 5.0
"""Seconds that a worker has to end."""


def num_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def player(workers: int) -> Player:
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
    """Play tasks in so many processes; results come as they are ready."""
    team = [_hire(plan) for _ in range(workers)]
    try:
        yield from _hand_out(team, iter(tasks))
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


class _Worker(NamedTuple):
    process: SpawnProcess
    connection: Connection


def _hire(plan: Plan) -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(plan, theirs))
    with interrupts_held(), _one_core():
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


def _hand_out(team: list[_Worker], tasks: Iterator[Task]) -> Results:
    """Keep everybody busy until there is nothing left to do."""
    busy = {worker.connection: 0 for worker in team}
    for connection in [worker.connection for _ in range(AHEAD) for worker in team]:
        _give(connection, tasks, busy)
    while waiting := [connection for connection, num in busy.items() if num]:
        ready = wait(waiting)
        for connection in waiting:
            if connection not in ready:
                continue
            result = _take(connection)
            busy[connection] -= 1
            _give(connection, tasks, busy)
            yield result


def _give(connection: Connection, tasks: Iterator[Task], busy: dict[Connection, int]) -> None:
    if (task := next(tasks, None)) is not None:
        try:
            connection.send(task)
        except OSError:
            raise _lost_worker() from None
        busy[connection] += 1


def _take(connection: Connection) -> PairResult:
    try:
        result = connection.recv()
    except (EOFError, OSError):
        raise _lost_worker() from None
    if not isinstance(result, PairResult):
        raise ArenaError(f"a bot failed, which is a mistake in the bot:\n{result}")
    return result


def _lost_worker() -> ArenaError:
    return ArenaError("a worker was ended from outside; the same command with --journal goes on")


def _work(plan: Plan, connection: Connection) -> None:
    """What a worker does: play what comes, until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_watch_parent, daemon=True).start()
    with connection:
        while True:
            try:
                task = connection.recv()
            except (EOFError, OSError):
                return
            try:
                result: PairResult | str = play_pair(plan, task)
            except Exception:
                result = format_exc()
            try:
                connection.send(result)
            except OSError:
                return


def _leave(number: int, frame: object) -> None:
    """End in order, so that programs which were started are ended as well."""
    sys.exit(128 + number)


def _watch_parent() -> None:
    """Leave in the middle of a game if whoever wanted to know about it is gone."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
