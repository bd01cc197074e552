"""One client cannot use up what all others need."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection
from typing import cast

import pytest
from tests.server.harness import PATIENCE, Server, exposition, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kahuna.hosting.study import analysis
from kahuna.hosting.study.analysis import StudiedPosition
from kahuna.server.housekeeping import MemoryReleaser
from kahuna.server.logging import PlainFormatter, RepeatFilter, set_up_logging
from kahuna.server.net.http_server import MAX_HEADER_BYTES, ConnectionWatch
from kahuna.server.net.limits import address_group
from kahuna.server.net.middleware import MAX_BODY
from kahuna.server.settings import Settings
from kahuna.server.startup import (
    SPARE_FILES,
    fit_to_files,
    raise_file_limit,
)

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
        assert said.startswith(b"HTTP/1.1 400 "), said


def test_endless_trailers_and_bodies_end_the_connection(server: Server):
    start = b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
    piece = b"a" * 10_000
    for begin in (b"0\r\nx: ", b"1;"):
        answer_to(server, start, begin, *[piece] * (2 * MAX_BODY // len(piece)))
    assert server.http.get("/healthz").status_code == 200


def test_half_a_body_times_out(sqlite_url: str):
    sent = b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"
    with running(sqlite_url, body_seconds=TIME_TO_SEND) as server:
        assert answer_to(server, sent).startswith(b"HTTP/1.1 408 ")


WHOLE = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize("before", [b"", WHOLE], ids=["first", "second"])
@pytest.mark.parametrize("sent", [b"", WHOLE[:-5]], ids=["nothing", "half"])
def test_a_connection_without_a_whole_header_is_closed(sqlite_url: str, before: bytes, sent: bytes):
    with running(sqlite_url, header_seconds=TIME_TO_SEND) as server:
        said = answer_to(server, before + sent)
        assert said.startswith(b"HTTP/1.1 200 ") if before else not said


def test_a_request_may_take_longer_than_its_header(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
):
    """The timer of a header does not run while the application works."""
    limits = {"header_seconds": TIME_TO_SEND, "ready_seconds": PATIENCE}
    with running(sqlite_url, **limits) as server:

        async def check_slowly() -> None:
            await asyncio.sleep(2 * TIME_TO_SEND)

        monkeypatch.setattr(server.registry.store, "check_writable", check_slowly)
        assert server.http.get("/readyz").status_code == 200


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


def test_connections_without_a_request_are_limited_too(sqlite_url: str):
    with running(sqlite_url, max_connections=2) as server, ExitStack() as opened:
        for _ in range(4):
            opened.enter_context(raw(server)).sendall(b"GET / HTTP/1.1\r\n")
        assert answer_to(server, WHOLE).startswith(b"HTTP/1.1 503 ")
        opened.pop_all().close()


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


def test_repeated_warnings_are_logged_once_a_minute():
    now = [0.0]
    repeats = RepeatFilter(now=lambda: now[0])

    def passed(line: int, level: int = logging.WARNING) -> logging.LogRecord | None:
        record = logging.LogRecord("kahuna", level, "place.py", line, "refused", (), None)
        return record if repeats.filter(record) else None

    assert [passed(1) is not None for now[0] in (0, 1, 59)] == [True, False, False]
    assert passed(2)  # Another place.
    assert passed(3, logging.INFO)
    assert passed(3, logging.INFO)
    now[0] = 60
    record = passed(1)
    assert record is not None
    assert PlainFormatter().format(record) == "kahuna: warning: refused (skipped 2)"


def test_malformed_requests_do_not_flood_the_log(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
):
    try:
        set_up_logging("plain")
        with running(sqlite_url) as server:
            for _ in range(20):
                answer_to(server, b"nonsense\r\n\r\n")
        logged = capsys.readouterr().err.splitlines()
    finally:
        logging.getLogger("uvicorn").setLevel(logging.NOTSET)
    assert logged == ["kahuna: warning: Invalid HTTP request received."]


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


POSITION = "-/- ACJ/???? GHK - -/- - 1.2 w kosmos-2015"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/games/none/replay", None, 404),
        ("POST", "/api/study", {"position": POSITION}, 200),
        ("POST", "/api/study/preview", {"position": POSITION, "action": "<*"}, 200),
        ("GET", "/api/puzzles", None, 200),
        ("POST", "/api/puzzles/none", {"actions": []}, 404),
    ],
)
def test_expensive_requests_are_rate_limited(
    sqlite_url: str, method: str, path: str, body: object, status: int
):
    with running(sqlite_url, requests_per_second=0.001, request_burst=2) as server:
        answers = [server.http.request(method, path, json=body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [status, status, 429]
        assert answers[-1].headers["retry-after"] == "1000"


def test_positions_are_not_computed_in_the_event_loop(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    study_position = analysis.study_position

    def look(text: str, language: str) -> StudiedPosition:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        return study_position(text, language)

    monkeypatch.setattr(analysis, "study_position", look)
    server.post("/api/study", {"position": POSITION})


def test_memory_is_released_when_a_crowd_has_left():
    released: list[int] = []
    num = 0
    releaser = MemoryReleaser(lambda: released.append(num))
    for num in (10, 0, 1000, 900, 501, 500, 499, 250, 0):
        releaser.watch(num)
    assert released == [500, 250, 0]


def test_a_client_that_is_gone_before_it_was_accepted_is_no_failure():
    class Gone:
        is_aborted = False

        def get_extra_info(self, _name: str) -> None:
            return None

        def abort(self) -> None:
            self.is_aborted = True

    async def main() -> bool:
        transport = Gone()
        ConnectionWatch(1.0, ()).add(cast(asyncio.Transport, transport))
        return transport.is_aborted

    assert asyncio.run(main())
