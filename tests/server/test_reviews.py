"""Reviews over HTTP: finished games only, in the background."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from tests.coach.games import resigned as ended_early
from tests.coach.games import whole_game
from tests.server.harness import PATIENCE, Server, running

from kahuna.record import format_record
from kahuna.server.store.database import Database
from kahuna.workers import Worker, WorkerLostError


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    url = f"sqlite:///{tmp_path_factory.mktemp('server') / 'games.db'}"
    with running(url, review_budget=1) as started:
        yield started


def resigned(server: Server) -> str:
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black):
        ada.act(f"x{ada.state['own']['hand'][0]}")
        ada.act("<*")
        ada.ask("resign")
    return game


def reviewed(server: Server, game: str, language: str) -> Any:
    address = f"/api/games/{game}/review?language={language}"
    deadline = time.monotonic() + PATIENCE
    state = server.post(address)
    while state["status"] in ("waiting", "running"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
        state = server.get(address)
    return state


def test_a_finished_game_is_reviewed_in_the_background(server: Server) -> None:
    game = resigned(server)
    assert server.get(f"/api/games/{game}/review")["status"] == "none"
    state = reviewed(server, game, "de")
    assert state["status"] == "done"
    report = state["report"]
    assert len(report["values"]) == 3
    first = report["decisions"][0]
    assert (first["ply"], first["seat"]) == (1, "white")
    assert "verdeckt abgelegt" in first["played"]["words"]
    assert first["played"]["cards"] == [first["played"]["notation"][1:]]
    assert server.post(f"/api/games/{game}/review")["status"] == "done"


def test_a_review_survives_a_restart_and_ends_with_its_game(sqlite_url: str) -> None:
    with running(sqlite_url, review_budget=1) as server:
        game, white, black = server.make_online(first="white")
        with server.sit(game, white) as ada, server.sit(game, black):
            ada.act("<*")
            ada.ask("resign")
        before = reviewed(server, game, "it")
        assert before["status"] == "done"
    with running(sqlite_url, review_budget=2) as server:
        assert server.get(f"/api/games/{game}/review")["status"] == "none"
    with running(sqlite_url, review_budget=1) as server:
        assert server.get(f"/api/games/{game}/review?language=it") == before
        for token in (white, black):
            headers = {"authorization": f"Bearer {token}"}
            server.http.delete(f"/api/games/{game}", headers=headers)
    with closing(Database(sqlite_url)) as database:
        assert database.load_review(game, 1) is None


def imported(server: Server) -> str:
    """Make a finished game without playing it."""
    record = format_record(ended_early(whole_game(), 2))
    game: str = server.post("/api/games/import", {"record": record})["game"]
    return game


def ask_from(server: Server, address: str, game: str) -> Any:
    """Ask for a review through a proxy."""
    headers = {"x-forwarded-for": address}
    return server.http.post(f"/api/games/{game}/review", headers=headers)


def test_one_address_does_not_lock_others_out(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_over = threading.Event()

    def wait(*_: object, **_options: object) -> None:
        is_over.wait(PATIENCE)
        raise WorkerLostError("on purpose")

    monkeypatch.setattr(Worker, "ask", wait)
    with running(sqlite_url, proxies=("127.0.0.1",)) as server:
        try:
            *many, one = [imported(server) for _ in range(23)]
            answers = [ask_from(server, "192.0.2.1", game) for game in many]
            assert {answer.status_code for answer in answers} == {200, 429}
            answer = ask_from(server, "192.0.2.2", one)
            assert answer.status_code == 200
            assert answer.json()["status"] == "waiting"
        finally:
            is_over.set()


def test_a_running_game_is_not_reviewed(server: Server) -> None:
    game, _, _ = server.make_online()
    assert server.http.post(f"/api/games/{game}/review").status_code == 409


def test_a_game_without_a_move_is_not_reviewed(server: Server) -> None:
    game, white, _ = server.make_online()
    with server.sit(game, white) as ada:
        ada.ask("resign")
    assert server.http.post(f"/api/games/{game}/review").status_code == 409


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nonsense_is_refused(server: Server, method: str) -> None:
    assert server.http.request(method, "/api/games/nowhere/review").status_code == 404
    game = resigned(server)
    bad = server.http.request(method, f"/api/games/{game}/review?language=xx")
    assert bad.status_code == 422 or bad.json()["code"] == "invalid"
