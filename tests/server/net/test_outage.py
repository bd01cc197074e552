"""While the database does not answer, clients are told to try again later."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest
from sqlalchemy.exc import OperationalError
from tests.server.harness import Server, bearer, running
from websockets.exceptions import ConnectionClosed

TRY_LATER = 1013


def fail() -> NoReturn:
    raise OperationalError("SELECT 1", {}, sqlite3.OperationalError("disk I/O error"))


@contextmanager
def outage(server: Server, *, forget: bool = True) -> Iterator[None]:
    """Let the database of a server fail, with no game in memory unless wanted."""
    if forget:
        server.registry._rooms.clear()
    database = server.registry.store._database
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database._engine, "connect", fail)
        for begun in (database._engine, database._writer, database._follower):
            patch.setattr(begun, "begin", fail)
        yield


def test_requests_are_told_to_try_again_later(sqlite_url: str, caplog: pytest.LogCaptureFixture):
    with running(sqlite_url) as server:
        made = server.make("hotseat", first="white")
        game, token = f"/api/games/{made['game']}", made["token"]
        with server.sit(made["game"], token) as both:
            both.ask("resign")
        requests: list[tuple[str, str, dict[str, Any] | None]] = [
            ("POST", "/api/games", {"mode": "online"}),
            ("POST", "/api/my-games", {"tokens": [token]}),
            ("GET", game, None),
            ("GET", f"{game}/links", None),
            ("GET", f"{game}/record", None),
            ("GET", f"{game}/replay", None),
            ("GET", f"{game}/review", None),
            ("POST", f"{game}/review", None),
        ]
        with outage(server):
            for method, path, body in requests:
                caplog.clear()
                answer = server.http.request(method, path, json=body, headers=bearer(token))
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), path
                assert int(answer.headers["retry-after"]) > 0
                [line] = [r for r in caplog.records if not r.name.endswith("registry")]
                assert line.getMessage() == "the database does not answer: OperationalError"
                assert line.exc_info is None
        assert server.get(f"{game}/review")["status"] == "none"


def test_a_review_of_a_game_in_memory_needs_the_database_too(sqlite_url: str):
    with running(sqlite_url) as server:
        game = server.make("hotseat")["game"]
        with outage(server, forget=False):
            assert server.http.get(f"/api/games/{game}").status_code == 200
            assert server.http.get(f"/api/games/{game}/review").status_code == 503


def test_sockets_are_told_to_try_again_later(sqlite_url: str, caplog: pytest.LogCaptureFixture):
    with running(sqlite_url) as server:
        made = server.make("hotseat")
        with outage(server), pytest.raises(ConnectionClosed) as closed:
            server.sit(made["game"], made["token"])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TRY_LATER
        assert not [r for r in caplog.records if r.name.startswith("uvicorn")]
        with server.sit(made["game"], made["token"]):
            pass
