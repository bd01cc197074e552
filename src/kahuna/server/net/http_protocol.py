"""HTTP/1.1 on one connection, with limits that uvicorn lacks.

uvicorn parses with httptools, which buffers a header of any size and waits for it forever. This
subclass limits the size and number of headers, the bytes of a request, the time for the header and
for the body, and how many connections an address may have that are not WebSockets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from http import HTTPStatus
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kahuna.server.net.addresses import address_group
from kahuna.server.net.admission import ConnectionLimit
from kahuna.server.net.middleware import MAX_BODY
from kahuna.server.settings import Settings

MAX_HEADER_BYTES: Final = 16 * 1024
"""Limit on the request line and all headers together."""
MAX_HEADERS: Final = 64
MAX_REQUEST_BYTES: Final = MAX_HEADER_BYTES + 2 * MAX_BODY
"""Limit on a whole request; a chunked body has more bytes than its content."""
PROXY_IDLE_SECONDS: Final = 75
"""How long the connection of a proxy may be idle.

This is longer than nginx (60 s) and HAProxy keep such connections. Otherwise a proxy may send a
request just when the server closes the connection, and the client gets an error.
"""


class _TooLargeError(Exception):
    """The header is too large; raised in a callback, it stops the parser."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """One connection; :func:`limited_http_protocol` makes a subclass with limits."""

    header_seconds: float
    body_seconds: float
    limit: ConnectionLimit
    proxies: Collection[str]

    _timer: asyncio.TimerHandle | None = None
    _idle_seconds = 0.0
    """How long the client may wait before its next request."""
    _counted_as: str | None = None
    _num_bytes = 0
    """Bytes since the last complete request."""
    _num_headers = 0
    _header_bytes = 0
    _has_header = False
    _is_too_large = False
    _is_websocket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer, or drop a connection beyond the limit."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._idle_seconds = self.header_seconds
        if host in self.proxies:
            self._idle_seconds = self.timeout_keep_alive = PROXY_IDLE_SECONDS
        else:
            group = address_group(host)
            if self.limit.enter(group) is not None:
                transport.abort()
                return
            self._counted_as = group
        self._start_timer(self.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer and stop counting the connection."""
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived; reject a request that is too large."""
        self._num_bytes += len(data)
        super().data_received(data)
        if self._is_websocket or self.transport.is_closing():
            return
        if not self._has_header and self._num_bytes > MAX_HEADER_BYTES:
            self._reject(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._num_bytes > MAX_REQUEST_BYTES:
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """Hand over the connection; from now on the WebSocket limits apply."""
        self._is_websocket = True
        self._release()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Respond to a request that the parser rejected."""
        if self._is_too_large:
            self._reject(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            super().send_400_response(msg)

    # Callbacks of the parser.

    def on_message_begin(self) -> None:
        """Start counting."""
        self._num_headers = self._header_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count a part of the request line."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header, or a trailer after the body."""
        self._num_headers += 1
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._has_header = True
        self._start_timer(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timer while the request is handled."""
        self._has_header = False
        self._num_bytes = 0
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has already arrived."""
        has_next = bool(self.pipeline)
        super().on_response_complete()
        if not has_next and self._timer is None and not self.transport.is_closing():
            self._start_timer(self._idle_seconds)

    # Internals.

    def _count(self, num_bytes: int) -> None:
        self._header_bytes += num_bytes
        if self._header_bytes > MAX_HEADER_BYTES or self._num_headers > MAX_HEADERS:
            self._is_too_large = True
            raise _TooLargeError

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        has_begun = self._num_bytes > 0
        is_answered = self._has_header and self.cycle.response_started
        if has_begun and not is_answered:
            self._reject(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def _reject(self, status: HTTPStatus) -> None:
        line = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        self.transport.write(f"{line}connection: close\r\ncontent-length: 0\r\n\r\n".encode())
        self.transport.close()

    def _release(self) -> None:
        self._stop_timer()
        if self._counted_as is not None:
            self.limit.leave(self._counted_as)
            self._counted_as = None


def limited_http_protocol(settings: Settings) -> type[LimitedHttpProtocol]:
    """Return the protocol class for a server; all its connections share one limit."""

    class Protocol(LimitedHttpProtocol):
        header_seconds = settings.header_seconds
        body_seconds = settings.body_seconds
        limit = ConnectionLimit(settings.max_connections, settings.max_http_connections_per_address)
        proxies = frozenset(settings.proxies)

    return Protocol
