"""Regular work beside the games: measure the event loop, and release memory after a crowd left."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Final

from kahuna.server.metrics import Metrics

SECONDS: Final = 0.5
"""Seconds between two measurements."""
CROWD: Final = 100
"""As many connections must have left until memory is given back."""


class MemoryReleaser:
    """Gives memory back to the system when the number of connections has halved."""

    def __init__(self, release: Callable[[], None]) -> None:
        self._release = release
        self._peak = 0

    def watch(self, num_connections: int) -> None:
        """Take notice of the present number of connections."""
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


async def housekeep(metrics: Metrics) -> None:
    """Work until cancelled."""
    loop = asyncio.get_running_loop()
    releaser = MemoryReleaser(release_memory)
    while True:
        due = loop.time() + SECONDS
        await asyncio.sleep(SECONDS)
        metrics.event_loop_lag.observe(max(0.0, loop.time() - due))
        releaser.watch(metrics.num_connections)
