"""A WebSocket to which messages can be sent without waiting."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final

from starlette.types import Receive, Scope, Send

MAX_UNSENT: Final = 256 * 1024
"""Bytes that may be queued for a slow reader before it is disconnected; exceeds any message."""
CLOSE_SECONDS: Final = 10.0
"""How long a client has to read pending messages before the connection is closed."""

_CLOSED: Final = (OSError, RuntimeError)
"""What sending raises when the connection is closed; the second if uvicorn has closed it itself."""


class GameSocket:
    """An ASGI WebSocket with a queue of messages to send."""

    __slots__ = (
        "_is_finished",
        "_is_gone",
        "_num_unsent",
        "_outbox",
        "_receive",
        "_send",
        "_sender",
        "_waiting",
        "is_slow",
        "scope",
    )

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.is_slow = False
        """Whether the client does not read what it is sent."""
        self._receive = receive
        self._send = send
        self._outbox: deque[bytes] = deque()
        self._num_unsent = 0
        self._sender: asyncio.Task[None] | None = None
        self._waiting: asyncio.Timeout | None = None
        self._is_finished = False
        self._is_gone = False

    async def accept(self) -> None:
        """Complete the handshake."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str | None:
        """Return the next message, empty if it is not a text.

        Return ``None`` when the client is gone or the connection is finished.
        """
        if self._is_finished:
            return None
        try:
            async with asyncio.timeout(None) as self._waiting:
                event = await self._receive()
        except TimeoutError:  # It was finished meanwhile.
            return None
        finally:
            self._waiting = None
        if event["type"] != "websocket.receive":
            self._is_gone = True
            return None
        return event.get("text") or ""

    def send(self, data: bytes) -> None:
        """Send a text message without waiting, or drop it if the client is gone or too slow."""
        if self._is_gone or self.is_slow:
            return
        self._outbox.append(data)
        self._num_unsent += len(data)
        if self._num_unsent > MAX_UNSENT:
            self.is_slow = True
            self.finish()
        elif self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    def finish(self) -> None:
        """Let :meth:`receive` return ``None``."""
        if not self._is_finished:
            self._is_finished = True
            if self._waiting is not None:
                self._waiting.reschedule(0)

    async def close(self, code: int, reason: str = "") -> None:
        """Send what is pending and close the connection, unless the client has done so."""
        with suppress(TimeoutError, *_CLOSED):
            async with asyncio.timeout(CLOSE_SECONDS):
                if self._sender is not None:
                    await self._sender
                if not self._is_gone:
                    await self._send({"type": "websocket.close", "code": code, "reason": reason})
        self._is_gone = True

    async def _send_all(self) -> None:
        try:
            while self._outbox:
                data = self._outbox.popleft()
                await self._send({"type": "websocket.send", "text": data.decode()})
                self._num_unsent -= len(data)
        except _CLOSED:
            self._is_gone = True
        finally:
            self._sender = None
