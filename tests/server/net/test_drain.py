"""A server that ends finishes what was asked for and tells clients to connect again."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.server.harness import PATIENCE, Client, bearer, running
from verification.programs import Redis, free_port
from websockets.exceptions import ConnectionClosed

from kahuna.hosting.play import session
from kahuna.server.net import websocket

INTERNAL_ERROR = 1011
RESTART = 1012


def close_code(client: Client) -> int | None:
    """Read to the end; return the code with which the server has closed the connection."""
    try:
        while True:
            client.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_clients_are_told_to_connect_again(sqlite_url: str):
    with running(sqlite_url) as server:
        game, white, black = server.make_online(first="white")
        clients = [server.sit(game, token) for token in (white, black, None)]
        server.instance.should_exit = True
        assert [close_code(client) for client in clients] == [RESTART] * 3
        for client in clients:
            client.close()


def test_a_move_in_progress_is_acknowledged_before_the_end(sqlite_url: str, tmp_path: Path):
    with running(sqlite_url) as server, ThreadPoolExecutor(1) as threads:
        game, white, _ = server.make_online(first="white")
        with server.sit(game, white) as ada:
            with closing(sqlite3.connect(tmp_path / "games.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                move = threads.submit(ada.act, "<*", key="k")
                while not server.registry.store._writer._running:
                    time.sleep(0.01)
                server.instance.should_exit = True
                time.sleep(0.3)
                assert not move.done()
                other.rollback()
            assert move.result(PATIENCE)["key"] == "k"
            assert close_code(ada) == RESTART


def start_program(db: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-u", "-m", "kahuna", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--db", f"sqlite:///{db}", *options], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, next(word for word in process.stdout.readline().split() if "http" in word)


def test_a_second_signal_ends_the_server_at_once(tmp_path: Path):
    metrics = free_port()
    process, address = start_program(tmp_path / "games.db", "--metrics-port", str(metrics))
    with process, httpx.Client(base_url=address, timeout=PATIENCE) as http:
        made = http.post("/api/games", json={"mode": "hotseat"}).json()
        with closing(sqlite3.connect(tmp_path / "games.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            client = Client(
                int(address.rstrip("/").rpartition(":")[2]), made["game"], made["token"]
            )
            client.send({"type": "resign"})
            received = 'kahuna_messages_total{type="resign"} 1.0'
            while received not in http.get(f"http://127.0.0.1:{metrics}/metrics").text:
                time.sleep(0.01)
            process.send_signal(signal.SIGTERM)
            time.sleep(1)  # A signal that is not handled yet would swallow the next one.
            assert process.poll() is None
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)  # The write still waits for the lock.
            client.close()
        assert process.returncode == 128 + signal.SIGTERM


def test_a_rolling_restart_loses_nothing(postgresql_url: str, redis: Redis):
    """A player goes on at the second node while the first one ends."""
    with running(postgresql_url, hub_url=redis.url) as two:
        with running(postgresql_url, hub_url=redis.url) as one:
            game, white, black = one.make_online(first="white")
            with two.sit(game, black) as bob:
                with one.sit(game, white) as ada:
                    ada.act("<*")
                    one.instance.should_exit = True
                    assert close_code(ada) == RESTART
                with two.sit(game, white) as ada:
                    bob.wait_for_turn()
                    bob.act("<*")
                    ada.wait_for_turn()
                    assert len(ada.log) == len(bob.log)
        assert two.http.get(f"/api/games/{game}/links", headers=bearer(white)).is_success


def test_a_draining_server_is_not_ready(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    with running(sqlite_url) as server:
        assert server.http.get("/readyz").status_code == 200
        monkeypatch.setattr(server.endpoint, "is_draining", True)
        assert server.http.get("/readyz").status_code == 503
        made = server.make("hotseat")
        with pytest.raises(ConnectionClosed) as closed:
            server.sit(made["game"], made["token"])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == RESTART


class SlowClock:
    """Lets the start of a clock, with which a session begins, take as long as wanted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_reached = threading.Event()
        self.may_go_on = threading.Event()
        monkeypatch.setattr(session, "start_clock", self._wait)

    async def _wait(self, _registry: object, _room: object) -> None:
        self.is_reached.set()
        while not self.may_go_on.is_set():
            await asyncio.sleep(0.01)


def test_who_connects_while_the_server_begins_to_drain_is_told_too(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(websocket, "DRAIN_SECONDS", PATIENCE)
    with running(sqlite_url) as server:
        game, clock = server.make("online")["game"], SlowClock(monkeypatch)
        with server.sit(game) as client:
            assert clock.is_reached.wait(PATIENCE)
            began = time.monotonic()
            server.instance.should_exit = True
            while not server.endpoint.is_draining:
                time.sleep(0.01)
            clock.may_go_on.set()
            assert close_code(client) == RESTART
            assert time.monotonic() - began < PATIENCE / 2


def test_a_slow_database_is_not_held_against_the_client(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
):
    """Only the hello itself has to come in time."""
    with running(sqlite_url, hello_seconds=1.0) as server:
        game, clock = server.make("online")["game"], SlowClock(monkeypatch)
        with server.sit(game) as client:
            assert clock.is_reached.wait(PATIENCE)
            time.sleep(1.5)
            clock.may_go_on.set()
            client.ask("ping", "pong")


def test_a_session_that_cannot_begin_leaves_the_room(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
):
    async def fail(_registry: object, _room: object) -> None:
        raise ValueError

    with running(sqlite_url) as server:
        game = server.make("online")["game"]
        with monkeypatch.context() as broken:
            broken.setattr(session, "start_clock", fail)
            with server.sit(game) as client:
                assert close_code(client) == INTERNAL_ERROR
        assert not server.registry._rooms[game].connections
        with server.sit(game) as client:
            client.ask("ping", "pong")
