"""The WebSocket of a game game: reading messages one at a time, refusing what is not one."""

from __future__ import annotations

import asyncio
import logging
from urllib.parse import urlsplit

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kahuna.server.games.connection import Connection
from kahuna.server.games.lobby import Lobby
from kahuna.server.games.registry import GameRegistry, UnknownGameError
from kahuna.server.games.room import Room
from kahuna.server.games.session import Session
from kahuna.server.games.tokens import seats_held
from kahuna.server.http.rate_limit import TokenBucket
from kahuna.server.wire.errors import RefusedError
from kahuna.server.wire.messages import CLIENT_MESSAGE, ClientMessage, Hello, ServerMessage
from kahuna.server.wire.vocabulary import Refusal

LOG = logging.getLogger(__name__)

NORMAL = 1000
POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011
UNKNOWN_GAME = 4404
TRY_LATER = 1013
MAX_STRIKES = 200
"""So many messages may be refused for their number before the connection is closed."""


class WebSocketEndpoint:
    """Lets connections in."""

    def __init__(self, registry: GameRegistry, lobby: Lobby) -> None:
        self._registry = registry
        self._lobby = lobby
        self._num_open = 0

    async def __call__(self, socket: WebSocket, game: str) -> None:
        """One connection, from its beginning to its end."""
        if not is_same_origin(socket):
            await socket.close(POLICY_VIOLATION)
            return
        if self._num_open >= self._registry.settings.max_connections:
            await socket.close(TRY_LATER)
            return
        self._num_open += 1
        self._registry.metrics.connections.inc()
        try:
            await self._welcome(socket, game)
        except (WebSocketDisconnect, RuntimeError):
            # The connection went away while something was being sent.
            pass
        finally:
            self._num_open -= 1
            self._registry.metrics.connections.dec()

    async def _welcome(self, socket: WebSocket, game: str) -> None:
        await socket.accept()
        try:
            async with self._registry.room(game) as room:
                talk = _Conversation(socket, self._registry, self._lobby, room)
                connection = await talk.greet()
                if connection is not None:
                    await _accompany(socket, talk, connection)
        except UnknownGameError:
            await _send_away(socket)


async def turn_away(socket: WebSocket, _error: Exception) -> None:
    """Answer an address that cannot be a game's: who is not let in hears no reason and retries."""
    await socket.accept()
    await _send_away(socket)


async def _send_away(socket: WebSocket) -> None:
    await socket.send_json(RefusedError(Refusal.UNKNOWN_GAME).message())
    await socket.close(UNKNOWN_GAME)


async def _accompany(socket: WebSocket, talk: _Conversation, connection: Connection) -> None:
    """Listen and send at the same time, until either ends."""
    delivery = asyncio.create_task(connection.deliver())
    listening = asyncio.create_task(talk.listen(connection))
    try:
        await asyncio.wait((delivery, listening), return_when=asyncio.FIRST_COMPLETED)
        if talk.is_banned:
            # What was said last explains why the connection is closed.
            connection.post_text(None)
            await asyncio.wait((delivery,), timeout=1)
    finally:
        talk.end()
        for task in (delivery, listening):
            task.cancel()
        outcomes = await asyncio.gather(delivery, listening, return_exceptions=True)
    code = POLICY_VIOLATION if talk.is_banned or connection.is_slow else NORMAL
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(
            outcome, WebSocketDisconnect | RuntimeError
        ):
            LOG.error("a connection failed", exc_info=outcome)
            code = INTERNAL_ERROR
    if socket.client_state is WebSocketState.CONNECTED:
        await socket.close(code)


class _Conversation:
    """What is said over one connection."""

    def __init__(self, socket: WebSocket, registry: GameRegistry, lobby: Lobby, room: Room) -> None:
        settings = registry.settings
        self._socket = socket
        self._registry = registry
        self._lobby = lobby
        self._room = room
        self._bucket = TokenBucket(settings.messages_per_second, settings.message_burst)
        self._strikes = 0
        self._session: Session | None = None
        self.is_banned = False

    async def greet(self) -> Connection | None:
        """Wait for a hello that can be answered, and let the connection sit down."""
        try:
            async with asyncio.timeout(self._registry.settings.hello_seconds):
                while not self.is_banned:
                    request = await self._next(None)
                    if request is None:
                        continue
                    if not isinstance(request, Hello):
                        await self._refuse(RefusedError(Refusal.HELLO_FIRST), request.type)
                        continue
                    if (connection := await self._admit(request)) is not None:
                        return connection
        except TimeoutError:
            pass
        await self._socket.close(POLICY_VIOLATION)
        return None

    async def _admit(self, hello: Hello) -> Connection | None:
        held = () if hello.token is None else seats_held(hello.token, self._room.game.holders)
        if hello.token is not None and not held:
            await self._refuse(RefusedError(Refusal.UNKNOWN_TOKEN), hello.type)
            return None
        connection = Connection(held, self._socket.send_text)
        self._session = Session(self._registry, self._lobby, self._room, connection)
        try:
            await self._session.enter()
        except RefusedError as error:
            await self._refuse(error, hello.type)
            return None
        return connection

    async def listen(self, connection: Connection) -> None:
        """Answer one message after the other."""
        assert self._session is not None
        while not self.is_banned:
            request = await self._next(connection)
            if connection.has_mail:
                # Somebody who says much at once must not keep others, or the answers, waiting.
                await asyncio.sleep(0)
            if request is None:
                continue
            try:
                await self._session.handle(request)
            except RefusedError as error:
                self._registry.metrics.refusals.labels(error.code).inc()
                connection.post(error.message(request.type, getattr(request, "key", None)))

    def end(self) -> None:
        """The connection goes."""
        if self._session is not None:
            self._session.leave()

    async def _next(self, connection: Connection | None) -> ClientMessage | None:
        """The next message, if it is one and may be said now."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        if not self._bucket.take():
            self._strikes += 1
            self.is_banned = self._strikes > MAX_STRIKES
            await self._refuse(RefusedError(Refusal.TOO_FAST), None, connection)
            return None
        try:
            request = CLIENT_MESSAGE.validate_json(event.get("text") or b"")
        except (ValidationError, ValueError):
            await self._refuse(RefusedError(Refusal.BAD_MESSAGE), None, connection)
            return None
        self._registry.metrics.messages.labels(request.type).inc()
        return request

    async def _refuse(
        self, error: RefusedError, about: str | None, connection: Connection | None = None
    ) -> None:
        self._registry.metrics.refusals.labels(error.code).inc()
        message: ServerMessage = error.message(about)
        if connection is None:
            await self._socket.send_json(message)
        else:
            connection.post(message)


def is_same_origin(socket: WebSocket) -> bool:
    """Whether a browser sends this from a page of ours; programs send no origin."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == socket.headers.get("host", "").lower()
