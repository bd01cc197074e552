"""Group commit: write everything that is waiting in one transaction.

One thread writes. While it waits for the disk, further transactions queue up and go into the next
commit. A disk that needs milliseconds for a commit still takes thousands of moves per second.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from kahuna.server.games.store import StorageError
from kahuna.server.metrics import Metrics
from kahuna.server.storage.database import Database, Transaction


class GroupCommit:
    """Writes the transactions of all games, group by group."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Transaction, asyncio.Future[None]]] = []
        self._running: asyncio.Task[None] | None = None

    async def write(self, transaction: Transaction) -> None:
        """Return once a transaction is on disk; raise if it is not, and then none of it is."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((transaction, done))
        if self._running is None:
            self._running = asyncio.create_task(self._drain())
        await done

    async def settle(self) -> None:
        """Return once everything requested so far is on disk or has failed."""
        while self._running is not None:
            await asyncio.shield(self._running)

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await self.settle()
        self._thread.shutdown()

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        commit = self._database.commit
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                began = perf_counter()
                transactions = [transaction for transaction, _ in group]
                try:
                    problems = await loop.run_in_executor(self._thread, commit, transactions)
                except Exception as error:  # Whatever it was, those who wait must hear of it.
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
        finally:
            self._running = None
