"""Close connections on which no request arrives, and those of clients that read nothing.

uvicorn waits forever for the rest of a header, and answers pings without a limit. The watch looks
at every connection from time to time. It needs only the interfaces of asyncio and ASGI.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any, Final, TypeAlias, cast

from starlette.types import ASGIApp, Receive, Scope, Send

MAX_UNSENT: Final = 4 << 20
"""Bytes that may wait to be sent on a connection. Responses and messages of games are smaller, and
the next one waits until they are sent; pongs do not."""

Client: TypeAlias = tuple[str, int]
"""Address and port of the other end, as in the scope of a request."""


class _Connection:
    __slots__ = ("transport", "waiting_since")

    def __init__(self, transport: asyncio.Transport, waiting_since: float | None) -> None:
        self.transport = transport
        self.waiting_since = waiting_since
        """Since when a request is expected; ``None`` if one is being handled."""


class ConnectionWatch:
    """All connections of a server. Trusted proxies have their own time limits for requests."""

    def __init__(self, header_seconds: float, proxies: Collection[str]) -> None:
        self._seconds = header_seconds
        self._proxies = proxies
        self._open: dict[Client, _Connection] = {}

    def add(self, transport: asyncio.Transport) -> None:
        """Watch a new connection."""
        loop, peer = asyncio.get_running_loop(), transport.get_extra_info("peername")
        if peer is None:  # It is gone already.
            transport.abort()
            return
        host, port = peer[:2]
        connection = _Connection(transport, None if host in self._proxies else loop.time())
        self._open[host, port] = connection
        loop.call_later(self._seconds, self._check, (host, port), connection)

    def find(self, client: Client | None) -> _Connection | None:
        """Return the connection of a client, unless there is a proxy between."""
        if client is None or client[0] in self._proxies:
            return None
        return self._open.get((client[0], client[1]))

    def _check(self, client: Client, connection: _Connection) -> None:
        loop, transport = asyncio.get_running_loop(), connection.transport
        since, unsent = connection.waiting_since, transport.get_write_buffer_size()
        if unsent > MAX_UNSENT:
            transport.abort()
        elif since is not None and loop.time() >= since + self._seconds and not unsent:
            transport.close()
        if not transport.is_closing():
            loop.call_later(self._seconds, self._check, client, connection)
        elif self._open.get(client) is connection:
            del self._open[client]


class ConnectionWatchMiddleware:
    """Tells the watch which connections do not wait for a request."""

    def __init__(self, app: ASGIApp, watch: ConnectionWatch) -> None:
        self._app = app
        self._watch = watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        connection = self._watch.find(scope.get("client"))
        if connection is not None:
            connection.waiting_since = None
        try:
            await self._app(scope, receive, send)
        finally:
            if connection is not None:
                connection.waiting_since = asyncio.get_running_loop().time()


def watched(
    http: Callable[..., asyncio.Protocol], watch: ConnectionWatch
) -> type[asyncio.Protocol]:
    """Return a protocol that registers a connection and hands it to another protocol."""

    class WatchedProtocol(asyncio.Protocol):
        def __init__(self, **arguments: Any) -> None:  # noqa: ANN401
            self._http = http(**arguments)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            connection = cast("asyncio.Transport", transport)
            connection.set_protocol(self._http)
            self._http.connection_made(connection)
            watch.add(connection)

    return WatchedProtocol
