"""Group commit: write everything that is waiting in one transaction.

On SQLite one thread writes. On PostgreSQL the event loop sends plain moves, and a thread writes
everything else. While one group waits for the disk, further transactions queue up and go into the
next commit. A disk that needs milliseconds for a commit still takes thousands of moves per second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Final

from kahuna.server.games.store import StorageError
from kahuna.server.metrics import Metrics
from kahuna.server.storage.database import Database
from kahuna.server.storage.moves import (
    Outcome,
    Outcomes,
    Transaction,
    merge_outcomes,
    other_transactions,
    plain_moves,
)
from kahuna.server.storage.postgresql import PostgresMoves

PAUSE_SECONDS: Final = 0.005
"""Time between two groups on PostgreSQL, where a statement costs as much as several moves in it."""


class GroupCommit:
    """Writes the transactions of all games, group by group."""

    def __init__(self, database: Database, moves: PostgresMoves | None, metrics: Metrics) -> None:
        self._database = database
        self._moves = moves
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Transaction, asyncio.Future[None]]] = []
        self._settling: list[asyncio.Future[None]] = []
        """Those who wait for everything that was requested before."""
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
        if self._running is not None:
            settled = asyncio.get_running_loop().create_future()
            self._settling.append(settled)
            await settled

    async def close(self) -> None:
        """Write what is waiting, then stop."""
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
