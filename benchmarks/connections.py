"""Measure the memory of a server with many idle connections.

    python -m benchmarks.connections [--json] [--connections 10000]

Start a server process on a fresh SQLite file, make games, connect both players of each over
loopback, and keep the connections open.
"""

from __future__ import annotations

import asyncio
import base64
import os
from time import perf_counter
from typing import Annotated

import orjson
import typer

from benchmarks.figures import print_figures
from benchmarks.server import cpu_seconds, memory_kb, running_server
from benchmarks.server_load import make_game
from kahuna.server.startup import raise_file_limit
from research.command import run

_AT_ONCE = 20
"""Games that are made at the same time."""
_MASK = b"\x00\x00\x00\x00"


def measure(num_connections: int) -> dict[str, float]:
    """Start a server, connect, and return the figures."""
    raise_file_limit()
    with running_server() as (pid, port):
        before, began = memory_kb(pid), perf_counter()
        after, cpu = asyncio.run(_connect_all(pid, port, num_connections // 2))
        return {
            "connections": num_connections,
            "server_mb": round(after / 1000),
            "kb_per_connection": round((after - before) / num_connections, 1),
            "idle_cpu_percent": round(100 * cpu, 1),
            "seconds_to_connect": round(perf_counter() - began),
        }


async def _connect_all(pid: int, port: int, num_games: int) -> tuple[int, float]:
    """Connect the players of many games; return the server's memory, and its CPU use when idle."""
    slots = asyncio.Semaphore(_AT_ONCE)
    streams: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def connect_game() -> None:
        async with slots:
            game, tokens = await asyncio.to_thread(make_game, port)
            streams.extend([await _connect(port, game, token) for token in tokens])

    await asyncio.gather(*(connect_game() for _ in range(num_games)))
    began = cpu_seconds(pid)
    await asyncio.sleep(5)
    cpu = (cpu_seconds(pid) - began) / 5
    assert not any(reader.at_eof() for reader, _ in streams)
    memory = memory_kb(pid)
    for _, writer in streams:
        writer.transport.abort()
    return memory, cpu


async def _connect(
    port: int, game: str, token: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a WebSocket, say hello and read the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    hello = orjson.dumps({"type": "hello", "token": token})
    writer.write(
        f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        "".encode()
    )
    header = await reader.readuntil(b"\r\n\r\n")
    assert header.startswith(b"HTTP/1.1 101"), header
    writer.write(bytes((0x81, 0x80 | len(hello))) + _MASK + hello)
    start = await reader.readexactly(4)
    assert start[1] == 126, "a snapshot has between 126 and 65,535 bytes"
    snapshot = orjson.loads(await reader.readexactly(int.from_bytes(start[2:], "big")))
    assert snapshot["type"] == "snapshot", snapshot
    return reader, writer


def main(
    connections: Annotated[int, typer.Option(min=2)] = 10_000,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Print the memory and CPU time of a server with idle connections."""
    print_figures(measure(connections), as_json=as_json)


if __name__ == "__main__":
    run(main)
