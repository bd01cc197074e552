"""Worker processes that apply one function to every message they are sent.

A worker ignores Ctrl-C, which is meant for its parent. It ends when it is closed, or when its
parent is gone, however the parent ended.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from typing import Final, Generic, NamedTuple, TypeVar

from kahuna.core import KahunaError

PATIENCE: Final = 5.0
"""Seconds that a worker has to end before it is killed."""
_AGAIN_SECONDS: Final = 0.01
_THREADS: Final = "OMP_NUM_THREADS"

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


class Worker(Generic[Request, Result]):
    """A process that applies ``handle`` to one request after the other.

    ``handle`` is pickled once, so it may keep state between requests. A daemon ends with the
    interpreter even if nobody closes it, but cannot start processes of its own.
    """

    def __init__(self, handle: Callable[[Request], Result], *, daemon: bool = False) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(handle, theirs), daemon=daemon)
        self.is_ready = False
        """Whether the process has started up."""
        with interrupts_blocked(), _single_threaded():
            self.process.start()
        theirs.close()

    def send(self, request: Request) -> None:
        """Hand over a request without waiting for its result."""
        try:
            self.connection.send(request)
        except OSError:
            raise WorkerLostError("a worker was ended from outside") from None

    def receive(self) -> Result:
        """Wait for the next result."""
        while (result := self.receive_message()) is None:
            pass
        return result

    def receive_message(self) -> Result | None:
        """Wait for the next message: a result, or ``None`` when the worker has started up."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            raise WorkerLostError("a worker was ended from outside") from None
        if isinstance(message, _Failure):
            raise WorkerFailedError(message.traceback)
        if isinstance(message, _Ready):
            self.is_ready = True
            return None
        result: Result = message
        return result


def close_workers(workers: Sequence[Worker[Request, Result]], *, at_once: bool = False) -> None:
    """End workers and wait for them; ``at_once`` interrupts what they are doing."""
    for worker in workers:
        worker.connection.close()
        if at_once:
            worker.process.terminate()
    for worker in workers:
        worker.process.join(PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


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


def _serve(handle: Callable[[Request], Result], connection: Connection) -> None:
    """Answer requests until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    sys.unraisablehook = _exit_after_all
    end_with_parent()
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
