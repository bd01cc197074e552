"""One client cannot use up what all others need."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection

import pytest
from tests.server.harness import PATIENCE, Server, exposition, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kahuna.server.housekeeping import MemoryReleaser
from kahuna.server.metrics import Metrics
from kahuna.server.net.addresses import address_group
from kahuna.server.net.admission import Admission, CrowdedError
from kahuna.server.net.http_protocol import MAX_HEADER_BYTES, MAX_HEADERS, MAX_REQUEST_BYTES
from kahuna.server.settings import Settings
from kahuna.server.startup import SPARE_FILES, fit_to_files, raise_file_limit

TIME_TO_SEND = 1.0
"""Seconds for a request where a test waits until they are over; a slow client must keep to them."""


@contextmanager
def raw(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        yield client


def answer_to(server: Server, *pieces: bytes) -> bytes:
    """Send pieces until the server closes the connection; return what it said."""
    with raw(server) as client:
        try:
            for piece in pieces:
                client.sendall(piece)
            return b"".join(iter(lambda: client.recv(65536), b""))
        except ConnectionError:
            return b""


def test_an_endless_header_is_rejected(server: Server):
    line = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    for start in (line + b"x: ", b"GET /", line + b"x"):
        said = answer_to(server, start, b"a" * (MAX_HEADER_BYTES + 1))
        assert said.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400")), said


@pytest.mark.parametrize(
    "headers",
    [b"x: y\r\n" * (MAX_HEADERS + 1), b"x: " + b"y" * MAX_HEADER_BYTES + b"\r\n"],
    ids=["many", "large"],
)
def test_too_many_and_too_large_headers_are_rejected(server: Server, headers: bytes):
    said = answer_to(server, b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n" + headers + b"\r\n")
    assert said.startswith(b"HTTP/1.1 431 ")


def test_endless_trailers_and_bodies_end_the_connection(server: Server):
    start = b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
    piece = b"a" * 10_000
    for begin in (b"0\r\nx: ", b"1;"):
        answer_to(server, start, begin, *[piece] * (MAX_REQUEST_BYTES // len(piece) + 2))
    assert server.http.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("limit", "sent"),
    [
        ("header_seconds", b"GET /healthz HTTP/1.1\r\nhost:"),
        ("body_seconds", b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"),
    ],
)
def test_half_a_request_times_out(sqlite_url: str, limit: str, sent: bytes):
    with running(sqlite_url, **{limit: TIME_TO_SEND}) as server:
        assert answer_to(server, sent).startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_sends_nothing_is_closed(sqlite_url: str):
    with running(sqlite_url, header_seconds=TIME_TO_SEND) as server:
        assert answer_to(server) == b""
        done = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        assert answer_to(server, done, b"\r\n").startswith(b"HTTP/1.1 200 ")


@pytest.mark.slow
def test_idle_connections_of_a_proxy_stay_open(sqlite_url: str):
    with running(sqlite_url, header_seconds=TIME_TO_SEND, proxies=("127.0.0.1",)) as server:
        proxy = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        proxy.request("GET", "/healthz")
        proxy.getresponse().read()
        proxy.sock.settimeout(6)  # uvicorn would close it after 5 s.
        with pytest.raises(TimeoutError):
            proxy.sock.recv(1)
        proxy.sock.settimeout(PATIENCE)
        proxy.request("GET", "/healthz")
        assert proxy.getresponse().status == HTTPStatus.OK
        proxy.close()


def test_websockets_outlive_the_time_for_requests(sqlite_url: str):
    limits = {"header_seconds": TIME_TO_SEND, "body_seconds": TIME_TO_SEND}
    with running(sqlite_url, **limits) as server:
        made = server.make("online")
        with server.sit(made["game"], made["token"]) as ada, pytest.raises(TimeoutError):
            ada.next(timeout=2 * TIME_TO_SEND)


def test_half_sent_requests_of_one_address_are_limited(sqlite_url: str):
    with running(sqlite_url, max_http_connections_per_address=5) as server, ExitStack() as opened:
        made = server.make("online")  # Keeps one connection open.
        for _ in range(4):
            opened.enter_context(raw(server)).sendall(b"GET / HTTP/1.1\r\n")
        assert answer_to(server, b"GET / HTTP/1.1\r\n") == b""
        opened.pop_all().close()
        with server.sit(made["game"], made["token"]):
            pass


@contextmanager
def greet(server: Server, game: str, token: str | None) -> Iterator[ClientConnection]:
    url = f"ws://127.0.0.1:{server.port}/api/games/{game}/socket"
    with connect(url, open_timeout=PATIENCE) as client:
        with suppress(ConnectionClosed):
            client.send(json.dumps({"type": "hello", "token": token}))
        yield client


def close_code(client: ClientConnection) -> int:
    try:
        while True:
            client.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code


@pytest.mark.parametrize(
    ("limits", "crowd"),
    [
        ({"max_connections": 3}, "server"),
        ({"max_connections_per_address": 3}, "address"),
        ({"max_connections": 10, "reserved_for_players": 0.7}, "spectators"),
    ],
)
def test_spectators_beyond_a_limit_are_told_to_try_later(
    sqlite_url: str, limits: dict[str, float], crowd: str, caplog: pytest.LogCaptureFixture
):
    with running(sqlite_url, **limits) as server, ExitStack() as opened:
        game = server.make("online")["game"]
        for _ in range(3):
            opened.enter_context(server.sit(game))
        with caplog.at_level(logging.WARNING), greet(server, game, None) as late:
            assert close_code(late) == 1013
        metrics = exposition(server.metrics)
        assert f'kahuna_connections_refused_total{{limit="{crowd}"}} 1.0' in metrics
        assert [record.message for record in caplog.records] == [
            "connections are refused: too many"
        ]
        assert "127.0.0.1" not in caplog.text


def test_seat_holders_get_in_when_spectators_do_not(sqlite_url: str):
    with (
        running(sqlite_url, max_connections=3, reserved_for_players=0.67) as server,
        ExitStack() as opened,
    ):
        game, white, black = server.make_online()
        opened.enter_context(server.sit(game))
        with greet(server, game, None) as late:
            assert close_code(late) == 1013
        opened.enter_context(server.sit(game, white))
        opened.enter_context(server.sit(game, black))


def test_one_token_cannot_open_connections_without_end(sqlite_url: str):
    with running(sqlite_url, max_connections_per_token=2) as server, ExitStack() as opened:
        game, white, black = server.make_online()
        for _ in range(2):
            opened.enter_context(server.sit(game, white))
        with greet(server, game, white) as late:
            assert close_code(late) == 1013
        opened.enter_context(server.sit(game, black))


def test_refusals_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture):
    now = [0.0]
    settings = Settings(db_url="", max_connections_per_address=0)
    admission = Admission(settings, Metrics(), now=lambda: now[0])

    def refuse() -> None:
        with pytest.raises(CrowdedError), admission.connection("a"):
            pass

    for at, num_lines in ((0, 1), (59, 1), (60, 2), (61, 2)):
        now[0] = at
        refuse()
        assert len(caplog.records) == num_lines


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("", "unix:", False),
    ],
)
def test_addresses_that_count_as_one_client(one: str, other: str, is_same: bool):
    assert (address_group(one) == address_group(other)) is is_same


def test_connections_fit_the_number_of_open_files():
    settings = Settings(db_url="")
    assert fit_to_files(settings, 1 << 20) == settings
    small = fit_to_files(settings, 1024)
    assert 2 * small.max_connections + SPARE_FILES <= 1024
    assert raise_file_limit() >= 256


def test_replays_are_rate_limited(sqlite_url: str):
    with running(sqlite_url, requests_per_second=0.001, request_burst=2) as server:
        statuses = [server.http.get("/api/games/none/replay").status_code for _ in range(3)]
        assert statuses == [404, 404, 429]


def test_memory_is_released_when_a_crowd_has_left():
    released: list[int] = []
    num = 0
    releaser = MemoryReleaser(lambda: released.append(num))
    for num in (10, 0, 1000, 900, 501, 500, 499, 250, 0):
        releaser.watch(num)
    assert released == [500, 250, 0]
