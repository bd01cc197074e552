"""Requests can be followed through the logs of all nodes, and through traces if they are on."""

from __future__ import annotations

import http.server
import io
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from hashlib import blake2b

import pytest
from tests.server.conftest import create_database
from tests.server.harness import PATIENCE, Server, running
from verification.programs import Redis
from websockets.sync.client import connect

from kahuna.server.logging import JsonFormatter
from kahuna.server.startup_errors import StartError
from kahuna.server.tracing import accept_request_id, current_request, serving, set_up_traces


class Log:
    """The log of this process, as JSON."""

    def __init__(self) -> None:
        self.stream = io.StringIO()
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(JsonFormatter())

    def lines(self, message: str) -> list[dict]:
        lines = map(json.loads, self.stream.getvalue().splitlines())
        return [line for line in lines if line["message"] == message]

    def wait_for(self, message: str, request: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not any(line.get("request") == request for line in self.lines(message)):
            assert time.monotonic() < deadline, self.stream.getvalue()
            time.sleep(0.01)


@pytest.fixture
def log() -> Iterator[Log]:
    log, logger = Log(), logging.getLogger("kahuna")
    level = logger.level
    logger.addHandler(log.handler)
    logger.setLevel(logging.INFO)
    yield log
    logger.setLevel(level)
    logger.removeHandler(log.handler)


def test_a_request_has_the_id_that_the_proxy_gave_it(server: Server, log: Log):
    game = server.make()["game"]
    answer = server.http.get(f"/api/games/{game}", headers={"x-request-id": "from-the-proxy.1"})
    assert answer.headers["x-request-id"] == "from-the-proxy.1"
    log.wait_for("answered", "from-the-proxy.1")
    (line,) = (line for line in log.lines("answered") if line["request"] == "from-the-proxy.1")
    assert line["method"] == "GET"
    assert line["route"] == "/api/games/{game_id}"
    assert line["status"] == 200
    assert game not in log.stream.getvalue()


@pytest.mark.parametrize("given", ["", "a b", 'x"y', "x" * 65, "\x1b[31m", "é"])
def test_an_id_that_could_spoil_the_log_is_replaced(given: str):
    assert accept_request_id(given) != given
    assert accept_request_id(given) != accept_request_id(given)


def test_nobody_without_an_id_is_told_one(server: Server):
    assert "x-request-id" not in server.http.get("/api/catalogue").headers


def test_a_block_serves_one_request():
    assert current_request() is None
    with serving("outer"):
        with serving("inner"):
            assert current_request() == "inner"
        assert current_request() == "outer"
    assert current_request() is None


def test_a_move_is_logged_with_its_id_where_it_arrives(postgres: str, redis: Redis, log: Log):
    url = create_database(postgres)
    with running(url, hub_url=redis.url) as one, running(url, hub_url=redis.url) as two:
        game, white, black = one.make_online(first="white")
        with two.sit(game, black) as bob, open_socket(one, game, white, "ada") as ada:
            hello = json.loads(ada.recv(PATIENCE))
            act = {"type": "act", "key": "k", "action": "<*", "version": hello["state"]["version"]}
            ada.send(json.dumps(act))
            while bob.state["to_move"] != "black":
                bob.wait("changed", "snapshot")
        log.wait_for("another node has changed a game", "ada.1")


def test_a_bot_turn_is_logged_with_the_id_of_the_move_before_it(
    postgres: str, redis: Redis, log: Log
):
    url = create_database(postgres)
    with running(url, hub_url=redis.url) as one:
        made = one.make("bot", bot="random", seat="white", first="white")
        with open_socket(one, made["game"], made["token"], "ada") as ada:
            hello = json.loads(ada.recv(PATIENCE))
            act = {"type": "act", "key": "k", "action": "<*", "version": hello["state"]["version"]}
            ada.send(json.dumps(act))
            log.wait_for("a bot has moved", "ada.1")


def open_socket(server: Server, game: str, token: str, request: str):
    url = f"ws://127.0.0.1:{server.port}/api/games/{game}/socket"
    headers = {"x-request-id": request}
    socket = connect(url, compression=None, open_timeout=PATIENCE, additional_headers=headers)
    return Greeted(socket, token)


class Greeted:
    """A socket that says hello first."""

    def __init__(self, socket, token: str) -> None:
        self._socket, self._token = socket, token

    def __enter__(self):
        opened = self._socket.__enter__()
        opened.send(json.dumps({"type": "hello", "token": self._token}))
        return opened

    def __exit__(self, *details: object) -> None:
        self._socket.__exit__(*details)


def test_nothing_of_opentelemetry_is_loaded_unless_traces_are_on():
    code = (
        "import sys, kahuna.server.startup as s, kahuna.server.tracing as t; t.set_up_traces();"
        "t.span('x').__enter__();"
        "print([name for name in sys.modules if name.startswith(('opentelemetry.sdk',"
        " 'opentelemetry.exporter'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_unknown_kind_of_traces_is_explained(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KAHUNA_TRACES", "jaeger")
    with pytest.raises(StartError, match="otlp or empty, not 'jaeger'"):
        set_up_traces()


def test_a_missing_package_is_explained(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KAHUNA_TRACES", "otlp")
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.resources", None)
    with pytest.raises(StartError, match=r"pip install 'kahuna\[telemetry\]'"):
        set_up_traces()


def test_traces_of_a_request_have_the_same_id_everywhere():
    received: list[bytes] = []

    class Collector(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    code = (
        "import kahuna.server.tracing as t\nt.set_up_traces()\n"
        "with t.serving('ada.1'), t.span('act'): pass\n"
    )
    endpoint = f"http://127.0.0.1:{collector.server_address[1]}"
    variables = {
        "KAHUNA_TRACES": "otlp",
        "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint,
        "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
    }
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | variables)
    collector.shutdown()
    collector.server_close()
    trace = blake2b(b"ada.1", digest_size=16).digest()
    assert len(received) == 2
    assert all(trace in body and b"ada.1" in body for body in received)
