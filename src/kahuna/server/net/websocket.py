"""The WebSocket of a game: read messages one at a time and refuse malformed ones."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import ExitStack, suppress
from time import perf_counter
from urllib.parse import urlsplit

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from kahuna.hosting.errors import Refusal, RefusedError, UnknownGameError
from kahuna.hosting.play.messages import ClientMessage, Hello
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.session import Session
from kahuna.hosting.play.tokens import GAME_ID, token_hash
from kahuna.hosting.store import StorageError
from kahuna.server.metrics import Metrics
from kahuna.server.net.game_socket import GameSocket
from kahuna.server.net.limits import ConnectionLimit, CrowdedError, TokenBucket, address_group
from kahuna.server.settings import Settings
from kahuna.server.tracing import current_request, serving, span

LOG = logging.getLogger(__name__)

NORMAL = 1000
POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011
RESTART = 1012
"""The server is shutting down: reconnect, to another node if there are several."""
TRY_LATER = 1013
UNKNOWN_GAME = 4404
DRAIN_SECONDS = 5.0
"""How long requests in progress may take when the server shuts down."""
MAX_SPREAD = 2.0
"""Spread closing over this many seconds, so that not all clients return at once …"""
CLOSED_PER_SECOND = 1000
"""… but close a few of them at once."""
SLOW_SECONDS = 1.0
"""Log messages that take longer to handle."""
MAX_STRIKES = 200
"""Close a connection after this many messages beyond the rate limit."""

_PATH = re.compile(r"/api/games/(?P<game>.+)/socket", re.DOTALL)
_GAME_ID = re.compile(GAME_ID)
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class WebSocketMiddleware:
    """Serves the WebSockets of games, and passes on everything else.

    A connection lasts for hours. Everything that FastAPI wraps around a request would stay in
    memory for as long, and slow down every message.
    """

    def __init__(self, app: ASGIApp, endpoint: WebSocketEndpoint) -> None:
        self._app = app
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] != "websocket" or not (path := _PATH.fullmatch(scope["path"])):
            await self._app(scope, receive, send)
            return
        socket, game_id = GameSocket(scope, receive, send), path["game"]
        if _GAME_ID.fullmatch(game_id):
            await self._endpoint(socket, game_id)
        else:
            # Accept first: otherwise the client gets no reason.
            await socket.accept()
            await _close_unknown(socket)


class WebSocketEndpoint:
    """Accepts connections and limits their number."""

    def __init__(self, settings: Settings, registry: GameRegistry, metrics: Metrics) -> None:
        self.settings = settings
        self.registry = registry
        self.metrics = metrics
        most = settings.max_connections
        # Spectators must not lock players out.
        reserved = int(most * settings.reserved_for_players)
        self._addresses = ConnectionLimit(most, settings.max_connections_per_address, "address")
        self.tokens = ConnectionLimit(most, settings.max_connections_per_token, "token")
        self.spectators = ConnectionLimit(most, most - reserved, "spectators")
        self._conversations: set[_Conversation] = set()
        self.is_draining = False

    async def drain(self) -> None:
        """Tell every client to reconnect, after finishing its request in progress."""
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

    async def __call__(self, socket: GameSocket, game_id: str) -> None:
        """Serve one connection from beginning to end."""
        if not is_same_origin(Headers(scope=socket.scope)):
            await socket.close(POLICY_VIOLATION)
            return
        # Accept first: otherwise the client gets no close code.
        await socket.accept()
        if self.is_draining:
            await socket.close(RESTART)
            return
        client = socket.scope["client"]
        address = address_group(client[0] if client else "")
        try:
            with self._addresses.counted(address):
                await self._serve(socket, game_id, address)
        except CrowdedError as error:
            self.metrics.connections_refused.labels(error.crowd).inc()
            LOG.warning("connections are refused: too many", extra={"limit": error.crowd})
            await socket.close(TRY_LATER, f"too many connections ({error.crowd})")
        except Exception:
            LOG.exception("a connection failed")
            await socket.close(INTERNAL_ERROR)

    async def _serve(self, socket: GameSocket, game_id: str, address: str) -> None:
        self.metrics.num_connections += 1
        try:
            async with self.registry.room(game_id) as room:
                conversation = _Conversation(self, socket, room, address)
                with ExitStack() as admitted:
                    session = await conversation.greet(admitted)
                    if session is not None:
                        self._conversations.add(conversation)
                        if self.is_draining:  # Draining may just have begun.
                            conversation.drain()
                        try:
                            await _run(socket, conversation, session)
                        finally:
                            self._conversations.discard(conversation)
        except UnknownGameError:
            await _close_unknown(socket)
        except (StorageError, RefusedError):
            await socket.close(TRY_LATER, "the database does not answer")
        finally:
            self.metrics.num_connections -= 1


async def _close_unknown(socket: GameSocket) -> None:
    socket.send(orjson.dumps(UnknownGameError().message()))
    await socket.close(UNKNOWN_GAME)


async def _run(socket: GameSocket, conversation: _Conversation, session: Session) -> None:
    """Handle requests until the connection ends, then close it."""
    code = NORMAL
    try:
        await conversation.listen(session)
    except Exception:
        LOG.exception("a connection failed")
        code = INTERNAL_ERROR
    finally:
        session.close()
    if conversation.is_draining:
        code = RESTART
    if conversation.is_banned or socket.is_slow:
        code = POLICY_VIOLATION
    await socket.close(code)


class _Conversation:
    """The messages of one connection."""

    def __init__(
        self, endpoint: WebSocketEndpoint, socket: GameSocket, room: Room, address: str
    ) -> None:
        self._endpoint = endpoint
        self._socket = socket
        self._room = room
        self._address = address
        self._bucket = TokenBucket(
            endpoint.settings.messages_per_second, endpoint.settings.message_burst
        )
        self._strikes = 0
        self._id = current_request() or ""
        self._num_requests = 0
        self._is_finished = False
        self.is_banned = False
        self.is_draining = False

    def drain(self) -> None:
        """Stop after the request in progress."""
        self.is_draining = True
        self._socket.finish()

    async def greet(self, admitted: ExitStack) -> Session | None:
        """Wait for a valid hello and open a session; close the connection if none comes.

        An admitted client is counted until ``admitted`` is closed.
        """
        deadline = asyncio.get_running_loop().time() + self._endpoint.settings.hello_seconds
        while not self._is_ended:
            try:
                async with asyncio.timeout_at(deadline):
                    request = await self._next()
            except TimeoutError:
                break
            if request is None:
                continue
            try:
                return await self._open(request, admitted)
            except RefusedError as error:
                self._refuse(error, request)
        await self._socket.close(POLICY_VIOLATION)
        return None

    async def listen(self, session: Session) -> None:
        """Handle one request after the other."""
        while not self._is_ended:
            request = await self._next()
            if request is not None:
                await self._carry_out(request, session)
            await asyncio.sleep(0)  # A client with many requests must not delay others.

    @property
    def _is_ended(self) -> bool:
        return self._is_finished or self.is_banned or self.is_draining

    async def _carry_out(self, request: ClientMessage, session: Session) -> None:
        began = perf_counter()
        self._num_requests += 1
        with serving(f"{self._id}.{self._num_requests}"), span(request.type):
            try:
                await session.handle(request)
            except RefusedError as error:
                self._refuse(error, request)
            seconds = perf_counter() - began
            if seconds > SLOW_SECONDS:
                LOG.warning("a message took %.1f s", seconds)
        self._endpoint.metrics.message_seconds.labels(request.type).observe(seconds)

    async def _open(self, request: ClientMessage, admitted: ExitStack) -> Session:
        if not isinstance(request, Hello):
            raise RefusedError(Refusal.HELLO_FIRST)
        token = request.token
        if token is None:
            admitted.enter_context(self._endpoint.spectators.counted())
        elif await self._endpoint.registry.seats_of(self._room, token):
            admitted.enter_context(self._endpoint.tokens.counted(token_hash(token)))
        return await Session.open(
            self._endpoint.registry, self._room, token, self._socket, origin=self._address
        )

    async def _next(self) -> ClientMessage | None:
        """Return the next message; refuse one that is malformed or comes too fast."""
        text = await self._socket.receive()
        if text is None:
            self._is_finished = True
            return None
        if not self._bucket.take():
            self._strikes += 1
            self.is_banned = self._strikes > MAX_STRIKES
            self._refuse(RefusedError(Refusal.TOO_FAST), None)
            return None
        try:
            request = CLIENT_MESSAGE.validate_json(text)
        except (ValidationError, ValueError):
            self._refuse(RefusedError(Refusal.BAD_MESSAGE), None)
            return None
        self._endpoint.metrics.messages.labels(request.type).inc()
        return request

    def _refuse(self, error: RefusedError, request: ClientMessage | None) -> None:
        self._endpoint.metrics.refusals.labels(error.code).inc()
        about = None if request is None else request.type
        self._socket.send(orjson.dumps(error.message(about, getattr(request, "key", None))))


def is_same_origin(headers: Headers) -> bool:
    """Return whether the request comes from our own page, or from a client without an origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
