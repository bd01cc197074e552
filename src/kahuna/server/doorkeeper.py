"""The WebSocket of a live game: reading messages one at a time, refusing what is not one."""

from __future__ import annotations

import asyncio
import logging
from urllib.parse import urlsplit

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kahuna.server.desk import Desk
from kahuna.server.house import House, UnknownGameError
from kahuna.server.play import Play, Request
from kahuna.server.protocol import CLIENT_MESSAGE, Hello
from kahuna.server.refusals import RefusedError
from kahuna.server.table import Table
from kahuna.server.throttle import Bucket
from kahuna.server.tokens import seats_held
from kahuna.server.visitor import Message, Visitor
from kahuna.server.words import Refusal

LOG = logging.getLogger(__name__)

NORMAL = 1000
POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011
UNKNOWN_GAME = 4404
TRY_LATER = 1013
MAX_STRIKES = 200
"""So many messages may be refused for their number before the connection is closed."""


class Doorkeeper:
    """Lets visitors in."""

    def __init__(self, house: House, desk: Desk) -> None:
        self._house = house
        self._desk = desk
        self._num_open = 0

    async def __call__(self, socket: WebSocket, game: str) -> None:
        """One connection, from its beginning to its end."""
        if not is_same_origin(socket):
            await socket.close(POLICY_VIOLATION)
            return
        if self._num_open >= self._house.settings.max_connections:
            await socket.close(TRY_LATER)
            return
        self._num_open += 1
        self._house.gauges.connections.inc()
        try:
            await self._welcome(socket, game)
        except (WebSocketDisconnect, RuntimeError):
            # The visitor went away while something was being sent.
            pass
        finally:
            self._num_open -= 1
            self._house.gauges.connections.dec()

    async def _welcome(self, socket: WebSocket, game: str) -> None:
        await socket.accept()
        try:
            async with self._house.table(game) as table:
                talk = _Talk(socket, self._house, self._desk, table)
                visitor = await talk.greet()
                if visitor is not None:
                    await _accompany(socket, talk, visitor)
        except UnknownGameError:
            await _send_away(socket)


async def turn_away(socket: WebSocket, _error: Exception) -> None:
    """Answer an address that cannot be a game's: who is not let in hears no reason and retries."""
    await socket.accept()
    await _send_away(socket)


async def _send_away(socket: WebSocket) -> None:
    await socket.send_json(RefusedError(Refusal.UNKNOWN_GAME).message())
    await socket.close(UNKNOWN_GAME)


async def _accompany(socket: WebSocket, talk: _Talk, visitor: Visitor) -> None:
    """Listen and send at the same time, until either ends."""
    delivery = asyncio.create_task(visitor.deliver())
    listening = asyncio.create_task(talk.listen(visitor))
    try:
        await asyncio.wait((delivery, listening), return_when=asyncio.FIRST_COMPLETED)
        if talk.is_banned:
            # What was said last explains why the connection is closed.
            visitor.post_text(None)
            await asyncio.wait((delivery,), timeout=1)
    finally:
        talk.end()
        for task in (delivery, listening):
            task.cancel()
        outcomes = await asyncio.gather(delivery, listening, return_exceptions=True)
    code = POLICY_VIOLATION if talk.is_banned or visitor.is_slow else NORMAL
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(
            outcome, WebSocketDisconnect | RuntimeError
        ):
            LOG.error("a connection failed", exc_info=outcome)
            code = INTERNAL_ERROR
    if socket.client_state is WebSocketState.CONNECTED:
        await socket.close(code)


class _Talk:
    """What is said over one connection."""

    def __init__(self, socket: WebSocket, house: House, desk: Desk, table: Table) -> None:
        settings = house.settings
        self._socket = socket
        self._house = house
        self._desk = desk
        self._table = table
        self._bucket = Bucket(settings.messages_per_second, settings.message_burst)
        self._strikes = 0
        self._play: Play | None = None
        self.is_banned = False

    async def greet(self) -> Visitor | None:
        """Wait for a hello that can be answered, and let the visitor sit down."""
        try:
            async with asyncio.timeout(self._house.settings.hello_seconds):
                while not self.is_banned:
                    request = await self._next(None)
                    if request is None:
                        continue
                    if not isinstance(request, Hello):
                        await self._refuse(RefusedError(Refusal.HELLO_FIRST), request.type)
                        continue
                    if (visitor := await self._admit(request)) is not None:
                        return visitor
        except TimeoutError:
            pass
        await self._socket.close(POLICY_VIOLATION)
        return None

    async def _admit(self, hello: Hello) -> Visitor | None:
        held = () if hello.token is None else seats_held(hello.token, self._table.live.holders)
        if hello.token is not None and not held:
            await self._refuse(RefusedError(Refusal.UNKNOWN_TOKEN), hello.type)
            return None
        visitor = Visitor(held, self._socket.send_text)
        self._play = Play(self._house, self._desk, self._table, visitor)
        try:
            await self._play.enter()
        except RefusedError as error:
            await self._refuse(error, hello.type)
            return None
        return visitor

    async def listen(self, visitor: Visitor) -> None:
        """Answer one message after the other."""
        assert self._play is not None
        while not self.is_banned:
            request = await self._next(visitor)
            if visitor.has_mail:
                # Somebody who says much at once must not keep others, or the answers, waiting.
                await asyncio.sleep(0)
            if request is None:
                continue
            try:
                await self._play.handle(request)
            except RefusedError as error:
                self._house.gauges.refusals.labels(error.code).inc()
                visitor.post(error.message(request.type, getattr(request, "key", None)))

    def end(self) -> None:
        """The visitor goes."""
        if self._play is not None:
            self._play.leave()

    async def _next(self, visitor: Visitor | None) -> Request | None:
        """The next message, if it is one and may be said now."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        if not self._bucket.take():
            self._strikes += 1
            self.is_banned = self._strikes > MAX_STRIKES
            await self._refuse(RefusedError(Refusal.TOO_FAST), None, visitor)
            return None
        try:
            request = CLIENT_MESSAGE.validate_json(event.get("text") or b"")
        except (ValidationError, ValueError):
            await self._refuse(RefusedError(Refusal.BAD_MESSAGE), None, visitor)
            return None
        self._house.gauges.messages.labels(request.type).inc()
        return request

    async def _refuse(
        self, error: RefusedError, about: str | None, visitor: Visitor | None = None
    ) -> None:
        self._house.gauges.refusals.labels(error.code).inc()
        message: Message = error.message(about)
        if visitor is None:
            await self._socket.send_json(message)
        else:
            visitor.post(message)


def is_same_origin(socket: WebSocket) -> bool:
    """Whether a browser sends this from a page of ours; programs send no origin."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == socket.headers.get("host", "").lower()
