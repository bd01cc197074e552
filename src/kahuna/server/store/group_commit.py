"""Group commit: combine all waiting transactions into one.

Transactions that arrive during a commit share the next one. Even if each commit takes milliseconds,
thousands of moves per second can be stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Final, TypeVar

from sqlalchemy import Connection

from kahuna.hosting.store import StorageError
from kahuna.server.metrics import Metrics
from kahuna.server.store.database import Database, Transaction

_T = TypeVar("_T")
PAUSE_SECONDS: Final = 0.005
"""Pause between groups on PostgreSQL: few large groups are cheaper than many small ones."""


class GroupCommit:
    """Writes the transactions of all games, group by group."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Transaction, asyncio.Future[None]]] = []
        self._settling: list[asyncio.Future[None]] = []
        """Resolved once all earlier requests are done; see :meth:`settle`."""
        self._running: asyncio.Task[None] | None = None

    async def write(self, transaction: Transaction) -> None:
        """Return once a transaction is on disk; if it raises, nothing was written."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((transaction, done))
        if self._running is None:
            self._running = asyncio.create_task(self._drain())
        await done

    async def transact(self, function: Callable[[Connection], _T]) -> _T:
        """Call a function in a transaction of its own, between two groups."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._database.transact, function)

    async def settle(self) -> None:
        """Return once all earlier writes are on disk or have failed."""
        if self._running is not None:
            settled = asyncio.get_running_loop().create_future()
            self._settling.append(settled)
            await settled

    async def close(self) -> None:
        """Finish pending writes, then stop."""
        while self._running is not None:
            await asyncio.shield(self._running)
        self._thread.shutdown()

    async def _drain(self) -> None:
        loop, commit = asyncio.get_running_loop(), self._database.commit
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                settling, self._settling = self._settling, []
                began = perf_counter()
                transactions = [transaction for transaction, _ in group]
                try:
                    problems = await loop.run_in_executor(self._thread, commit, transactions)
                except Exception as error:  # Any error must reach those who wait.
                    problems = [StorageError(type(error).__name__)] * len(group)
                self._metrics.committed(len(group), perf_counter() - began)
                for (_, done), problem in zip(group, problems, strict=True):
                    if isinstance(problem, StorageError):
                        self._metrics.write_errors.inc()
                    if done.cancelled():
                        continue
                    if problem is None:
                        done.set_result(None)
                    else:
                        done.set_exception(problem)
                _finish(settling)
                if not self._database.is_sqlite:
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._running = None
            settling, self._settling = self._settling, []
            _finish(settling)


def _finish(waiting: Sequence[asyncio.Future[None]]) -> None:
    for done in waiting:
        if not done.done():
            done.set_result(None)
