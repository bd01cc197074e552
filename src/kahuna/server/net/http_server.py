"""uvicorn, with the limits of a public server: idle clients, unread answers, a graceful end."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Collection
from socket import socket
from types import FrameType
from typing import Any, Final, TypeAlias, cast

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from kahuna.hosting.play.messages import MAX_MESSAGE
from kahuna.server.settings import Settings

MAX_HEADER_BYTES: Final = 16 * 1024
"""Limit on the part of a header that has arrived when the rest is still missing."""
IDLE_SECONDS: Final = 5
"""How long a connection may be idle between requests."""
PROXY_IDLE_SECONDS: Final = 75
"""The same behind a proxy.

This is longer than nginx (60 s) and HAProxy keep such connections. Otherwise a proxy may send a
request just when the server closes the connection, and the client gets an error.
"""
EXIT_SECONDS: Final = 20.0
"""After a signal, the process ends within this time."""
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


def server_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration for the application."""
    watch = ConnectionWatch(settings.header_seconds, settings.proxies)
    config = uvicorn.Config(
        ConnectionWatchMiddleware(app, watch),
        http="h11",
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        lifespan="on",
        limit_concurrency=2 * settings.max_connections,
        timeout_keep_alive=PROXY_IDLE_SECONDS if settings.proxies else IDLE_SECONDS,
        timeout_graceful_shutdown=3,
    )
    config.load()
    config.http_protocol_class = watched(config.http_protocol_class, watch)
    return config
