"""Group commits: whatever is waiting is written in one transaction, then everybody is told.

One thread writes. While it waits for the disk, further work collects; so a disk that needs a few
milliseconds for a commit still takes thousands of moves a second.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from kahuna.server.metrics import Metrics
from kahuna.server.storage.store import StorageError, Store, Work


class GroupCommit:
    """Writes for all games, one group after the other."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Work, asyncio.Future[None]]] = []
        self._running: asyncio.Task[None] | None = None

    async def write(self, work: Work) -> None:
        """Return once it is on disk; raises if it is not, and then nothing of it is."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._running is None:
            self._running = asyncio.create_task(self._drain())
        await done

    async def settle(self) -> None:
        """Return once everything that was asked for so far is on disk, or has failed."""
        while self._running is not None:
            await asyncio.shield(self._running)

    async def close(self) -> None:
        """Write what is waiting, and end."""
        await self.settle()
        self._thread.shutdown()

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                began = perf_counter()
                works = [work for work, _ in group]
                try:
                    problems = await loop.run_in_executor(self._thread, self._store.commit, works)
                except Exception as error:  # Whatever it was, those who wait must hear of it.
                    problems = [StorageError(type(error).__name__)] * len(group)
                self._metrics.committed(len(group), perf_counter() - began)
                for (_, done), problem in zip(group, problems, strict=True):
                    if done.cancelled():
                        continue
                    if problem is None:
                        done.set_result(None)
                    else:
                        done.set_exception(problem)
        finally:
            self._running = None
