"""Clients that read nothing, or send frames without a message, do not harm the server."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from tests.server.harness import PATIENCE, Server, running

from kahuna.server import startup

HANDSHAKE = (
    "GET /api/games/{game}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n"
    "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}==\r\n\r\n"
)
CONT, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
HELLO = b'{"type":"hello"}'

linux_only = pytest.mark.skipif(
    not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the limit is an option of Linux"
)


def frame(opcode: int, data: bytes = b"", *, is_last: bool = True) -> bytes:
    return bytes([opcode | is_last << 7, 0x80 | len(data), 0, 0, 0, 0]) + data


@pytest.fixture
def impatient(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that gives up clients that read nothing for a second."""
    monkeypatch.setattr(startup, "UNREAD_SECONDS", 1)
    with running(sqlite_url, header_seconds=1.0) as server:
        yield server


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    """A connection with a small buffer, which fills quickly when the client does not read."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", server.port))
        yield client


@contextmanager
def watching(server: Server) -> Iterator[socket.socket]:
    """A spectator without a library."""
    game = server.make("online")["game"]
    with connected(server) as client:
        client.sendall(HANDSHAKE.format(game=game, key="A" * 22).encode())
        assert client.recv(12) == b"HTTP/1.1 101"
        client.sendall(frame(TEXT, HELLO))
        yield client


def fill(client: socket.socket, request: bytes) -> None:
    """Ask until the server reads no more, or the connection is dropped."""
    client.settimeout(0.3)
    with suppress(TimeoutError, ConnectionError):
        while True:
            client.sendall(request)


def wait_until_dropped(client: socket.socket) -> None:
    """Wait for a reset without reading what was sent before."""
    poller = select.poll()
    poller.register(client, 0)
    assert poller.poll(1000 * PATIENCE)


def until_closed(client: socket.socket) -> bytes:
    return b"".join(iter(lambda: client.recv(65536), b""))


@linux_only
@pytest.mark.parametrize("path", ["/api/openapi.json", "/healthz"])
def test_a_client_that_reads_no_response_is_dropped(impatient: Server, path: str):
    with connected(impatient) as client:
        fill(client, f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode() * 100)
        wait_until_dropped(client)
    assert impatient.http.get("/healthz").status_code == 200


@linux_only
@pytest.mark.parametrize(
    "end",
    [b"", frame(CLOSE, b"\x03\xe8"), b"\xff" * 8],
    ids=["silent", "closed", "invalid"],
)
def test_a_client_that_reads_no_message_is_dropped(impatient: Server, end: bytes):
    with watching(impatient) as client:
        fill(client, frame(TEXT, HELLO) * 100)  # Each is answered by the whole game.
        with suppress(TimeoutError, ConnectionError):
            client.sendall(end)
        wait_until_dropped(client)
    assert impatient.http.get("/healthz").status_code == 200


@linux_only
def test_a_client_that_reads_no_pong_is_dropped(impatient: Server):
    with watching(impatient) as client:
        fill(client, frame(PING, b"x" * 100) * 100)
        wait_until_dropped(client)


@pytest.mark.parametrize(
    "frames",
    [
        frame(TEXT, is_last=False) + frame(CONT, is_last=False) * 1000,
        frame(PING) * 1000,
        frame(PONG) * 1000,
    ],
    ids=["fragments", "pings", "pongs"],
)
def test_frames_without_a_message_do_not_stop_others(server: Server, frames: bytes):
    game, white, _ = server.make_online()
    with watching(server) as client, server.sit(game, white) as ada:
        client.sendall(frames)
        assert ada.ask("ping", "pong")


@pytest.mark.parametrize(
    "frames",
    [frame(TEXT, b"\xff"), frame(TEXT, b"\xc3", is_last=False) + frame(CONT, b"(")],
    ids=["whole", "fragments"],
)
def test_text_that_is_not_utf_8_ends_the_connection(server: Server, frames: bytes):
    with watching(server) as client:
        client.sendall(frames + frame(TEXT, b'{"type":"ping"}'))
        said = until_closed(client)
        assert (1007).to_bytes(2, "big") in said[-40:]
        assert b"pong" not in said


def test_a_few_fragments_and_pings_are_fine(server: Server):
    with watching(server) as client:
        message = b'{"type":"ping"}'
        client.sendall(frame(TEXT, message[:5], is_last=False) + frame(PING))
        client.sendall(frame(CONT, message[5:10], is_last=False) + frame(CONT, message[10:]))
        said = b""
        while b'"pong"' not in said:
            said += client.recv(65536)
