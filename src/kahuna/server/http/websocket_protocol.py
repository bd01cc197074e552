"""uvicorn's WebSocket protocol, with a direct path for messages.

Handshakes go through ASGI and all middleware. Messages do not: ASGI would need a task and a queue
for each connection to send anything without waiting, and several coroutines for each message.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from typing import Any

    from starlette.types import Message, Receive, Scope, Send
    from uvicorn.config import Config
    from uvicorn.server import ServerState
    from websockets.http11 import Request

EXTENSION: Final = "kahuna.direct"
"""The ASGI extension that gives an application access to the protocol."""
MAX_UNSENT: Final = 256 * 1024
"""Bytes that may wait for a slow reader before it is disconnected; more than any message has."""
MAX_UNREAD: Final = 8
"""Messages that may wait to be handled before no more are read."""
CLOSE_SECONDS: Final = 10.0
"""How long a slow reader has to take what was sent."""

_FINISH: Final[Message] = {"type": "kahuna.finish"}


class _Inbox:
    """The part of ``asyncio.Queue`` that uvicorn uses, for one reader and in less memory."""

    __slots__ = ("_arrival", "_messages")

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._arrival: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        """Return whether there are no messages."""
        return not self._messages

    def put_nowait(self, message: Message) -> None:
        """Add a message and wake the reader."""
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def get(self) -> Message:
        """Wait for the next message."""
        while not self._messages:
            self._arrival = asyncio.get_running_loop().create_future()
            await self._arrival
            self._arrival = None
        return self._messages.pop(0)


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    is_slow = False
    """Whether the client does not read what it is sent."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self.queue = _Inbox()  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit what may wait to be sent."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=MAX_UNSENT)

    def handle_connect(self, event: Request) -> None:
        """Let the application find this object."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"protocol": self}

    def forget_request(self) -> None:
        """Release what only the handshake needs: a connection may last for hours."""
        del self.request, self.response
        self.scope["headers"] = []

    def send_receive_event_to_app(self) -> None:
        """Hand over a message; stop reading when many wait, not after each one as uvicorn does."""
        goes_on = not self.read_paused and len(self.queue) < MAX_UNREAD  # type: ignore[arg-type]
        if goes_on:
            self.read_paused = True  # Then uvicorn does not pause.
        super().send_receive_event_to_app()
        if goes_on:
            self.read_paused = False

    def pause_writing(self) -> None:
        """Give up a client that does not read."""
        super().pause_writing()
        self.is_slow = True
        self.finish()

    @property
    def is_open(self) -> bool:
        """Whether a message can still be sent."""
        return not (self.disconnected or self.close_sent or self.transport.is_closing())

    def send_now(self, data: bytes) -> None:
        """Send a text message, or drop it if the connection is being closed."""
        if self.is_open:
            self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def finish(self) -> None:
        """Wake the reader, so that it closes the connection."""
        self.queue.put_nowait(_FINISH)  # type: ignore[arg-type]

    def close_now(self, code: int) -> None:
        """Close the connection of a client that does not read, at the latest after a while."""
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


class GameSocket:
    """A WebSocket as an application uses it."""

    __slots__ = ("_protocol", "_receive", "_send", "scope")

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self._receive = receive
        self._send = send
        self._protocol: DirectWebSocketProtocol = scope["extensions"][EXTENSION]["protocol"]

    @property
    def is_slow(self) -> bool:
        """Whether the client does not read what it is sent."""
        return self._protocol.is_slow

    @property
    def has_unread(self) -> bool:
        """Whether messages have arrived that were not handled."""
        return not self._protocol.queue.empty()

    async def accept(self) -> None:
        """Complete the handshake."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        self._protocol.forget_request()

    async def receive(self) -> str | None:
        """Return the next message, empty if it is not a text.

        Return ``None`` when the client is gone or the connection is finished.
        """
        event = await self._protocol.receive()
        if event["type"] != "websocket.receive":
            return None
        return event.get("text") or ""

    def send(self, data: bytes) -> None:
        """Send a text message without waiting."""
        self._protocol.send_now(data)

    def finish(self) -> None:
        """Let :meth:`receive` return ``None`` after what has arrived already."""
        self._protocol.finish()

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection, unless the client has done so."""
        if self._protocol.is_slow and self._protocol.is_open:
            self._protocol.close_now(code)
        elif self._protocol.is_open or not self._protocol.handshake_complete:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
