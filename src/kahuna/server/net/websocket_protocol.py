"""uvicorn's WebSocket protocol, with a direct path for messages.

Handshakes go through ASGI and all middleware. Messages do not: ASGI would need a task and a queue
for each connection to send anything without waiting, and several coroutines for each message.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from kahuna.server.net.rate_limit import TokenBucket

if TYPE_CHECKING:
    from typing import Any

    from starlette.types import Message, Receive, Scope, Send
    from uvicorn.config import Config
    from uvicorn.server import ServerState
    from websockets.frames import Frame
    from websockets.http11 import Request

EXTENSION: Final = "kahuna.direct"
"""The ASGI extension that gives an application access to the protocol."""
MAX_UNSENT: Final = 256 * 1024
"""Bytes that may be queued for a slow reader before it is disconnected; exceeds any message."""
MAX_UNREAD: Final = 8
"""Messages that may be queued before reading pauses."""
MAX_FRAGMENTS: Final = 64
"""Limit on frames per message; the size limit does not count empty ones."""
CONTROL_PER_SECOND: Final = 5.0
CONTROL_BURST: Final = 50
"""Pings and pongs that a client may send; browsers only answer one of ours now and then."""
CLOSE_SECONDS: Final = 10.0
"""How long a client has to read pending data after the connection was closed."""

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
    _control: TokenBucket | None = None
    """The pings and pongs that the client may still send."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self.queue = _Inbox()  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit the data waiting to be sent."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=MAX_UNSENT)

    def handle_connect(self, event: Request) -> None:
        """Give the application access to this object."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"protocol": self}

    def forget_request(self) -> None:
        """Release what only the handshake needs: a connection may last for hours."""
        del self.request, self.response
        self.scope["headers"] = []

    def send_receive_event_to_app(self) -> None:
        """Hand over a message; pause reading when many wait, not after each one as uvicorn does."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        message: Message = {"type": "websocket.receive"}
        if self.curr_msg_data_type == "text":
            try:
                message["text"] = data.decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA, "invalid UTF-8")
                return
        else:
            message["bytes"] = data
        if len(self.queue) >= MAX_UNREAD and not self.read_paused:  # type: ignore[arg-type]
            self.read_paused = True
            self.transport.pause_reading()
        self.queue.put_nowait(message)  # type: ignore[arg-type]

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to a message, unless there are too many."""
        if self.close_sent:
            return
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self._fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._takes_control_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note that the client responds."""
        if self._takes_control_frame():
            super().handle_pong(event)

    def handle_close(self, event: Frame) -> None:
        """Close the connection as the client wishes."""
        super().handle_close(event)
        self._abort_later()

    def handle_parser_exception(self) -> None:
        """Close the connection of a client that violates the protocol."""
        super().handle_parser_exception()
        self._abort_later()

    def keepalive_timeout(self) -> None:
        """Close the connection of a client that does not answer a ping."""
        super().keepalive_timeout()
        self._abort_later()

    def eof_received(self) -> None:
        """Let the transport close after pending data is sent."""
        self._abort_later()

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
        """Send a text message, or drop it if the connection is being closed or too slow."""
        if self.is_open and not self.is_slow:
            self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def finish(self) -> None:
        """Wake the reader, so that it closes the connection."""
        self.queue.put_nowait(_FINISH)  # type: ignore[arg-type]

    def close_now(self, code: int, reason: str) -> None:
        """Close the connection without waiting for a client that does not read."""
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self._abort_later()

    def _takes_control_frame(self) -> bool:
        """Return whether a ping or pong is within the limit; close the connection if not."""
        if self.close_sent:
            return False
        if self._control is None:
            self._control = TokenBucket(CONTROL_PER_SECOND, CONTROL_BURST)
        if self._control.take():
            return True
        self._fail(CloseCode.POLICY_VIOLATION, "too many control frames")
        return False

    def _fail(self, code: CloseCode, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def _abort_later(self) -> None:
        """Drop a connection that is being closed if it does not end by itself.

        With data left to send, a transport would wait forever for a client that does not read.
        """
        if self.close_timer is None and not self.disconnected:
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
        """Whether messages are waiting to be handled."""
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
        """Let :meth:`receive` return ``None`` after the messages that have already arrived."""
        self._protocol.finish()

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection, unless the client has done so."""
        if not self._protocol.handshake_complete:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        elif self._protocol.is_open:
            self._protocol.close_now(code, reason)
