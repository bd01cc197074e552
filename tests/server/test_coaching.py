"""The coach over HTTP: help in games against the computer, and the analysis board."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi import FastAPI
from starlette.requests import ClientDisconnect
from tests.server.harness import PATIENCE, Server, bearer

from kahuna.hosting.play.new_game import NewGame
from kahuna.hosting.play.seating import Seating, SeatTaken
from kahuna.server.app import create_app
from kahuna.server.jobs import coach_pool
from kahuna.server.jobs.fair_pool import QueueLimit
from kahuna.server.routes.study import MAX_ANALYSES_PER_ADDRESS
from kahuna.server.settings import Settings
from kahuna.workers import Worker, WorkerFailedError

POSITION = "AD,BC,BE,DE,DH,EH/AB,AH,EF,EI,EJ,HI,HL AB/E?? CDF - -/- - 1.9 w kosmos-2015"


def against_computer(server: Server, **wanted: Any) -> tuple[str, str]:
    made = server.make("bot", bot="greedy", seat="white", first="white", **wanted)
    return made["game"], made["token"]


def ask(server: Server, game: str, token: str | None, what: str, **options: Any) -> Any:
    return server.http.post(f"/api/games/{game}/{what}", headers=bearer(token), params=options)


def play_turn(client: Any) -> None:
    """Draw, and wait until the computer has moved too."""
    client.act("<*")
    while client.state["to_move"] != "white":
        client.wait("changed")


def test_advice_ranks_the_moves_and_is_noted_in_the_record(server: Server) -> None:
    game, token = against_computer(server)
    with server.sit(game, token) as ada:
        assert ada.state["assisted"] == []
        found = ask(server, game, token, "advice", language="de").json()
        assert ada.wait("changed")["state"]["assisted"] == ["white"]
        assert found["version"] == ada.state["version"]
        legal = {choice["action"] for choice in ada.state["legal"]}
        assert {ranked["move"]["notation"] for ranked in found["moves"]} == legal
        assert found["moves"][0]["loss"] == 0
        assert any("nehmen" in ranked["move"]["words"] for ranked in found["moves"])
        ada.ask("resign")
        assert ada.state["record"]["seats"][0]["assisted"] is True
        assert "assisted" not in ada.state["record"]["seats"][1]
    assert "assisted: white" in server.http.get(f"/api/games/{game}/record.txt").text


def test_a_turn_is_checked_and_taken_back(server: Server) -> None:
    game, token = against_computer(server)
    with server.sit(game, token) as ada:
        assert ask(server, game, token, "check").status_code == 409
        before, log = ada.state, ada.log
        ada.act(f"x{ada.state['own']['hand'][0]}")
        play_turn(ada)
        found = ask(server, game, token, "check").json()
        plies = [decision["ply"] for decision in found["decisions"]]
        assert plies == [1, 2]
        assert found["can_take_back"]
        version = ada.state["version"]
        assert ask(server, game, token, "take-back").status_code == 204
        ada.wait("snapshot")
        assert ada.state["own"] == before["own"]
        assert ada.log == log
        assert ada.state["version"] > version
        play_turn(ada)
    # What was taken back is not forgotten by a server that starts anew.
    server.registry._rooms.clear()
    with server.sit(game, token) as ada:
        assert ada.state["turn"] == 3
        assert ada.state["assisted"] == ["white"]


def test_a_turn_in_progress_is_checked_too(server: Server) -> None:
    game, token = against_computer(server)
    with server.sit(game, token) as ada:
        ada.act(f"x{ada.state['own']['hand'][0]}")
        for is_first in (True, False):
            found = ask(server, game, token, "check", is_first=is_first).json()
            assert [decision["ply"] for decision in found["decisions"]] == [1]


@pytest.mark.parametrize("what", ["advice", "check", "take-back"])
def test_between_people_there_is_no_help(server: Server, what: str) -> None:
    game, white, _ = server.make_online(first="white")
    answer = ask(server, game, white, what)
    assert answer.status_code == 409
    assert server.get(f"/api/games/{game}/record", white)["seats"][0] == {"name": None}
    made = server.make("hotseat")
    assert ask(server, made["game"], made["token"], what).status_code == 409


@pytest.mark.parametrize("what", ["advice", "check", "take-back"])
def test_only_the_player_may_ask(server: Server, what: str) -> None:
    game, _ = against_computer(server)
    assert ask(server, game, None, what).status_code == 403
    assert ask(server, game, "nonsense", what).status_code == 403
    assert ask(server, "nowhere", None, what).status_code == 404


def test_without_help_nothing_is_taken_back(server: Server) -> None:
    game, token = against_computer(server)
    with server.sit(game, token) as ada:
        play_turn(ada)
        assert ask(server, game, token, "take-back").status_code == 409


def test_with_a_clock_nothing_is_taken_back(server: Server) -> None:
    game, token = against_computer(server, clock={"kind": "game", "seconds": 600})
    with server.sit(game, token) as ada:
        play_turn(ada)
        assert not ask(server, game, token, "check").json()["can_take_back"]
        assert ask(server, game, token, "take-back").status_code == 409


def test_after_the_game_the_review_helps(server: Server) -> None:
    game, token = against_computer(server)
    with server.sit(game, token) as ada:
        ada.ask("resign")
    assert ask(server, game, token, "advice").status_code == 409


def test_a_position_is_studied_move_by_move(server: Server) -> None:
    found = server.post("/api/study", {"position": POSITION})
    assert found["state"]["own"]["hand"] == ["A", "B"]
    assert found["known"] == ["E"]
    assert found["position"] == POSITION
    after = server.post("/api/study", {"position": POSITION, "actions": ["+BF/B"]})
    assert "BF" in after["state"]["seats"]["white"]["bridges"]
    assert after["state"]["can_undo"]
    ended = server.post("/api/study", {"position": POSITION, "actions": ["+BF/B", "<C"]})
    assert ended["is_over"]
    assert ended["state"]["legal"] == []
    told = server.post("/api/study/preview", {"position": POSITION, "action": "+BF/B"})
    assert told["type"] == "previewed"
    refused = server.post("/api/study/preview", {"position": POSITION, "action": "+CK/C"})
    assert refused["reason"] == "card_not_held"


def test_an_analysis_comes_line_by_line(server: Server) -> None:
    with server.http.stream("POST", "/api/study/analysis", json={"position": POSITION}) as answer:
        lines = answer.iter_lines()
        first, second = (orjson.loads(next(lines)) for _ in range(2))
    assert 0 < first["progress"] < second["progress"] < 1
    assert len(first["moves"]) > 5


def test_a_client_that_leaves_before_the_first_line_does_not_count(sqlite_url: str) -> None:
    """A client that cannot be sent anything must not use up its analyses."""
    body = orjson.dumps({"position": POSITION})
    address = "/api/study/analysis"
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
        "method": "POST", "scheme": "http", "path": address, "raw_path": address.encode(),
        "query_string": b"", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")],
    }  # fmt: skip

    async def ask(app: FastAPI) -> int:
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
            raise OSError

        with suppress(OSError, ClientDisconnect):
            await app(dict(scope), receive, send)
        return statuses[0]

    async def main() -> None:
        app = create_app(Settings(db_url=sqlite_url, page=Path("/nowhere")))
        async with app.router.lifespan_context(app):
            for _ in range(MAX_ANALYSES_PER_ADDRESS + 1):
                assert await ask(app) == 200

    asyncio.run(main())


class Asking:
    """A request for advice that is being answered."""

    def __init__(self, app: FastAPI, address: str, made: SeatTaken) -> None:
        self.left = asyncio.Event()
        path = f"/api/games/{made['game']}/advice"
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1", "method": "POST", "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": b"", "client": (address, 1),
            "server": ("127.0.0.1", 80),
            "headers": [
                (b"host", b"127.0.0.1"), (b"authorization", f"Bearer {made['token']}".encode())
            ],
        }  # fmt: skip
        self.task = asyncio.create_task(self._ask(app, scope))

    async def _ask(self, app: FastAPI, scope: dict[str, Any]) -> int:
        messages = iter([{"type": "http.request", "body": b"", "more_body": False}])
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            if (message := next(messages, None)) is not None:
                return message
            await self.left.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await app(scope, receive, send)
        return statuses[0]


def test_the_coach_shares_its_time_among_addresses_and_forgets_who_has_gone(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_busy, is_over = threading.Event(), threading.Event()

    def wait(*_: object, **_options: object) -> None:
        is_busy.set()
        is_over.wait(PATIENCE)
        raise WorkerFailedError("on purpose")

    monkeypatch.setattr(Worker, "ask", wait)
    monkeypatch.setattr(coach_pool, "MAX_WAITING", QueueLimit(per_player=1, in_all=100))

    async def main(app: FastAPI) -> None:
        wanted = NewGame(mode="bot", bot="greedy", seat="white", first="white")
        made = await Seating(app.state.node.registry).make(wanted)
        first = Asking(app, "192.0.2.1", made)
        await asyncio.to_thread(is_busy.wait, PATIENCE)
        two = [Asking(app, "192.0.2.1", made) for _ in range(2)]
        done, _ = await asyncio.wait(
            [asking.task for asking in two], return_when=asyncio.FIRST_COMPLETED
        )
        assert [task.result() for task in done] == [429]
        other = Asking(app, "192.0.2.2", made)
        for asking in two:
            asking.left.set()
            await asking.task  # It ends before the coach has time.
        again = Asking(app, "192.0.2.1", made)
        refused = Asking(app, "192.0.2.1", made)
        await asyncio.wait([again.task, refused.task], return_when=asyncio.FIRST_COMPLETED)
        is_over.set()
        statuses = sorted([await again.task, await refused.task])
        assert [await first.task, await other.task, *statuses] == [503, 503, 429, 503]

    async def run() -> None:
        app = create_app(Settings(db_url=sqlite_url, page=Path("/nowhere")))
        async with app.router.lifespan_context(app):
            try:
                async with asyncio.timeout(PATIENCE):
                    await main(app)
            finally:
                is_over.set()

    asyncio.run(run())


def test_positions_of_a_finished_game_are_studied(server: Server) -> None:
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob:
        refused = server.http.post("/api/study", json={"game": game, "ply": 0})
        assert refused.status_code == 409
        hand = bob.state["own"]["hand"]
        ada.act("<*")
        ada.ask("resign")
    seen = server.post("/api/study", {"game": game, "ply": 0})
    assert seen["state"]["viewer"] == "white"
    assert seen["known"] == []
    assert "/???" in seen["position"]
    known = server.post("/api/study", {"game": game, "ply": 0, "knows_hand": True})
    assert known["known"] == hand
    assert server.post("/api/study", {"game": game, "ply": 1})["state"]["viewer"] == "black"


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({}, 422, "name a game or a position"),
        ({"position": "nonsense"}, 422, "9 fields"),
        ({"position": POSITION.replace("CDF", "CCC")}, 422, "3 cards of"),
        ({"position": POSITION.replace("AB/", "A?/")}, 422, "own cards"),
        ({"position": POSITION, "actions": ["+CK/C"]}, 422, "actions"),
        ({"position": POSITION, "actions": ["<C", "<D"]}, 422, "the turn is over"),
        ({"position": POSITION.replace(" w ", " #w=points ")}, 422, "nobody is to move"),
        ({"position": "x" * 401}, 422, "position"),
        ({"game": "nowhere"}, 404, "no such game"),
    ],
)
def test_nonsense_is_explained(server: Server, body: Any, status: int, problem: str) -> None:
    for path in ("/api/study", "/api/study/analysis"):
        answer = server.http.post(path, json=body)
        assert answer.status_code == status
        assert problem in " ".join(answer.json()["problems"])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the line ALOA–BARI has two owners"),
        ("de", "Auf der Linie ALOA–BARI liegen zwei Stäbe"),
        ("nl", "Op de lijn ALOA–BARI liggen twee staafjes"),
        ("it", "Sulla linea ALOA–BARI ci sono due ponti"),
    ],
)
def test_an_impossible_position_is_explained_in_the_language(
    server: Server, language: str, said: str
) -> None:
    position = "AB/AB ABC/??? DEF - -/- - 1.1 w kosmos-2015"
    refused = server.http.post(
        "/api/study", json={"position": position}, params={"language": language}
    )
    assert refused.status_code == 422
    assert refused.json()["problems"] == [said]
    assert refused.json()["flaw"] is None


def test_a_position_that_cannot_be_read_has_a_flaw(server: Server) -> None:
    refused = server.http.post(
        "/api/study", json={"position": POSITION.replace(" - 1.9", " x 1.9")}
    )
    assert refused.json()["flaw"] == {"kind": "content", "line": None, "ply": None}
