"""Worker processes that serve players in turn: those of bots, of the coach and of reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from kahuna.core import KahunaError
from kahuna.server.jobs.fair_queue import FairQueue
from kahuna.workers import Worker, WorkerLostError, close_workers

Request = TypeVar("Request")
Result = TypeVar("Result")


class QueueFullError(KahunaError):
    """Too many requests are waiting, of a player or in all."""


class QueueLimit(NamedTuple):
    """How many requests may wait at once."""

    per_player: int
    in_all: int


@dataclass(slots=True, eq=False)
class Job(Generic[Request, Result]):
    """A request in a pool; cancel ``result`` to withdraw it."""

    request: Request
    is_slow: bool
    result: asyncio.Future[Result]
    has_begun: bool = False


class FairPool(Generic[Request, Result]):
    """Applies ``handle`` to requests in processes, which start on first use.

    Quick requests come before slow ones, and those that somebody is waiting for before others. Then
    players are served in turn. After a failure the next request gets a new process.
    """

    def __init__(
        self,
        handle: Callable[[Request], Result],
        processes: int,
        *,
        seconds: float | None = None,
        max_slow: int | None = None,
        max_waiting: QueueLimit | None = None,
        in_background: bool = False,
    ) -> None:
        """Use this many processes, or a thread of the server if the number is 0.

        A request may take ``seconds``, and ``max_slow`` slow ones may run at once. Processes in the
        background have a low priority and cannot start processes of their own.
        """
        self._handle = handle
        self._workers: list[Worker[Request, Result]] = [
            Worker(handle, daemon=in_background, in_background=in_background)
            for _ in range(processes)
        ]
        self._idle: list[Worker[Request, Result] | None] = [*self._workers] or [None]
        self._threads = ThreadPoolExecutor(len(self._idle), thread_name_prefix="jobs")
        self._seconds = seconds
        self._max_slow = max_slow
        self._max_waiting = max_waiting
        self._quick: _Queue[Request, Result] = FairQueue()
        self._slow: _Queue[Request, Result] = FairQueue()
        self._num_slow = 0
        self.is_closed = False

    @property
    def num_waiting(self) -> int:
        """Return how many requests have not begun."""
        return len(self._quick) + len(self._slow)

    def submit(
        self, request: Request, *, player: str, is_waited_for: bool = True, is_slow: bool = False
    ) -> Job[Request, Result]:
        """Add a request; raise :class:`QueueFullError` if too many are waiting.

        Its result may be a ``TimeoutError``, or an error of :mod:`kahuna.workers`.
        """
        queue = self._slow if is_slow else self._quick
        if (limit := self._max_waiting) is not None and (
            queue.num_of(player) >= limit.per_player or len(queue) >= limit.in_all
        ):
            raise QueueFullError
        job: Job[Request, Result]
        job = Job(request, is_slow, asyncio.get_running_loop().create_future())
        queue.push(player, job, is_waited_for=is_waited_for)
        job.result.add_done_callback(lambda _: queue.discard(player, job))
        self._start_next()
        return job

    def interrupt(self) -> None:
        """Let all requests fail that have begun."""
        for worker in self._workers:
            worker.interrupt()

    def close(self) -> None:
        """Stop at once: all requests fail with :class:`WorkerLostError`."""
        self.is_closed = True
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=True, cancel_futures=True)
        close_workers(self._workers, at_once=True)
        for queue in (self._quick, self._slow):
            while len(queue):
                _fail(queue.pop(), WorkerLostError("the server is stopping"))

    def _start_next(self) -> None:
        while self._idle and not self.is_closed and (job := self._next()) is not None:
            job.has_begun = True
            self._num_slow += job.is_slow
            worker = self._idle.pop()
            work = asyncio.get_running_loop().run_in_executor(
                self._threads, self._ask, worker, job.request
            )
            work.add_done_callback(partial(self._finish, job, worker))

    def _next(self) -> Job[Request, Result] | None:
        while len(self._quick):
            if not (job := self._quick.pop()).result.done():
                return job
        while len(self._slow) and (self._max_slow is None or self._num_slow < self._max_slow):
            if not (job := self._slow.pop()).result.done():
                return job
        return None

    def _ask(self, worker: Worker[Request, Result] | None, request: Request) -> Result:
        """Let a worker handle a request; runs in a thread."""
        if worker is None:
            return self._handle(request)
        return worker.ask(request, seconds=self._seconds)

    def _finish(
        self,
        job: Job[Request, Result],
        worker: Worker[Request, Result] | None,
        work: asyncio.Future[Result],
    ) -> None:
        self._idle.append(worker)
        self._num_slow -= job.is_slow
        if work.cancelled():
            _fail(job, WorkerLostError("the server is stopping"))
        elif (error := work.exception()) is not None:
            _fail(job, error)
        elif not job.result.done():
            job.result.set_result(work.result())
        # After those who wait for this result: they may withdraw what they do not need any more.
        asyncio.get_running_loop().call_soon(self._start_next)


_Queue: TypeAlias = FairQueue[Job[Request, Result]]


def _fail(job: Job[Request, Result], error: BaseException) -> None:
    if not job.result.done():  # Its client may have gone.
        job.result.set_exception(error)
