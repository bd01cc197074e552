"""No client can keep a connection, memory or time that it should not have."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from tests.server.harness import PATIENCE, Server

from kahuna.server.net import websocket_protocol
from kahuna.server.net.websocket_protocol import (
    CONTROL_BURST,
    MAX_FRAGMENTS,
    DirectWebSocketProtocol,
)

HANDSHAKE = (
    "GET /api/games/{game}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n"
    "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}==\r\n\r\n"
)
CONT, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA


def frame(opcode: int, data: bytes = b"", *, is_last: bool = True) -> bytes:
    return bytes([opcode | is_last << 7, 0x80 | len(data), 0, 0, 0, 0]) + data


@contextmanager
def connected(server: Server) -> Iterator[tuple[socket.socket, DirectWebSocketProtocol]]:
    """A spectator without a library: the client's socket, and the server's end."""
    game = server.make("online")["game"]
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", server.port))
        client.sendall(HANDSHAKE.format(game=game, key="A" * 22).encode())
        assert client.recv(12) == b"HTTP/1.1 101"
        client.sendall(frame(TEXT, b'{"type":"hello"}'))
        until(lambda: server.metrics.num_connections == 1)
        [protocol] = connections(server)
        yield client, protocol
    until(lambda: not connections(server))


def connections(server: Server) -> list[DirectWebSocketProtocol]:
    known = list(server.instance.server_state.connections)
    return [one for one in known if isinstance(one, DirectWebSocketProtocol)]


def until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def fill(protocol: DirectWebSocketProtocol) -> None:
    """Send to a client that does not read until something waits, but not too much."""

    async def send() -> None:
        protocol.send_now(b"x" * 50_000)

    while not protocol.transport.get_write_buffer_size():
        asyncio.run_coroutine_threadsafe(send(), protocol.loop).result(PATIENCE)
    assert not protocol.is_slow


@pytest.mark.parametrize(
    "end",
    [
        lambda client, _: client.shutdown(socket.SHUT_WR),
        lambda client, _: client.sendall(frame(CLOSE, b"\x03\xe8")),
        lambda client, _: client.sendall(b"\xff" * 8),
        lambda _, protocol: protocol.loop.call_soon_threadsafe(protocol.keepalive_timeout),
    ],
    ids=["half-closed", "closed", "invalid", "silent"],
)
def test_a_connection_ends_although_the_client_reads_nothing(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[socket.socket, DirectWebSocketProtocol], None],
):
    monkeypatch.setattr(websocket_protocol, "CLOSE_SECONDS", 0.1)
    with connected(server) as (client, protocol):
        fill(protocol)
        end(client, protocol)
        until(lambda: not connections(server))
        until(lambda: server.metrics.num_connections == 0)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (
            frame(TEXT, is_last=False) + frame(CONT, is_last=False) * (3 * MAX_FRAGMENTS),
            1009,
        ),
        (frame(PING) * (3 * CONTROL_BURST), 1008),
        (frame(PONG) * (3 * CONTROL_BURST), 1008),
    ],
    ids=["fragments", "pings", "pongs"],
)
def test_frames_without_a_message_are_limited(server: Server, frames: bytes, code: int):
    with connected(server) as (client, _):
        client.sendall(frames)
        said = b"".join(iter(lambda: client.recv(65536), b""))
        assert bytes([0x88]) in said
        assert code.to_bytes(2, "big") in said[-40:]
    until(lambda: server.metrics.num_connections == 0)


@pytest.mark.parametrize(
    "frames",
    [frame(TEXT, b"\xff"), frame(TEXT, b"\xc3", is_last=False) + frame(CONT, b"(")],
    ids=["whole", "fragments"],
)
def test_text_that_is_not_utf_8_is_the_fault_of_the_client(
    server: Server, frames: bytes, caplog: pytest.LogCaptureFixture
):
    with connected(server) as (client, _):
        client.sendall(frames + frame(TEXT, b'{"type":"ping"}'))
        said = b"".join(iter(lambda: client.recv(65536), b""))
        assert (1007).to_bytes(2, "big") in said[-40:]
        assert b"pong" not in said
    until(lambda: server.metrics.num_connections == 0)
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


def test_a_few_fragments_and_pings_are_fine(server: Server):
    with connected(server) as (client, protocol):
        message = b'{"type":"ping"}'
        client.sendall(frame(TEXT, message[:5], is_last=False) + frame(PING))
        client.sendall(frame(CONT, message[5:10], is_last=False) + frame(CONT, message[10:]))
        said = b""
        while b'"pong"' not in said:
            said += client.recv(65536)
        assert protocol.is_open
