"""Finished games: images, text, import, and branches from any position."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from tests.server.harness import Server, running
from tests.server.test_games import play

from kahuna.core import Action, Seat, View, cards_of
from kahuna.core.events import CardBuried, CardDrawn
from kahuna.hosting.play.services import Sources
from kahuna.match import RandomChance
from kahuna.record import parse_cards, parse_game, parse_record, replay

WHITE_BOT = {"seat": "black", "bot": "pua"}
BLACK_BOT = {"seat": "white", "bot": "pua"}


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Server]:
    """A server that always deals the same cards, so that every run tests the same games."""
    rng = Random(1)
    with running(sqlite_url, Sources(chance=lambda: RandomChance(rng))) as started:
        yield started


def finished(server: Server) -> str:
    """A game that was played to its end."""
    made = server.make("hotseat")
    with server.sit(made["game"], made["token"]) as both:
        play(Random(2), both)
    return str(made["game"])


def resigned(server: Server) -> tuple[str, dict[str, list[Any]]]:
    """A game broken off after some turns, and what its viewers had in their logs before."""
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob, server.sit(game) as eve:
        for client in (ada, bob) * 2 + (ada,):
            client.drain()
            client.act(f"x{client.state['own']['hand'][0]}")
            client.act("<*")
        logs = {}
        for name, client in (("white", ada), ("black", bob), ("spectator", eve)):
            client.drain()
            logs[name] = client.log
        ada.ask("resign")
    return game, logs


def branch(server: Server, game: str, **wanted: object) -> Any:
    return server.post(f"/api/games/{game}/branch", wanted)


@pytest.mark.parametrize("wanted", [WHITE_BOT, BLACK_BOT])
def test_a_branch_begins_with_the_plies_so_far_and_is_a_game_like_any_other(server: Server, wanted):
    game = finished(server)
    record = server.get(f"/api/games/{game}/record")
    moment = server.get(f"/api/games/{game}/replay")["moments"][30]
    made = branch(server, game, ply=30, name="Ada", **wanted)
    assert made["seats"] == [wanted["seat"]]
    with server.sit(made["game"], made["token"]) as ada:
        if moment["to_move"] == wanted["seat"]:
            assert ada.state["own"]["hand"] == moment[wanted["seat"]]["hand"]
            assert ada.state["seats"]["white"]["bridges"] == moment["white"]["bridges"]
        assert ada.state["mode"] == "bot"
        assert ada.state["seats"][wanted["seat"]]["name"] == "Ada"
        rng = Random(1)
        ada.wait_for_turn()
        while ada.is_to_move:
            ada.act(rng.choice(ada.state["legal"])["action"])
            ada.wait_for_turn()
        played = ada.state["record"]
    assert played["plies"][:30] == record["plies"][:30]
    assert played["deal"] == record["deal"]
    assert list(replay(parse_record(server.http.get(f"/api/games/{made['game']}/record").text)))


def test_a_branch_hides_what_the_game_hid(server: Server, monkeypatch: pytest.MonkeyPatch):
    game, logs = resigned(server)
    views: list[View] = []

    async def decide(bot: str, view: View, **_: object) -> Action:
        views.append(view)
        return await asyncio.Future()

    monkeypatch.setattr(server.bots, "decide", decide)
    moments = server.get(f"/api/games/{game}/replay")["moments"]
    last = len(moments) - 1
    for seat in Seat:
        name = seat.name.lower()
        made = branch(server, game, ply=last, seat=name, bot="pua")
        with server.sit(made["game"], made["token"]) as ada, server.sit(made["game"]) as eve:
            assert ada.log == logs[name]
            assert eve.log == logs["spectator"]
            assert ada.state["own"]["hand"] == moments[last][name]["hand"]
            assert ada.state["record"] is None
        one_sided = server.get(f"/api/games/{made['game']}/record", made["token"])
        assert one_sided["deal"]["hands"][seat.other] == "???"
        assert server.http.get(f"/api/games/{made['game']}/replay").status_code == 409
    (view,) = views
    known = [event.seat for event in view.history if isinstance(event, CardDrawn | CardBuried)]
    assert known == [view.viewer] * 4
    assert view.own.hand == cards_of(parse_cards("".join(moments[last]["black"]["hand"])))


def test_a_branch_draws_new_cards(server: Server):
    game = finished(server)
    record = server.get(f"/api/games/{game}/record")
    number = next(i for i, ply in enumerate(record["plies"]) if ply.startswith("<*="))
    seat = server.get(f"/api/games/{game}/replay")["moments"][number]["to_move"]
    drawn = set()
    for _ in range(12):
        made = branch(server, game, ply=number, seat=seat, bot="pua")
        with server.sit(made["game"], made["token"]) as ada:
            ada.act("<*")
            drawn.add(next(e["card"] for e in reversed(ada.log) if e.get("type") == "card_drawn"))
    assert len(drawn) > 1


def test_branches_that_are_refused(server: Server):
    game = finished(server)
    num = len(server.get(f"/api/games/{game}/record")["plies"])

    def refused(where: str, **wanted: object) -> tuple[int, str]:
        answer = server.http.post(f"/api/games/{where}/branch", json=BLACK_BOT | wanted)
        return answer.status_code, answer.json()["problems"][0]

    assert refused(game, ply=num) == (
        409, f"the game is over after ply {num}: nothing is left to play",
    )  # fmt: skip
    assert refused(game, ply=num + 1) == (422, f"there is no ply {num + 1}: the game has {num}")
    assert refused(game, ply=-1)[0] == 422
    assert refused(game, ply="3")[0] == 422
    assert refused(game, ply=3, seat="random")[0] == 422
    assert refused(game, ply=3, plies=[])[0] == 422
    assert "there is no bot 'hal'" in refused(game, ply=3, bot="hal")[1]
    assert refused("nowhere", ply=3) == (404, "there is no such game")


def test_an_unfinished_game_is_not_shown(server: Server):
    game, white, _ = server.make_online(first="white")
    with server.sit(game, white) as ada:
        ada.act("<*")
        for answer in (
            server.http.get(f"/api/games/{game}/replay"),
            server.http.get(f"/api/games/{game}/positions/0.svg"),
            server.http.post(f"/api/games/{game}/branch", json={"ply": 0, **BLACK_BOT}),
        ):
            assert (answer.status_code, answer.json()["problems"]) == (
                409,
                ["the game is not over"],
            )
        text = server.http.get(f"/api/games/{game}/record.txt").text
        assert "deal: ??? ???" in text
        assert text.endswith("1. white <*\n")
        own = server.http.get(
            f"/api/games/{game}/record.txt", headers={"authorization": f"Bearer {white}"}
        ).text
        assert "1. white <*=" in own


def test_a_finished_game_is_available_as_images_and_text(server: Server):
    game = finished(server)
    moments = server.get(f"/api/games/{game}/replay")["moments"]
    chart = server.http.get(f"/api/games/{game}/positions/40.svg")
    assert chart.headers["content-type"].startswith("image/svg+xml")
    assert ", ply 40</title>" in chart.text
    night = server.http.get(f"/api/games/{game}/positions/40.svg", params={"look": "night"})
    assert night.is_success
    assert night.text != chart.text
    assert server.http.get(f"/api/games/{game}/positions/{len(moments)}.svg").status_code == 422
    nonsense = server.http.get(f"/api/games/{game}/positions/x.svg")
    assert nonsense.status_code == 422
    assert "path.ply" in nonsense.json()["problems"][0]
    assert server.http.get("/api/games/!/positions/x.svg").status_code == 404
    text = server.http.get(f"/api/games/{game}/record.txt").text
    assert [*parse_game(text).plies] == [
        *parse_record(server.http.get(f"/api/games/{game}/record").text).plies
    ]


def test_a_file_of_either_form_is_imported(server: Server):
    game = finished(server)
    for form in ("record", "record.txt"):
        text = server.http.get(f"/api/games/{game}/{form}").text
        made = server.post("/api/games/import", {"record": text})
        assert server.get(f"/api/games/{made['game']}/record")["plies"]


SPOILT: list[tuple[Callable[[str], str], str, str]] = [
    (lambda text: text[:-1], "this is not a complete JSON object", "no_json"),
    (lambda text: text.replace('"<*=', '"<?=', 1), "is not a move", "ply"),
    (lambda text: text.replace("-record", "-game"), "format: ", "no_record"),
    (lambda text: text.replace('"version":1', '"version":2'), "version: ", "unknown_version"),
    (lambda text: text.replace('"first"', '"last"'), "there is no 'first'", "content"),
    (lambda text: re.sub(r'(?<="hands":\[")...', "???", text), "deal.hands", "one_sided"),
    (lambda text: text.replace('"points"', '"timeout"'), "the outcome is given", "outcome"),
    (lambda text: "chess", "expected 'kahuna game' as the title", "no_record"),
    (lambda text: "", "expected 'kahuna game' as the title", "no_record"),
]
"""What is done to a record, what is wrong with it then, and of which kind that is."""


def test_a_flawed_file_is_refused_with_the_flaw(server: Server):
    game = finished(server)
    text = server.http.get(f"/api/games/{game}/record").text
    for spoil, problem, kind in SPOILT:
        answer = server.http.post("/api/games/import", json={"record": spoil(text)})
        assert answer.status_code == 422
        fault = answer.json()
        (said,) = fault["problems"]
        assert problem in said
        assert fault["flaw"]["kind"] == kind


@pytest.mark.parametrize("form", ["record", "record.txt"])
def test_a_flawed_ply_is_named(server: Server, form: str):
    game = finished(server)
    plies = server.get(f"/api/games/{game}/record")["plies"]
    text = server.http.get(f"/api/games/{game}/{form}").text
    number = next(i for i, ply in enumerate(plies, 1) if ply.startswith("+") and i > 4)
    for wrong in ("+AL/A", "?"):
        spoilt = text.replace(plies[number - 1], wrong, 1)
        answer = server.http.post("/api/games/import", json={"record": spoilt})
        fault = answer.json()
        assert f"ply {number}: " in fault["problems"][0]
        assert (fault["flaw"]["kind"], fault["flaw"]["ply"]) == ("ply", number)
