"""The WebSocket of a game: read messages one at a time and refuse what is not one."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import ExitStack, suppress
from time import perf_counter
from urllib.parse import urlsplit

from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kahuna.server.games.registry import GameRegistry, UnknownGameError
from kahuna.server.games.room import Room
from kahuna.server.games.session import Session
from kahuna.server.games.store import StorageError
from kahuna.server.games.tokens import GAME_ID, token_hash
from kahuna.server.http.addresses import address_group
from kahuna.server.http.admission import Admission, CrowdedError
from kahuna.server.http.rate_limit import TokenBucket
from kahuna.server.settings import Settings
from kahuna.server.tracing import current_request, serving, span
from kahuna.server.wire.errors import RefusedError
from kahuna.server.wire.messages import CLIENT_MESSAGE, ClientMessage, Hello
from kahuna.server.wire.vocabulary import Refusal

LOG = logging.getLogger(__name__)

NORMAL = 1000
POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011
RESTART = 1012
"""The server ends: connect again, to another one if there are several."""
TRY_LATER = 1013
UNKNOWN_GAME = 4404
DRAIN_SECONDS = 5.0
"""How long requests in progress may take when the server ends."""
MAX_SPREAD = 2.0
"""Close many connections over this many seconds, so that not all clients return at once …"""
CLOSED_PER_SECOND = 1000
"""… but a few of them at once."""
SLOW_SECONDS = 1.0
"""Messages that take longer are logged."""
MAX_STRIKES = 200
"""Messages beyond the rate limit after which a connection is closed."""

_PATH = re.compile(r"/api/games/(?P<game>.+)/socket", re.DOTALL)
_GAME_ID = re.compile(GAME_ID)


class WebSocketMiddleware:
    """Serves the WebSockets of games, and passes everything else on.

    A connection lasts for hours, and all that FastAPI puts around a request would stay in memory
    with it and take part in sending every message.
    """

    def __init__(self, app: ASGIApp, endpoint: WebSocketEndpoint) -> None:
        self._app = app
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] != "websocket" or not (path := _PATH.fullmatch(scope["path"])):
            await self._app(scope, receive, send)
            return
        socket, game_id = WebSocket(scope, receive, send), path["game"]
        if _GAME_ID.fullmatch(game_id):
            await self._endpoint(socket, game_id)
        else:
            # Accept first: a client learns no reason otherwise.
            await socket.accept()
            await _close_unknown(socket)


class WebSocketEndpoint:
    """Accepts connections and limits their number."""

    def __init__(self, settings: Settings, registry: GameRegistry) -> None:
        self._settings = settings
        self._registry = registry
        self._admission = Admission(settings, registry.metrics)
        self._conversations: set[_Conversation] = set()
        self.is_draining = False

    async def drain(self) -> None:
        """Tell every client to connect again; first finish the request that is in progress."""
        self.is_draining = True
        conversations = list(self._conversations)
        per_second = max(CLOSED_PER_SECOND, len(conversations) / MAX_SPREAD)
        for number, conversation in enumerate(conversations):
            if number % 50 == 49:
                await asyncio.sleep(50 / per_second)
            conversation.drain()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self._conversations:
                    await asyncio.sleep(0.02)

    async def __call__(self, socket: WebSocket, game_id: str) -> None:
        """Serve one connection from beginning to end."""
        if not is_same_origin(socket):
            await socket.close(POLICY_VIOLATION)
            return
        # Accept first: a client learns no close code otherwise.
        await socket.accept()
        if self.is_draining:
            await socket.close(RESTART)
            return
        address = address_group(socket.client.host if socket.client else "")
        try:
            with self._admission.connection(address):
                await self._serve(socket, game_id, address)
        except CrowdedError as error:
            await socket.close(TRY_LATER, f"too many connections ({error.crowd})")
        except (WebSocketDisconnect, RuntimeError):
            # The client went away while something was being sent.
            pass

    async def _serve(self, socket: WebSocket, game_id: str, address: str) -> None:
        metrics = self._registry.metrics
        metrics.num_connections += 1
        try:
            async with self._registry.room(game_id) as room:
                conversation = _Conversation(
                    socket, self._settings, self._registry, self._admission, room, address
                )
                with ExitStack() as admitted:
                    session = await conversation.greet(admitted)
                    if session is not None:
                        self._conversations.add(conversation)
                        try:
                            await _run(socket, conversation, session)
                        finally:
                            self._conversations.discard(conversation)
        except UnknownGameError:
            await _close_unknown(socket)
        except StorageError:
            await socket.close(TRY_LATER, "the database does not answer")
        finally:
            metrics.num_connections -= 1


async def _close_unknown(socket: WebSocket) -> None:
    await socket.send_json(RefusedError(Refusal.UNKNOWN_GAME).message())
    await socket.close(UNKNOWN_GAME)


async def _run(socket: WebSocket, conversation: _Conversation, session: Session) -> None:
    """Listen and send at the same time, until either ends."""
    connection = session.connection
    delivery = asyncio.create_task(connection.deliver())
    listening = asyncio.create_task(conversation.listen(session))
    try:
        await asyncio.wait((delivery, listening), return_when=asyncio.FIRST_COMPLETED)
        if conversation.is_banned or conversation.is_draining:
            # The last messages answer the last request, or explain why the connection is closed.
            connection.finish()
            await asyncio.wait((delivery,), timeout=1)
    finally:
        session.close()
        for task in (delivery, listening):
            task.cancel()
        outcomes = await asyncio.gather(delivery, listening, return_exceptions=True)
    code = RESTART if conversation.is_draining else NORMAL
    if conversation.is_banned or connection.is_slow:
        code = POLICY_VIOLATION
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(
            outcome, WebSocketDisconnect | RuntimeError
        ):
            LOG.error("a connection failed", exc_info=outcome)
            code = INTERNAL_ERROR
    if socket.client_state is WebSocketState.CONNECTED:
        await socket.close(code)


class _Conversation:
    """The messages of one connection."""

    def __init__(
        self,
        socket: WebSocket,
        settings: Settings,
        registry: GameRegistry,
        admission: Admission,
        room: Room,
        address: str,
    ) -> None:
        self._socket = socket
        self._settings = settings
        self._registry = registry
        self._admission = admission
        self._room = room
        self._address = address
        self._bucket = TokenBucket(settings.messages_per_second, settings.message_burst)
        self._strikes = 0
        self._id = current_request() or ""
        self._num_requests = 0
        self._session: Session | None = None
        self._is_busy = False
        self.is_banned = False
        self.is_draining = False

    def drain(self) -> None:
        """End after the request that is in progress."""
        self.is_draining = True
        if not self._is_busy and self._session is not None:
            self._session.connection.finish()

    async def greet(self, admitted: ExitStack) -> Session | None:
        """Wait for a valid hello and open a session; close the connection if none comes.

        Whoever is let in is counted until ``admitted`` is closed.
        """
        try:
            async with asyncio.timeout(self._settings.hello_seconds):
                while not self.is_banned:
                    request = await self._next(None)
                    if request is None:
                        continue
                    try:
                        return await self._open(request, admitted)
                    except RefusedError as error:
                        await self._refuse(error, request)
        except TimeoutError:
            pass
        await self._socket.close(POLICY_VIOLATION)
        return None

    async def listen(self, session: Session) -> None:
        """Carry out one request after the other."""
        self._session = session
        while not self.is_banned and not self.is_draining:
            request = await self._next(session)
            if request is None:
                await asyncio.sleep(0)
            else:
                self._is_busy = True
                try:
                    await self._carry_out(request, session)
                finally:
                    self._is_busy = False

    async def _carry_out(self, request: ClientMessage, session: Session) -> None:
        if session.connection.has_waiting:
            # A client with many requests must not keep others, or its answers, waiting.
            await asyncio.sleep(0)
        began = perf_counter()
        self._num_requests += 1
        with serving(f"{self._id}.{self._num_requests}"), span(request.type):
            try:
                await session.handle(request)
            except RefusedError as error:
                await self._refuse(error, request, session)
            seconds = perf_counter() - began
            if seconds > SLOW_SECONDS:
                LOG.warning("a message took %.1f s", seconds)
        self._registry.metrics.message_seconds[request.type].observe(seconds)

    async def _open(self, request: ClientMessage, admitted: ExitStack) -> Session:
        if not isinstance(request, Hello):
            raise RefusedError(Refusal.HELLO_FIRST)
        token = request.token
        if token is None:
            admitted.enter_context(self._admission.spectator())
        elif await self._registry.seats_of(self._room, token):
            admitted.enter_context(self._admission.seat_holder(token_hash(token)))
        return await Session.open(
            self._registry, self._room, token, self._socket, origin=self._address
        )

    async def _next(self, session: Session | None) -> ClientMessage | None:
        """Return the next message; refuse one that is malformed or comes too fast."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        if not self._bucket.take():
            self._strikes += 1
            self.is_banned = self._strikes > MAX_STRIKES
            await self._refuse(RefusedError(Refusal.TOO_FAST), None, session)
            return None
        try:
            request = CLIENT_MESSAGE.validate_json(event.get("text") or b"")
        except (ValidationError, ValueError):
            await self._refuse(RefusedError(Refusal.BAD_MESSAGE), None, session)
            return None
        self._registry.metrics.messages[request.type].inc()
        return request

    async def _refuse(
        self, error: RefusedError, request: ClientMessage | None, session: Session | None = None
    ) -> None:
        self._registry.metrics.refusals.labels(error.code).inc()
        about = None if request is None else request.type
        message = error.message(about, getattr(request, "key", None))
        if session is None:
            await self._socket.send_json(message)
        else:
            session.connection.send(message)


def is_same_origin(socket: WebSocket) -> bool:
    """Return whether the request comes from our own page, or from a program without an origin."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == socket.headers.get("host", "").lower()
