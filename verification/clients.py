"""Clients: players and spectators that switch nodes, retry lost requests, and record everything."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from verification.history import HistoryWriter, Sighting, digest

Message = dict[str, Any]
LOST: Final = (
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    OSError,
    EOFError,
    TimeoutError,
)
ANSWER_SECONDS: Final = 3.0
"""How long a client waits for a response before it tries another node."""
UNSURE: Final = frozenset({"unavailable", "too_fast"})
"""Refusals after which a request may still have been carried out; retry."""
GIVEN_UP: Final = frozenset({"unknown_game", "unknown_token"})


class HttpFailedError(Exception):
    """An HTTP request was not answered with success; it may have been carried out."""


@dataclass(slots=True)
class _Pending:
    """A request without a response so far."""

    key: str
    request: str
    message: Message


class Onlooker:
    """Watches a game, and keeps the state and the log as a page would."""

    def __init__(
        self,
        name: str,
        game: str,
        token: str | None,
        ports: Sequence[int],
        history: HistoryWriter,
        rng: Random,
    ) -> None:
        self.name = name
        self.game = game
        self.token = token
        self.state: Message = {}
        self.log: list[Any] = []
        self.is_done = False
        """Set from outside: make no new requests, only finish the pending one."""
        self.is_closed = False
        self._ports = ports
        self._history = history
        self._rng = rng
        self._num_connections = 0

    @property
    def viewer(self) -> str:
        """Whose view the client sees."""
        return str(self.state.get("viewer", "spectator"))

    @property
    def has_pending(self) -> bool:
        """Whether a response is still missing."""
        return False

    async def run(self) -> None:
        """Keep reconnecting until closed."""
        while not self.is_closed:
            with suppress(*LOST):
                port = self._rng.choice(self._ports)
                url = f"ws://127.0.0.1:{port}/api/games/{self.game}/socket"
                async with connect(
                    url,
                    compression=None,
                    open_timeout=ANSWER_SECONDS,
                    close_timeout=0.1,
                    ping_interval=None,
                ) as socket:
                    self._num_connections += 1
                    hello: Message = {"type": "hello"}
                    if self.token is not None:
                        hello["token"] = self.token
                    await self._send(socket, hello)
                    await self._hear(socket, "snapshot")
                    await self._stay(socket)
            await asyncio.sleep(self._rng.uniform(0.01, 0.1))

    async def _stay(self, socket: ClientConnection) -> None:
        """Watch for a while; stay once no new requests are made."""
        leave_at = time.monotonic() + self._rng.uniform(0.5, 3.0)
        while not self.is_closed and (self.is_done or time.monotonic() < leave_at):
            try:
                await self._hear(socket, seconds=0.3)
            except TimeoutError:
                await self._send(socket, {"type": "ping"})
                await self._hear(socket, "pong")

    async def _send(self, socket: ClientConnection, message: Message) -> None:
        await socket.send(json.dumps(message))

    async def _hear(
        self, socket: ClientConnection, *kinds: str, seconds: float = ANSWER_SECONDS
    ) -> Message:
        """Return the next message of certain kinds, or of any kind."""
        async with asyncio.timeout(seconds):
            while True:
                message: Message = json.loads(await socket.recv())
                self._take(message)
                if not kinds or message["type"] in kinds:
                    return message

    def _take(self, message: Message) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.state, self.log = message["state"], message["log"]
        elif kind == "changed":
            self.state = {**self.state, **message["state"]}
            self.log = self.log[: message["keep"]] + message["news"]
        else:
            return
        self._history.add(
            Sighting(
                time.time(),
                self.name,
                self._num_connections,
                self.game,
                self.viewer,
                len(self.log),
                digest(self.log),
            )
        )


class Player(Onlooker):
    """Plays a seat at random. With two devices, it races against itself."""

    def __init__(
        self,
        name: str,
        game: str,
        token: str,
        ports: Sequence[int],
        history: HistoryWriter,
        rng: Random,
        *,
        seat: str,
        max_moves: int | None = None,
    ) -> None:
        super().__init__(name, game, token, ports, history, rng)
        self._seat = seat
        self._max_moves = max_moves
        self._num_asked = 0
        self.num_acknowledged = 0
        self._pending: _Pending | None = None

    @property
    def has_pending(self) -> bool:
        """Whether a response is still missing."""
        return self._pending is not None

    async def _stay(self, socket: ClientConnection) -> None:
        leave_at = time.monotonic() + self._rng.uniform(0.3, 3.0)
        while not self.is_closed and (self.is_done or time.monotonic() < leave_at):
            if self._pending is not None or self._may_move():
                await self._ask(socket)
                continue
            try:
                await self._hear(socket, seconds=0.3)
            except TimeoutError:
                await self._send(socket, {"type": "ping"})
                await self._hear(socket, "pong")

    def _may_move(self) -> bool:
        has_moves = self._max_moves is None or self._num_asked < self._max_moves
        return not self.is_done and has_moves and bool(self.state["legal"])

    def _choose(self) -> _Pending:
        state = self.state
        self._num_asked += 1
        key = f"{self.name}-{self._num_asked}"
        message: Message = {"type": "undo"}
        request = "undo"
        if not state["can_undo"] or self._rng.random() > 0.15:
            request = self._rng.choice(state["legal"])["action"]
            message = {"type": "act", "action": request}
        return _Pending(key, request, {**message, "key": key, "version": state["version"]})

    async def _ask(self, socket: ClientConnection) -> None:
        """Send the pending request, or a new one, and wait for its outcome."""
        pending = self._pending = self._pending or self._choose()
        number = self._history.invoke(self.game, self._seat, pending.key, pending.request)
        rival = None
        if self._rng.random() < 0.1:
            rival = asyncio.create_task(self._repeat_elsewhere(pending))
        try:
            await self._send(socket, pending.message)
            answer = await self._answer(socket, pending.key)
        except BaseException:
            self._history.complete(number, "unknown")
            raise
        finally:
            if rival is not None:
                await rival
        code = answer.get("code")
        if answer["type"] != "refused":
            self._history.complete(number, "ok")
            self.num_acknowledged += 1
            self._pending = None
            if self._rng.random() < 0.05:
                await self._repeat_elsewhere(pending)
        elif code in UNSURE:
            self._history.complete(number, "unknown", code)
            await asyncio.sleep(0.1)
        else:
            self._history.complete(number, "refused", code)
            self._pending = None
            if code == "stale_version":
                await self._hear(socket, "snapshot")

    async def _answer(self, socket: ClientConnection, key: str) -> Message:
        async with asyncio.timeout(ANSWER_SECONDS):
            while True:
                answer = await self._hear(socket, "changed", "snapshot", "refused")
                if answer["key"] == key:
                    return answer

    async def _repeat_elsewhere(self, pending: _Pending) -> None:
        """Send the same request through another connection at the same time."""
        number = self._history.invoke(self.game, self._seat, pending.key, pending.request)
        try:
            port = self._rng.choice(self._ports)
            url = f"ws://127.0.0.1:{port}/api/games/{self.game}/socket"
            async with connect(
                url,
                compression=None,
                open_timeout=ANSWER_SECONDS,
                close_timeout=0.1,
                ping_interval=None,
            ) as socket:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await socket.send(json.dumps({"type": "hello", "token": self.token}))
                    while json.loads(await socket.recv())["type"] != "snapshot":
                        pass
                    await socket.send(json.dumps(pending.message))
                    while True:
                        answer = json.loads(await socket.recv())
                        if answer.get("key") == pending.key:
                            break
        except LOST:
            self._history.complete(number, "unknown")
            return
        if answer["type"] != "refused":
            self._history.complete(number, "ok")
        elif answer["code"] in UNSURE:
            self._history.complete(number, "unknown", answer["code"])
        else:
            self._history.complete(number, "refused", answer["code"])


class HttpClient:
    """Sends HTTP requests to random nodes."""

    def __init__(self, ports: Sequence[int], rng: Random) -> None:
        self._ports = ports
        self._rng = rng
        self._client = httpx.AsyncClient(timeout=ANSWER_SECONDS)

    async def post(self, path: str, body: Message) -> Message:
        """Return the response; raise if there is none."""
        url = f"http://127.0.0.1:{self._rng.choice(self._ports)}{path}"
        try:
            answer = await self._client.post(url, json=body)
        except httpx.HTTPError as error:
            raise HttpFailedError(repr(error)) from None
        if not answer.is_success:
            raise HttpFailedError(f"{answer.status_code} {answer.text[:100]}")
        made: Message = answer.json()
        return made

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()
