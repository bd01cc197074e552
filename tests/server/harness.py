"""A real server on a free port, and clients for it."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import orjson
import psycopg
from prometheus_client import generate_latest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kahuna.hosting.play.messages import ServerMessage
from kahuna.hosting.play.services import Sources
from kahuna.server.app import create_app
from kahuna.server.metrics import Metrics
from kahuna.server.net.http_server import DrainingServer, server_config
from kahuna.server.settings import Settings
from kahuna.server.startup import listening

PATIENCE = 120.0
"""Seconds to wait for what must happen, also on a slow machine."""

Data = dict[str, Any]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


def exposition(metrics: Metrics) -> str:
    """Return all metrics in the text format of Prometheus."""
    return generate_latest(metrics.registry).decode()


class Server:
    """Where a running server is, and the node inside."""

    def __init__(self, port: int, app: Any, instance: DrainingServer, metrics: Metrics) -> None:
        self.port = port
        self.instance = instance
        self.endpoint = app.state.endpoint
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.registry = app.state.node.registry
        self.bots = app.state.node.bots
        self.hub = app.state.node.hub
        self.metrics = metrics

    def post(self, path: str, body: object = None, **options: Any) -> Any:
        answer = self.http.post(path, json=body, **options)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str, token: str | None = None) -> Any:
        answer = self.http.get(path, headers=bearer(token))
        assert answer.is_success, answer.text
        return answer.json()

    def make(self, mode: str = "online", **wanted: Any) -> Data:
        return self.post("/api/games", {"mode": mode, **wanted})

    def make_online(self, **wanted: Any) -> tuple[str, str, str]:
        """A game with both seats taken: its id, White's token, Black's token."""
        made = self.make("online", seat="white", **wanted)
        joined = self.post(f"/api/games/{made['game']}/join", {"invite": made["invite"]})
        return made["game"], made["token"], joined["token"]

    def sit(self, game: str, token: str | None = None) -> Client:
        return Client(self.port, game, token)


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


class Client:
    """Somebody at a game; keeps the state and the log as a page would."""

    def __init__(self, port: int, game: str, token: str | None) -> None:
        url = f"ws://127.0.0.1:{port}/api/games/{game}/socket"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(url, compression=None, open_timeout=PATIENCE)
        )
        self.state: Data = {}
        self.log: list[Data] = []
        self.received: list[str] = []
        self.num_keys = 0
        self._id = uuid4().hex  # Another client may get the same `id()`.
        hello = {"type": "hello"} if token is None else {"type": "hello", "token": token}
        self.send(hello)
        self.wait("snapshot")

    def send(self, message: object) -> None:
        self.socket.send(orjson.dumps(message).decode())

    def next(self, timeout: float = PATIENCE) -> Data:
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.received.append(text)
        SERVER_MESSAGE.validate_json(text, strict=True)
        message: Data = orjson.loads(text)
        if message["type"] == "snapshot":
            self.state, self.log = message["state"], message["log"]
        elif message["type"] == "changed":
            assert message["keep"] <= len(self.log)
            self.state = message["state"] = {**self.state, **message["state"]}
            self.log = self.log[: message["keep"]] + message["news"]
        return message

    def wait(self, *kinds: str, timeout: float = PATIENCE) -> Data:
        while True:
            message = self.next(timeout)
            if message["type"] in kinds:
                self.open_curtain()
                return message

    def open_curtain(self) -> None:
        """Look at the cards of the seat to move, as a page with both seats does."""
        if self.has_curtain and self.state["viewer"] == "spectator":
            self.send({"type": "reveal"})
            while self.state["viewer"] == "spectator":
                self.next()

    @property
    def has_curtain(self) -> bool:
        return len(self.state.get("holds", ())) == 2 and self.state["to_move"] is not None

    def drain(self) -> list[Data]:
        """Whatever has arrived by now: a ping comes back after all of it."""
        self.send({"type": "ping"})
        messages = []
        while (message := self.next())["type"] != "pong":
            messages.append(message)
        return messages

    def act(self, action: str, *, key: str | None = None, version: int | None = None) -> Data:
        """Do something and wait for the answer."""
        self.num_keys += 1
        key = key or f"k{self.num_keys}-{self._id}"
        version = self.state["version"] if version is None else version
        self.send({"type": "act", "key": key, "version": version, "action": action})
        return self.answer(key)

    def undo(self) -> Data:
        self.num_keys += 1
        key = f"u{self.num_keys}-{self._id}"
        self.send({"type": "undo", "key": key, "version": self.state["version"]})
        return self.answer(key)

    def answer(self, key: str) -> Data:
        while True:
            message = self.wait("changed", "snapshot", "refused")
            if message["key"] == key:
                return message

    def ask(self, kind: str, *answers: str, **fields: Any) -> Data:
        self.send({"type": kind, **fields})
        return self.wait(*(answers or ("changed", "refused")))

    @property
    def is_to_move(self) -> bool:
        return self.state["to_move"] in self.state["holds"]

    def wait_for_turn(self) -> None:
        while not self.is_to_move and self.state["to_move"] is not None:
            self.wait("changed", "snapshot")

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def running(db_url: str, sources: Sources | None = None, **settings: Any) -> Iterator[Server]:
    """A server in a thread of its own, for as long as the block lasts."""
    options: dict[str, Any] = {
        "messages_per_second": 10_000.0,
        "message_burst": 10_000,
        "bot_processes": 0,
        "header_seconds": PATIENCE,
    }
    options |= {"page": Path("/nowhere")}
    options |= {"requests_per_second": 10_000.0, "request_burst": 10_000}
    wanted = Settings(db_url=db_url, **(options | settings))
    metrics = Metrics()
    app = create_app(wanted, sources, metrics=metrics)
    with listening("127.0.0.1", 0) as listener:
        config = server_config(app, wanted)
        config.date_header = False
        # A client that has to wait for the processor must not find its connection closed.
        config.timeout_keep_alive = int(PATIENCE)
        config.timeout_graceful_shutdown = 1
        instance = DrainingServer(config, app.state.endpoint.drain)
        thread = threading.Thread(target=instance.run, kwargs={"sockets": [listener]})
        thread.start()
        while not instance.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.005)
        server = Server(listener.getsockname()[1], app, instance, metrics)
        try:
            yield server
        finally:
            server.http.close()
            instance.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server does not stop"


@contextmanager
def frozen_postgresql(url: str) -> Iterator[None]:
    """Stop all processes of a PostgreSQL server while the block lasts."""
    with psycopg.connect(url) as connection:
        [(file,)] = connection.execute("SELECT pg_read_file('postmaster.pid')").fetchall()
        others = "SELECT pid FROM pg_stat_activity WHERE pid != pg_backend_pid()"
        backends = [pid for (pid,) in connection.execute(others).fetchall()]
    main = int(file.split()[0])
    parent = subprocess.check_output(["ps", "-o", "ppid=", "-p", str(main)], text=True)
    try:
        _signal([main, *backends], signal.SIGSTOP)
        yield
    finally:
        # Where runuser has started PostgreSQL, it stops together with it, but does not wake up.
        _signal([main, *backends, int(parent)], signal.SIGCONT)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def is_closed(client: Client) -> bool:
    try:
        while True:
            client.socket.recv(timeout=PATIENCE)
    except ConnectionClosed:
        return True
