"""Shut down gracefully: tell clients to reconnect, and finish requests in progress."""

from __future__ import annotations

import os
import threading
from collections.abc import Awaitable, Callable
from socket import socket
from types import FrameType
from typing import Final

import uvicorn

EXIT_SECONDS: Final = 20.0
"""After a signal, the process ends within this time."""


class DrainingServer(uvicorn.Server):
    """Drains on the first signal. A second one ends the process at once."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._drain = drain

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal to stop."""
        if self.should_exit:
            os._exit(128 + sig)
        # An unresponsive database must not keep the process alive.
        watchdog = threading.Timer(EXIT_SECONDS, os._exit, (128 + sig,))
        watchdog.daemon = True
        watchdog.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Drain, then stop; new connections are told to go elsewhere meanwhile."""
        await self._drain()
        await super().shutdown(sockets)
