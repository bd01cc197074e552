"""The server archives finished games: no player notices."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest
from tests.server.harness import PATIENCE, Server, running
from tests.server.test_games import play

from kahuna.hosting.play.services import Sources
from kahuna.server.store.database import Database

SOON: dict[str, Any] = {"archive_minutes": 0.0, "tidy_seconds": 0.02}


def wait_until_archived(db_url: str) -> None:
    database, deadline = Database(db_url), time.monotonic() + PATIENCE
    while database.finished_games(time.time() + PATIENCE, after="", limit=1):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    database.close()


def everything(server: Server, game: str, token: str) -> list[Any]:
    """All that somebody can ask about a finished game."""
    with server.sit(game, token) as player, server.sit(game) as spectator:
        shown = [player.state, player.log, spectator.state, spectator.log]
    paths = ("", "/record", "/replay")
    texts = (f"/api/games/{game}/record.txt", f"/api/games/{game}/positions/3.svg")
    return [
        *shown,
        *(server.get(f"/api/games/{game}{path}", token) for path in paths),
        *(server.http.get(path).text for path in texts),
        server.post("/api/my-games", {"tokens": [token]}),
    ]


def test_an_archived_game_looks_as_before_and_has_a_rematch(db_url: str):
    whole_milliseconds = Sources(now=lambda: round(time.time(), 3))
    with running(db_url, whole_milliseconds) as server:
        game, white, black = server.make_online(clock={"kind": "game", "seconds": 3600})
        with server.sit(game, white) as ada, server.sit(game, black) as bob:
            play(Random(5), ada, bob, most=20)
            ada.ask("resign")
        before = everything(server, game, white)
    with running(db_url, **SOON) as server:
        wait_until_archived(db_url)
    with running(db_url) as server:
        assert everything(server, game, white) == before
        link = server.post("/api/links", {"game": game, "token": white})
        with server.sit(game, link["token"]) as ada, server.sit(game, black) as bob:
            ada.ask("rematch")
            bob.drain()
            bob.ask("rematch")
            again = bob.state["rematch"]["game"]
        with server.sit(again, link["token"]) as ada:
            assert ada.state["holds"] == ["black"]
    with running(db_url, **SOON) as server:
        wait_until_archived(db_url)
        with server.sit(game, white) as ada:
            assert ada.state["rematch"]["game"] == again


def test_the_last_request_of_a_seat_is_answered_again_after_archiving(sqlite_url: str):
    """An older one is refused, but never carried out again (docs/guarantees.md)."""
    with running(sqlite_url) as server:
        game, white, black = server.make_online(first="white")
        with server.sit(game, white) as ada, server.sit(game, black) as bob:
            for number in range(2):
                assert ada.act("<*", key=f"w{number}")["type"] == "changed"
                bob.wait_for_turn()
                bob.act("<*", key=f"b{number}")
                ada.wait_for_turn()
            ada.ask("resign")
        before = server.get(f"/api/games/{game}/record")
    with running(sqlite_url, **SOON) as server:
        wait_until_archived(sqlite_url)
        with server.sit(game, white) as ada:
            assert ada.act("<*", key="w1", version=0)["type"] in ("changed", "snapshot")
            assert ada.act("<*", key="w0", version=0)["code"] == "game_over"
            assert ada.act(".", key="w1", version=0)["code"] == "key_reused"
        assert server.get(f"/api/games/{game}/record") == before


def test_a_game_is_archived_under_its_players_eyes(sqlite_url: str):
    with running(sqlite_url, **SOON) as server:
        made = server.make("hotseat")
        with server.sit(made["game"], made["token"]) as both:
            play(Random(6), both, most=20)
            both.ask("resign", "changed", "snapshot")
            wait_until_archived(sqlite_url)
            both.ask("rematch", "changed", "snapshot")
            again = both.state["rematch"]["game"]
        with server.sit(again, made["token"]) as both:
            assert both.state["outcome"] is None


@pytest.mark.parametrize("days", [None, 0.0])
def test_idle_games_expire_only_if_that_is_set(sqlite_url: str, days: float | None):
    with running(sqlite_url) as server:
        made = server.make("hotseat")
    with running(sqlite_url, expire_days=days, **SOON) as server:
        path, deadline = f"/api/games/{made['game']}", time.monotonic() + PATIENCE
        if days is None:
            time.sleep(0.1)
            assert server.http.get(path).status_code == 200
            return
        while server.http.get(path).status_code != 404:
            assert time.monotonic() < deadline
            time.sleep(0.02)
