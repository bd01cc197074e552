"""Worker processes that apply one function to every request they are sent.

A worker ignores Ctrl-C, which is meant for its parent. It ends when it is closed, or when its
parent is gone, however the parent ended.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from traceback import format_exc
from typing import Final, Generic, NamedTuple, TypeVar, cast

from kahuna.core import KahunaError

START_SECONDS: Final = 60.0
"""Seconds that a process has to start up, on a busy machine too."""
PATIENCE: Final = 5.0
"""Seconds that a process has to end before it is killed."""
AHEAD: Final = 2
"""Requests that a worker of :func:`map_unordered` holds, so that it never waits for the next."""
_BACKGROUND_NICENESS: Final = 10
"""Games come first, but players wait for a coach in the background, too."""
_AGAIN_SECONDS: Final = 0.01
_THREADS: Final = "OMP_NUM_THREADS"
_LOST: Final = "a worker was ended from outside"

Request = TypeVar("Request")
Result = TypeVar("Result")


class WorkerLostError(KahunaError):
    """A worker was ended from outside."""


class WorkerFailedError(KahunaError):
    """The function of a worker raised an exception; the message is the traceback."""


class _Ready(NamedTuple):
    """The first message of a worker."""


class _Failure(NamedTuple):
    traceback: str


@dataclass(slots=True)
class _Running:
    process: SpawnProcess
    connection: Connection
    is_ready: bool = False


class Worker(Generic[Request, Result]):
    """Applies ``handle`` to requests in a process of its own, which starts with the first one.

    ``handle`` is pickled for the process, where it may keep state between requests. After
    :meth:`close`, or after an error of :meth:`ask`, the next request starts another process. A
    daemon ends with the interpreter even if nobody closes it, but cannot start processes of its
    own; a worker in the background has a low priority.

    Use a worker in one thread at a time; only :meth:`interrupt` and :meth:`stop` may be called from
    others.
    """

    def __init__(
        self,
        handle: Callable[[Request], Result],
        *,
        daemon: bool = False,
        in_background: bool = False,
    ) -> None:
        self._handle = handle
        self._daemon = daemon
        self._in_background = in_background
        self._running: _Running | None = None
        self._is_stopped = threading.Event()

    @property
    def process(self) -> SpawnProcess | None:
        """Return the process, if there is one."""
        return None if self._running is None else self._running.process

    def ask(self, request: Request, *, seconds: float | None = None) -> Result:
        """Return the result of a request; end the process if that fails or takes too long.

        Raises ``TimeoutError``, :class:`WorkerFailedError` or :class:`WorkerLostError`.
        """
        try:
            self.send(request)
            return self.receive(seconds=seconds)
        except BaseException:
            self.close(at_once=True)
            raise

    def send(self, request: Request) -> None:
        """Hand over a request without waiting for its result."""
        running = self._running or self._start()
        try:
            running.connection.send(request)
        except OSError:
            raise WorkerLostError(_LOST) from None

    def receive(self, *, seconds: float | None = None) -> Result:
        """Wait for the next result, at most this long once the process has started up."""
        assert self._running is not None, "nothing was sent"
        if not self._running.is_ready:
            self._receive_message(START_SECONDS)
        return cast("Result", self._receive_message(seconds))

    def interrupt(self) -> None:
        """End the process, if there is one; whoever waits for it gets :class:`WorkerLostError`."""
        if (running := self._running) is not None:
            with suppress(ValueError):  # Its own thread has closed it by now.
                running.process.terminate()

    def stop(self) -> None:
        """Interrupt the worker for good: it starts no other process."""
        self._is_stopped.set()
        self.interrupt()

    def close(self, *, at_once: bool = False) -> None:
        """End the process and wait for that; ``at_once`` interrupts what it is doing."""
        close_workers([self], at_once=at_once)

    def _start(self) -> _Running:
        if self._is_stopped.is_set():
            raise WorkerLostError("the worker has been stopped")
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_serve, args=(self._handle, theirs, self._in_background), daemon=self._daemon
        )
        with interrupts_blocked(), _single_threaded():
            process.start()
            theirs.close()
            self._running = running = _Running(process, ours)
        if self._is_stopped.is_set():  # Meanwhile, when there was no process to interrupt yet.
            self.interrupt()
        return running

    def _receive_message(self, seconds: float | None = None) -> object:
        """Wait for the next message: that the process has started up, or a result."""
        assert self._running is not None
        try:
            is_late = not self._running.connection.poll(seconds)
            message = None if is_late else self._running.connection.recv()
        except (EOFError, OSError):
            raise WorkerLostError(_LOST) from None
        if is_late:
            raise TimeoutError("a worker took too long")
        if isinstance(message, _Failure):
            raise WorkerFailedError(message.traceback)
        self._running.is_ready = True
        return message


def close_workers(workers: Iterable[Worker[Request, Result]], *, at_once: bool = False) -> None:
    """End the processes of workers and wait for them; ``at_once`` interrupts what they do."""
    ending = []
    for worker in workers:
        if worker._running is not None:
            ending.append(worker._running)
            worker._running = None
    for running in ending:
        running.connection.close()
        if at_once:
            running.process.terminate()
    for running in ending:
        running.process.join(PATIENCE)
        if running.process.is_alive():
            running.process.kill()
            running.process.join()
        running.process.close()


def map_unordered(
    handle: Callable[[Request], Result], requests: Iterable[Request], num_workers: int
) -> Generator[Result, None, None]:
    """Apply ``handle`` to requests in up to so many processes; yield results as they are ready.

    Start a process only for a waiting request, and at most one per core at the same time, so that
    the first result does not wait for the last process.
    """
    pool: dict[Worker[Request, Result], int] = {}
    is_done = False
    try:
        yield from _schedule(pool, handle, iter(requests), num_workers)
        is_done = True
    finally:
        close_workers(pool, at_once=not is_done)


def _schedule(
    pool: dict[Worker[Request, Result], int],
    handle: Callable[[Request], Result],
    requests: Iterator[Request],
    num_workers: int,
) -> Iterator[Result]:
    """Keep every worker busy, and add workers, until no request is left.

    ``pool`` maps each worker to the number of results that it owes.
    """
    cores = num_cores()
    starting: set[Worker[Request, Result]] = set()
    while True:
        while (
            len(pool) < num_workers
            and len(starting) < cores
            and (request := next(requests, None)) is not None
        ):
            worker = Worker(handle)
            pool[worker] = 1
            starting.add(worker)
            worker.send(request)
        ahead = AHEAD if len(pool) == num_workers else 1
        for worker, owed in pool.items():
            if owed < ahead and (request := next(requests, None)) is not None:
                worker.send(request)
                pool[worker] += 1
        busy = [worker for worker, owed in pool.items() if owed]
        if not busy:
            return
        for worker in _wait(busy):
            message = worker._receive_message()
            if isinstance(message, _Ready):
                starting.discard(worker)
            else:
                pool[worker] -= 1
                yield cast("Result", message)


def _wait(workers: list[Worker[Request, Result]]) -> list[Worker[Request, Result]]:
    """Wait until there is a message of at least one worker, and return those that have one."""
    connections = [worker._running.connection for worker in workers if worker._running is not None]
    ready = wait(connections)
    return [worker for worker, mine in zip(workers, connections, strict=True) if mine in ready]


def num_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def use_idle_cores() -> None:
    """Let matrix libraries use as many threads as there are idle cores, unless the user decided.

    Threads that wait for each other on a busy machine cost more than they gain. This must be called
    before NumPy is imported.
    """
    if hasattr(os, "getloadavg"):
        idle = round(num_cores() - os.getloadavg()[0])
        os.environ.setdefault(_THREADS, str(max(idle, 1)))


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Start processes that never notice Ctrl-C, where the system allows it; raise it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python starts the tracker with the first process and unblocks SIGINT when it has.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with _interrupts_postponed():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_postponed() -> Iterator[None]:
    """Postpone interrupts that reach another thread, where the mask of this one does not help."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if interrupts:
            signal.raise_signal(signal.SIGINT)


def end_with_parent() -> None:
    """Terminate this process, through its SIGTERM handler, when its parent is gone."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _single_threaded() -> Iterator[None]:
    """Start processes whose matrix libraries use one core: the others belong to other workers."""
    before = os.environ.get(_THREADS)
    os.environ.setdefault(_THREADS, "1")
    try:
        yield
    finally:
        if before is None:
            del os.environ[_THREADS]


def _serve(
    handle: Callable[[Request], Result], connection: Connection, in_background: bool
) -> None:
    """Answer requests until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    sys.unraisablehook = _exit_after_all
    end_with_parent()
    if in_background and hasattr(os, "nice"):
        os.nice(_BACKGROUND_NICENESS)
    with connection, suppress(EOFError, OSError):
        connection.send(_Ready())
        while True:
            request = connection.recv()
            connection.send(_answer(handle, request))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # The process is about to end anyway.


def _answer(handle: Callable[[Request], Result], request: Request) -> Result | _Failure:
    try:
        return handle(request)
    except Exception:
        return _Failure(format_exc())


def _exit(number: int, frame: object) -> None:
    """Exit by exception, so that child programs are ended as well."""
    signal.signal(number, signal.SIG_IGN)  # A second signal would interrupt the cleanup.
    sys.exit(128 + number)


def _exit_after_all(ignored: sys.UnraisableHookArgs) -> None:
    """Exit a moment later if the exception of `_exit` was raised where Python ignores it.

    That happens in destructors and weak reference callbacks, of which imports run many.
    """
    if not isinstance(ignored.exc_value, SystemExit):
        sys.__unraisablehook__(ignored)
        return
    signal.signal(signal.SIGTERM, _exit)
    again = threading.Timer(_AGAIN_SECONDS, os.kill, (os.getpid(), signal.SIGTERM))
    again.daemon = True
    again.start()
