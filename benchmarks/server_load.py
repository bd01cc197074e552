"""Load a server: many games at once, in which each seat moves as soon as it may.

    python -m benchmarks.server_load --port 8000 --games 100 --seconds 10

With several ports, the two players of a game are connected to different nodes. With ``--think``,
seats wait before they move.

Run it in a process of its own. It speaks the real protocol over real sockets, and does little work
itself because it shares the machine with the server. A move counts when ``act`` was answered by
``changed``, which the server sends after the move is on disk.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Annotated, Any, cast
from urllib.request import Request, urlopen

import orjson
import typer

from research.command import run

_MASK = b"\x00\x00\x00\x00"
"""A mask of zeros is valid and leaves the payload unchanged."""


@dataclass
class LoadFigures:
    """Measurements."""

    latencies: list[float] = field(default_factory=list)
    """From sending a move to its answer."""
    arrivals: list[float] = field(default_factory=list)
    """From sending the last move of a turn until the opponent has it."""
    num_before: int = 0
    """Moves of the warm-up."""
    games: int = 0
    refused: int = 0

    def summary(self, num_games: int, seconds: float) -> dict[str, float]:
        """Return moves per second and latencies in milliseconds."""
        num = len(self.latencies)
        return {
            "games_at_once": num_games,
            "seconds": round(seconds, 2),
            "moves": num,
            "all_moves": self.num_before + num,
            "moves_per_second": round(num / seconds),
            "p50_ms": percentile_ms(self.latencies, 0.50),
            "p99_ms": percentile_ms(self.latencies, 0.99),
            "arrival_p50_ms": percentile_ms(self.arrivals, 0.50),
            "arrival_p99_ms": percentile_ms(self.arrivals, 0.99),
            "finished_games": self.games,
            "refused": self.refused,
        }


def percentile_ms(seconds: list[float], share: float) -> float:
    """Return a percentile in milliseconds, or 0 if there is nothing."""
    ordered = sorted(seconds)
    return (
        round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)
        if ordered
        else 0.0
    )


class Player(asyncio.Protocol):
    """One seat of one game: a minimal WebSocket client."""

    def __init__(self, game: Game, token: str) -> None:
        self._game = game
        self._token = token
        self._buffer = bytearray()
        self._is_open = False
        self._state: dict[str, Any] = {}
        self._asked_at = 0.0
        self._num_asked = 0
        self._version = -1
        """The version that was answered last."""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request a WebSocket."""
        self._transport = transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/games/{self._game.id}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Handle complete messages."""
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._buffer.startswith(b"HTTP/1.1 101"), self._buffer[:200]
            del self._buffer[: end + 4]
            self._is_open = True
            self._say({"type": "hello", "token": self._token})
        while (message := self._next()) is not None:
            self._hear(message)

    def _next(self) -> bytes | None:
        """Return the next text message; answer pings."""
        buffer = self._buffer
        while len(buffer) >= 2:
            size, start = buffer[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return None
            opcode, payload = buffer[0] & 0x0F, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if opcode == 1:
                return payload
            if opcode == 9:
                self._frame(0x8A, payload)
        return None

    def _frame(self, head: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes((head,)) + length + _MASK + payload)

    def _say(self, message: dict[str, Any]) -> None:
        self._frame(0x81, orjson.dumps(message))

    def _hear(self, payload: bytes) -> None:
        message = orjson.loads(payload)
        kind = message["type"]
        if kind == "refused":
            self._game.figures.refused += 1
            return
        if kind not in ("changed", "snapshot"):
            return
        figures, now = self._game.figures, perf_counter()
        if message["key"] is not None:
            figures.latencies.append(now - self._asked_at)
        elif kind == "changed" and "to_move" in message["state"] and self._game.asked_at:
            figures.arrivals.append(now - self._game.asked_at)
        self._game.has_begun.set()
        state = self._state = {**self._state, **message["state"]}
        if state["outcome"] is not None:
            self._game.over.set()
        elif state["legal"] and self._version != state["version"]:
            self._version = state["version"]
            if self._game.think:
                delay = random.expovariate(1 / self._game.think)
                asyncio.get_running_loop().call_later(delay, self._move, self._version)
            else:
                self._move(self._version)

    def _move(self, version: int) -> None:
        state = self._state
        if self._transport is None or self._transport.is_closing() or version != state["version"]:
            return
        self._num_asked += 1
        action = random.choice(state["legal"])["action"]
        key = f"{self._token[:8]}{self._num_asked}"
        self._asked_at = self._game.asked_at = perf_counter()
        self._say({"type": "act", "key": key, "version": version, "action": action})

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()


def _identity(player: Player) -> Player:
    return player


class Game:
    """Plays one game after the other between two players."""

    def __init__(self, ports: Sequence[int], figures: LoadFigures, think: float) -> None:
        self._ports = ports
        self.figures = figures
        self.think = think
        """Mean time before a move, in seconds."""
        self.asked_at = 0.0
        """When somebody moved last."""
        self.id = ""
        self.has_begun = asyncio.Event()
        """Set when somebody has been sent a position for the first time."""
        self.over = asyncio.Event()

    async def run(self) -> None:
        """Play until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            self.id, tokens = await asyncio.to_thread(make_game, self._ports[0])
            self.over.clear()
            players = []
            try:
                for token, port in zip(tokens, self._ports, strict=True):
                    player = Player(self, token)
                    players.append(player)
                    await loop.create_connection(partial(_identity, player), "127.0.0.1", port)
                await self.over.wait()
                self.figures.games += 1
            finally:
                for player in players:
                    player.close()


def make_game(port: int) -> tuple[str, tuple[str, str]]:
    """Make a game between two people; return its id and both tokens."""
    made = _post(port, "/api/games", {"mode": "online", "seat": "white"})
    game = made["game"]
    joined = _post(port, f"/api/games/{game}/join", {"invite": made["invite"]})
    return game, (made["token"], joined["token"])


def _post(port: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"content-type": "application/json"}
    url = f"http://127.0.0.1:{port}{path}"
    with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=30) as answer:
        made: dict[str, Any] = json.load(answer)
        return made


async def load(ports: Sequence[int], num_games: int, seconds: float, think: float = 0.0) -> None:
    """Load a server, or several nodes, for a number of seconds.

    Print ``begin`` after the warm-up, when all games have begun, and then the figures as a line of
    JSON.
    """
    figures = LoadFigures()
    games, tasks = [], []
    for index in range(num_games):
        first = index % len(ports)
        pair = (ports[first], ports[(first + 1) % len(ports)])
        game = Game(pair, figures, think)
        games.append(game)
        tasks.append(asyncio.create_task(game.run()))
    begun = asyncio.create_task(_wait_until_begun(games))
    await asyncio.wait([begun, *tasks], return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(max(1.0, seconds / 5))
    figures.num_before = len(figures.latencies)
    figures.latencies.clear()
    figures.arrivals.clear()
    print("begin", flush=True)
    began = perf_counter()
    await asyncio.sleep(seconds)
    took = perf_counter() - began
    print(json.dumps(figures.summary(num_games, took)), flush=True)
    begun.cancel()
    for task in tasks:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    failures = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    if failures:
        raise failures[0]


async def _wait_until_begun(games: Sequence[Game]) -> None:
    for game in games:
        await game.has_begun.wait()


def main(
    port: Annotated[
        list[int] | None, typer.Option(min=1, max=65535, help="repeatable; 8000")
    ] = None,
    games: Annotated[int, typer.Option(min=1)] = 100,
    seconds: Annotated[float, typer.Option(min=0.0)] = 10.0,
    think: Annotated[float, typer.Option(min=0.0, help="mean seconds before a move")] = 0.0,
) -> None:
    """Load a server, or several nodes, and print the figures."""
    loading = load(port or [8000], games, seconds, think)
    try:
        import uvloop
    except ImportError:
        asyncio.run(loading)
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(loading)


if __name__ == "__main__":
    run(main)
