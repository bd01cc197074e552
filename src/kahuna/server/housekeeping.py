"""Periodic work: measure, release memory, archive and delete old games."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import sys
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Final

from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.services import SteadyClock
from kahuna.hosting.store import ONE_DAY
from kahuna.server.metrics import Metrics
from kahuna.server.settings import Settings
from kahuna.server.store.account_rows import delete_expired
from kahuna.server.store.store import SqlGameStore

LOG = logging.getLogger(__name__)
SECONDS: Final = 0.5
"""Seconds between measurements."""
CLOCK_SECONDS: Final = 60.0
"""Seconds between corrections of the clock."""
MAX_DELAY: Final = 0.05
"""Ignore answers that took longer: they are too inaccurate."""
CROWD: Final = 100
"""Release memory only after at least this many connections have closed."""


class MemoryReleaser:
    """Returns memory to the system when the number of connections has halved."""

    def __init__(self, release: Callable[[], None]) -> None:
        self._release = release
        self._peak = 0

    def watch(self, num_connections: int) -> None:
        """Handle the current number of connections."""
        self._peak = max(self._peak, num_connections)
        if self._peak - num_connections >= CROWD and num_connections <= self._peak // 2:
            self._peak = num_connections
            self._release()


def release_memory() -> None:
    """Collect garbage, and return free memory to the system where the C library can."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def log_failed_task(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log in one line that a background task failed: an exception handler for an event loop.

    Libraries have tasks of their own, which fail together with the database. asyncio would log the
    whole text of the exception.
    """
    error = context.get("exception")
    LOG.warning("a background task failed: %s", type(error).__name__ if error else "no exception")


async def housekeep(metrics: Metrics) -> None:
    """Work until cancelled."""
    loop = asyncio.get_running_loop()
    releaser = MemoryReleaser(release_memory)
    while True:
        due = loop.time() + SECONDS
        await asyncio.sleep(SECONDS)
        metrics.event_loop_lag.observe(max(0.0, loop.time() - due))
        releaser.watch(metrics.num_connections)


async def keep_time(clock: SteadyClock, database_time: Callable[[], float]) -> None:
    """Synchronize a clock with the database, and so with the other nodes."""
    while True:
        await asyncio.sleep(CLOCK_SECONDS)
        began = monotonic()
        try:
            now = await asyncio.to_thread(database_time)
        except Exception:
            LOG.warning("cannot read the database clock")
            continue
        if monotonic() - began < MAX_DELAY:
            clock.correct(now)


async def tidy(store: SqlGameStore, registry: GameRegistry, settings: Settings) -> None:
    """Archive finished games; delete idle ones, and sessions that expired; until cancelled."""
    while True:
        await asyncio.sleep(settings.tidy_seconds)
        now = registry.sources.now()
        try:
            await store.archive_finished(now - settings.archive_minutes * 60)
            await store.transact(partial(delete_expired, now=now))
            if settings.expire_days is not None:
                idle_since = now - settings.expire_days * ONE_DAY
                while deleted := await store.delete_idle(idle_since):
                    registry.close_rooms(deleted)
        except Exception:
            LOG.exception("cannot archive or delete old games")
