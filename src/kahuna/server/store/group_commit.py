"""Group commit: combine all waiting transactions into one.

Transactions that arrive during a commit share the next one. Even if each commit takes milliseconds,
thousands of moves per second can be stored. On SQLite a thread writes everything. On PostgreSQL the
event loop writes plain moves, and a thread writes everything else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Final

from kahuna.hosting.store import StorageError
from kahuna.server.metrics import Metrics
from kahuna.server.store.database import Database
from kahuna.server.store.moves import (
    Outcome,
    Outcomes,
    Transaction,
    merge_outcomes,
    other_transactions,
    plain_moves,
)
from kahuna.server.store.postgresql import PostgresMoves

PAUSE_SECONDS: Final = 0.005
"""Pause between groups on PostgreSQL: few large statements are cheaper than many small ones."""


class GroupCommit:
    """Writes the transactions of all games, group by group."""

    def __init__(self, database: Database, moves: PostgresMoves | None, metrics: Metrics) -> None:
        self._database = database
        self._moves = moves
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
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                settling, self._settling = self._settling, []
                began = perf_counter()
                transactions = [transaction for transaction, _ in group]
                try:
                    problems = await self._commit(transactions)
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
                if self._moves is not None:
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._running = None
            settling, self._settling = self._settling, []
            _finish(settling)

    async def _commit(self, transactions: Sequence[Transaction]) -> list[Outcome]:
        written: Outcomes = {}
        if self._moves is not None and (moves := plain_moves(transactions)):
            written = await self._moves.write(moves)
        others: list[Outcome] = []
        if rest := other_transactions(transactions, written):
            loop = asyncio.get_running_loop()
            others = await loop.run_in_executor(self._thread, self._database.commit, rest)
        return merge_outcomes(transactions, written, others)


def _finish(waiting: Sequence[asyncio.Future[None]]) -> None:
    for done in waiting:
        if not done.done():
            done.set_result(None)
