"""One connection to Redis for commands and for published messages.

With version 3 of the protocol both share a connection. The general client spends a tenth of a
millisecond on each message, mostly on timeouts and retries that a stream of hints does not need.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias, cast

import hiredis
from redis.asyncio import Redis

LOG = logging.getLogger(__name__)

MAX_BUFFER: Final = 1 << 20
"""Bytes that may wait to be sent; beyond that, the connection is dropped."""

Receive: TypeAlias = Callable[[Any], None]
"""Takes a reply; a list is an unsolicited message, such as a published one."""


class RedisLine(asyncio.Protocol):
    """An open connection. Commands of one event loop iteration are sent together."""

    def __init__(self, transport: asyncio.Transport, receive: Receive) -> None:
        self._transport = transport
        self._receive = receive
        self._reader = hiredis.Reader()
        self._outbox: list[bytes] = []
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def command(self, *words: str | bytes) -> None:
        """Send a command; do not wait for the reply."""
        self._outbox.append(hiredis.pack_command(words))  # type: ignore[arg-type]
        if len(self._outbox) == 1:
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send all commands now."""
        if self._transport.get_write_buffer_size() > MAX_BUFFER:
            self._transport.abort()
        if self._outbox and not self._transport.is_closing():
            self._transport.write(b"".join(self._outbox))
        self._outbox.clear()

    def abort(self) -> None:
        """Close the connection at once and drop unsent commands."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass on every complete reply."""
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not False:
                if isinstance(reply, hiredis.ReplyError):
                    # A subscription may have failed, so nothing can be relied on. The rest of the
                    # text may name a game.
                    LOG.error("Redis rejected a command: %s", str(reply).partition(" ")[0])
                    self._transport.abort()
                    return
                self._receive(reply)
        except Exception:
            LOG.exception("the hub failed")
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the connection is closed."""
        if not self.closed.done():
            self.closed.set_result(None)


@asynccontextmanager
async def open_line(redis: Redis, receive: Receive, seconds: float) -> AsyncIterator[RedisLine]:
    """Connect to Redis within some seconds, with all options that its URL has."""
    connection = redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
    try:
        async with asyncio.timeout(seconds):
            await connection.connect()
        # The client has logged in; from now on the connection is ours.
        transport = cast("asyncio.Transport", connection._writer.transport)
        line = RedisLine(transport, receive)
        transport.set_protocol(line)
        yield line
        line.flush()
    finally:
        await connection.disconnect(nowait=True)
