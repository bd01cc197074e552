"""HTTP beside the live game."""

from __future__ import annotations

import json
import logging
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import httpx
import pytest
from tests.server.harness import (
    PATIENCE,
    Server,
    bearer,
    exposition,
    frozen_postgresql,
    is_closed,
    running,
)
from tests.server.test_games import play
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kahuna.bots import LEVELS
from kahuna.core import EDITIONS, Seat
from kahuna.hosting.play.game import MAX_LINKS
from kahuna.hosting.play.new_game import clean_name
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.server.logging import JsonFormatter, PlainFormatter
from kahuna.server.net.limits import is_loopback
from kahuna.server.net.middleware import MAX_BODY
from kahuna.server.settings import default_db_url
from kahuna.server.startup import address_of, listening
from kahuna.server.startup_errors import StartError


def finished(server: Server) -> tuple[str, str]:
    """A game that was played to its end at one device, and its token."""
    made = server.make("hotseat")
    with server.sit(made["game"], made["token"]) as both:
        play(Random(2), both)
    return made["game"], made["token"]


def test_the_catalogue_lists_everything_to_choose_from(server: Server):
    catalogue = server.get("/api/catalogue")
    assert [edition["key"] for edition in catalogue["editions"]] == list(EDITIONS)
    assert catalogue["usual"]["edition"] == "kosmos-2015"
    assert catalogue["choices"] == {
        "least_supply": 1, "most_supply": 99, "handicaps": [0, 1, 2, 3],
        "discards": ["free", "instead"], "final_scorings": ["difference", "own_stones"],
        "variants": ["no_trespass", "open_hands"],
    }  # fmt: skip
    assert [bot["key"] for bot in catalogue["bots"]] == list(LEVELS)
    assert [bot["level"] for bot in catalogue["bots"]] == list(range(1, len(LEVELS) + 1))
    assert catalogue["islands"][0] == {
        "letter": "A", "name": "ALOA", "lines": ["AB", "AD", "AH"], "majority": 2,
    }  # fmt: skip


def test_facts_contain_public_information_only(server: Server):
    made = server.make("online", seat="black", first="black", name="  Bo\u202eb\n ")
    facts = server.get(f"/api/games/{made['game']}")
    assert facts["players"]["black"] == {
        "name": "Bob", "kind": "human", "bot": None, "account": None, "joined": True,
        "vacation_until": None,
    }  # fmt: skip
    assert not facts["players"]["white"]["joined"]
    assert facts["can_join"]
    assert facts["to_move"] is None
    server.post(f"/api/games/{made['game']}/join", {"invite": made["invite"], "name": "Ada"})
    facts = server.get(f"/api/games/{made['game']}")
    assert not facts["can_join"]
    assert facts["players"]["white"]["name"] == "Ada"
    assert facts["to_move"] == "black"


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"mode": "chess"}, "mode"),
        ({"mode": "bot"}, "bot: none is given; there are random, greedy, "),
        ({"mode": "hotseat", "bot": "pua"}, "bot: only a game of the mode 'bot' has one"),
        ({"mode": "bot", "bot": "deep"}, "no bot"),
        ({"mode": "online", "extra": 1}, "extra"),
        ({"mode": "online", "seat": "red"}, "seat"),
        ({"mode": "online", "ruleset": {"edition": "mine"}}, "edition"),
        ({"mode": "online", "ruleset": {"edition": "ksr", "no_trespass": True}}, "variant 1"),
        ({"mode": "online", "ruleset": {"bridges": 7}}, "bridges"),
        ({"mode": "online", "ruleset": {"handicap": 2}}, "handicap"),
        ({"mode": "online", "clock": {"kind": "turn", "seconds": 1}}, "seconds"),
        ({"mode": "online", "clock": {"kind": "turn", "seconds": 60, "increment": 5}}, "increment"),
        ({"mode": "online", "name": "x" * 200}, "name"),
    ],
)
def test_an_invalid_new_game_is_refused(server: Server, wanted: dict[str, object], problem: str):
    answer = server.http.post("/api/games", json=wanted)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid"
    assert problem in " ".join(answer.json()["problems"])


def test_joining_needs_the_invitation_and_works_once(server: Server):
    made = server.make("online")
    path = f"/api/games/{made['game']}/join"
    wrong = server.http.post(path, json={"invite": made["token"]})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "unknown_token")
    server.post(path, {"invite": made["invite"]})
    late = server.http.post(path, json={"invite": made["invite"]})
    assert (late.status_code, late.json()["code"]) == (409, "conflict")


def test_the_record_is_one_sided_until_the_game_is_over(server: Server):
    game, white, black = server.make_online(first="white")
    with server.sit(game, white) as ada, server.sit(game, black) as bob:
        ada.act("<*")
        bob.drain()
        bob.act(f"x{bob.state['own']['hand'][0]}")
        bob.act("<*")
        unknown = server.get(f"/api/games/{game}/record")
        assert unknown["deal"]["hands"] == ["???", "???"]
        assert unknown["plies"] == ["<*", "x?", "<*"]
        own = server.get(f"/api/games/{game}/record", white)
        assert own["deal"]["hands"][1] == "???"
        assert own["plies"][0].startswith("<*=")
        assert own["plies"][1:] == ["x?", "<*"]
        refused = server.http.get(f"/api/games/{game}/replay")
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
        ada.ask("resign")
    whole = server.get(f"/api/games/{game}/record")
    assert "?" not in json.dumps(whole["deal"]) + json.dumps(whole["plies"])


def test_a_finished_game_can_be_replayed(server: Server):
    game, _ = finished(server)
    replay = server.get(f"/api/games/{game}/replay")
    record = server.get(f"/api/games/{game}/record")
    moments = replay["moments"]
    assert [moment["ply"] for moment in moments] == [None, *record["plies"]]
    assert moments[0]["white"]["hand"] == sorted(record["deal"]["hands"][0])
    for moment in moments:
        cards = sum(
            len(moment[seat][zone])
            for seat in ("white", "black")
            for zone in ("hand", "shown", "buried")
        )
        outside = len(moment["open_cards"]) + moment["pile_size"] + len(moment["discards"])
        assert cards + outside == 24
        written = [event["ply"] for event in moment["events"] if event["type"] == "ply"]
        assert written == ([] if moment["ply"] is None else [moment["ply"]])
    assert moments[-1]["rounds"] == replay["facts"]["outcome"]["scores"]


def test_finished_and_unfinished_records_are_imported(server: Server):
    game, _ = finished(server)
    record = server.get(f"/api/games/{game}/record")
    made = server.post("/api/games/import", {"record": record})
    assert server.get(f"/api/games/{made['game']}")["mode"] == "replay"
    assert server.get(f"/api/games/{made['game']}/record") == record
    with server.sit(made["game"], made["token"]) as both:
        assert both.ask("rematch", "refused")["code"] == "no_opponent"
        assert both.act("<*")["code"] == "game_over"
    record["plies"] = record["plies"][:31]
    record["outcome"] = None
    record["hashes"] = {}
    made = server.post("/api/games/import", {"record": record})
    with server.sit(made["game"], made["token"]) as both:
        assert (
            server.get(f"/api/games/{made['game']}/record", made["token"])["plies"]
            == (record["plies"])
        )
        play(Random(4), both)
        assert both.state["outcome"] is not None


def test_a_resigned_game_is_imported(server: Server):
    game, white, _ = server.make_online(first="white")
    with server.sit(game, white) as ada:
        play(Random(1), ada, most=1)
        ada.ask("resign")
    record = server.get(f"/api/games/{game}/record")
    made = server.post("/api/games/import", {"record": record})
    assert server.get(f"/api/games/{made['game']}")["outcome"]["termination"] == "resignation"


@pytest.mark.parametrize("spoil", ["ply", "hands", "format", "outcome", "names"])
def test_an_invalid_record_is_refused(server: Server, spoil: str):
    game, _ = finished(server)
    record = server.get(f"/api/games/{game}/record")
    match spoil:
        case "ply":
            record["plies"][3] = "+AB/C"
        case "hands":
            record["deal"]["hands"][0] = "???"
        case "format":
            record["format"] = "chess"
        case "outcome":
            record["outcome"]["scores"] = []
        case "names":
            record["seats"][0]["name"] = {"a": [1] * 50}
    answer = server.http.post("/api/games/import", json={"record": record})
    assert answer.status_code == 422
    assert answer.json()["problems"]


def test_a_link_opens_the_game_on_another_device(server: Server):
    game, white, black = server.make_online()
    link = server.post("/api/links", {"game": game, "token": white})
    assert link["path"] == f"/game/{game}#token={link['token']}"
    with server.sit(game, link["token"]) as ada:
        assert ada.state["holds"] == ["white"]
    wrong = server.http.post("/api/links", json={"game": game, "token": "x"})
    assert wrong.status_code == 403
    for _ in range(MAX_LINKS - 2):
        server.post("/api/links", {"game": game, "token": white})
    assert server.http.post("/api/links", json={"game": game, "token": white}).status_code == 409
    server.post("/api/links", {"game": game, "token": black})  # The other player has a quota too.


def test_links_can_be_listed_and_revoked(server: Server):
    game, white, black = server.make_online()
    path = f"/api/games/{game}/links"
    other = server.post("/api/links", {"game": game, "token": white})["token"]
    with server.sit(game, other) as ada:
        listed = server.get(path, white)
        assert listed["most"] == MAX_LINKS
        mine = sorted(listed["links"], key=lambda link: not link["own"])
        assert [link["own"] for link in mine] == [True, False]
        assert [link["connected"] for link in mine] == [False, True]
        assert white not in str(listed)

        def revoke(link: str, token: str) -> int:
            return server.http.delete(f"{path}/{link}", headers=bearer(token)).status_code

        assert revoke(mine[1]["id"], black) == 404
        assert revoke(mine[0]["id"], white) == 409
        assert revoke("nothing", white) == 422
        assert revoke(mine[1]["id"], white) == 204
        assert ada.wait("refused")["code"] == "unknown_token"
        assert is_closed(ada)
    assert len(server.get(path, white)["links"]) == 1
    assert server.http.get(path, headers=bearer(other)).status_code == 403
    assert server.http.get(path).status_code == 403


def test_a_link_can_be_renewed(server: Server):
    game, white, _ = server.make_online()
    path = f"/api/games/{game}/links/renew"
    new = server.post(path, headers=bearer(white))["token"]
    assert server.http.post(path, headers=bearer(white)).status_code == 403
    with server.sit(game, new) as ada:
        assert ada.state["holds"] == ["white"]


def test_my_games_lists_the_games_of_tokens(server: Server):
    one, white, _ = server.make_online(first="white")
    two, token = finished(server)
    mine = server.post("/api/my-games", {"tokens": [white, token, "unknown"]})["games"]
    assert {game["facts"]["game"] for game in mine} == {one, two}
    by_game = {game["facts"]["game"]: game for game in mine}
    assert by_game[one]["is_my_turn"]
    assert by_game[one]["seats"] == ["white"]
    assert not by_game[two]["is_my_turn"]
    assert by_game[two]["facts"]["outcome"] is not None


def test_a_game_is_deleted_when_its_last_holder_leaves(server: Server):
    game, white, black = server.make_online()

    def delete(token: str | None) -> int:
        return server.http.delete(f"/api/games/{game}", headers=bearer(token)).status_code

    assert delete(None) == 403
    assert delete("x") == 403
    assert delete(white) == 409  # Somebody is still playing.
    with server.sit(game, white) as ada:
        ada.ask("resign")
    assert delete(white) == 204
    assert delete(white) == 403
    with server.sit(game, black) as bob:
        assert bob.state["outcome"] is not None
        assert delete(black) == 204
        assert bob.wait("gone") == {"type": "gone"}
        assert is_closed(bob)
    assert server.http.get(f"/api/games/{game}").status_code == 404
    assert delete(black) == 404


def test_an_unknown_address_is_not_found(server: Server):
    for path in ("/api/games/nothing", "/api/games/..%2f..", "/api/games/a%00b", "/api/else"):
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    for game in ("nothing", "abcdefgh.", "..%2f..", "a%00b"):
        url = f"ws://127.0.0.1:{server.port}/api/games/{game}/socket"
        with connect(url, open_timeout=PATIENCE) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "unknown_game"


def test_responses_carry_security_headers(server: Server):
    for path in ("/", "/api/catalogue", "/api/games/nothing", "/healthz"):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert server.http.get("/api/catalogue").headers["cache-control"] == "no-store"


def test_foreign_pages_get_no_socket(server: Server):
    made = server.make("online")
    url = f"ws://127.0.0.1:{server.port}/api/games/{made['game']}/socket"
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus) as refused, connect(url, origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with connect(url, origin=f"http://127.0.0.1:{server.port}"):
        pass


def test_only_allowed_host_names_are_answered(sqlite_url: str):
    with running(sqlite_url, allowed_hosts=("127.0.0.1", "[::1]")) as server:
        assert server.http.get("/healthz").status_code == 200
        for host in ("evil.example", "evil.example:80", ""):
            answer = server.http.get("/healthz", headers={"host": host})
            assert answer.status_code == 400
        url = f"ws://127.0.0.1:{server.port}/api/games/x/socket"
        with pytest.raises(InvalidStatus), connect(url, additional_headers={"Host": "evil"}):
            pass


def test_a_game_that_is_deleted_meanwhile_does_not_spoil_the_list(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    made = server.make("hotseat")
    store = server.registry.store
    games_of = store.games_of

    async def games_of_before(hashes: list[str]) -> dict[str, tuple[Seat, ...]]:
        return {"deleted-since": (Seat.WHITE,), **await games_of(hashes)}

    monkeypatch.setattr(store, "games_of", games_of_before)
    listed = server.post("/api/my-games", {"tokens": [made["token"]]})["games"]
    assert [game["facts"]["game"] for game in listed] == [made["game"]]


def test_a_game_that_is_deleted_while_it_is_busy_does_not_spoil_the_list(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    tokens = [server.make("hotseat")["token"] for _ in range(2)]
    locked = GameRegistry.locked

    def locked_after_deletion(registry: GameRegistry, room: Room) -> object:
        monkeypatch.undo()
        room.is_deleted = True
        return locked(registry, room)

    monkeypatch.setattr(GameRegistry, "locked", locked_after_deletion)
    assert len(server.post("/api/my-games", {"tokens": tokens})["games"]) == 1


def test_the_size_of_bodies_is_limited(server: Server):
    large = b'{"record": "' + b"x" * MAX_BODY + b'"}'
    headers = {"content-type": "application/json"}
    answer = server.http.post("/api/games/import", content=large, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    pieces = (large[i : i + 10_000] for i in range(0, len(large), 10_000))
    answer = server.http.post("/api/games/import", content=pieces, headers=headers)
    assert answer.status_code == 413


def test_creating_games_is_rate_limited(sqlite_url: str):
    with running(sqlite_url, requests_per_second=0.001, request_burst=3) as server:
        statuses = [server.http.post("/api/games", json={"mode": "online"}) for _ in range(5)]
        assert [answer.status_code for answer in statuses] == [201, 201, 201, 429, 429]
        assert server.http.get("/healthz").status_code == 200


def test_the_page_is_served_or_explains_how_to_build_it(sqlite_url: str, tmp_path: Path):
    folder = tmp_path / "page"
    with running(sqlite_url, page=folder) as server:
        missing = server.http.get("/")
        assert missing.status_code == 503
        assert "npm run build" in missing.text
        (folder / "assets").mkdir(parents=True)
        (folder / "icons").mkdir()
        (folder / "icons" / "icon-192.png").write_bytes(b"png")
        (folder / "index.html").write_text("<p>page")
        (folder / "assets" / "a.js").write_text("1")
        assert server.http.get("/game/abc").text == "<p>page"
        assert server.http.get("/assets/a.js").headers["cache-control"].endswith("immutable")
        assert server.http.get("/../games.db").text == "<p>page"
        (folder / "index.html").write_text("<p>__ORIGIN__/icons/preview.jpg")
        assert server.http.get("/").text == f"<p>http://127.0.0.1:{server.port}/icons/preview.jpg"
        asked = server.http.head("/")
        assert (asked.status_code, asked.text) == (200, "")
        icon = server.http.get("/favicon.ico")
        assert (icon.headers["content-type"], icon.content) == ("image/png", b"png")
        assert server.http.get("/assets/b.js").status_code == 404
        for encoding, packed in (("gzip", "gzip"), ("identity", None)):
            answer = server.http.get("/assets/a.js", headers={"accept-encoding": encoding})
            assert answer.headers.get("content-encoding") == packed
            assert answer.headers["content-type"].startswith("text/javascript")
            assert answer.text == "1"


def test_health_and_metrics_are_reported(sqlite_url: str):
    with running(sqlite_url) as server:
        game, white, _ = server.make_online(first="white")
        with server.sit(game, white) as ada:
            ada.act("<*")
            text = exposition(server.metrics)
        assert "kahuna_changes_total 1.0" in text
        assert 'kahuna_messages_total{type="act"} 1.0' in text
        assert game not in text
        assert server.http.get("/readyz").status_code == 200
        server.registry.store._database.check_writable = lambda: 1 / 0
        assert server.http.get("/readyz").status_code == 503
        assert server.http.get("/healthz").status_code == 200


def test_a_frozen_database_makes_the_server_unready_and_not_dead(postgresql_url: str):
    with running(postgresql_url, ready_seconds=0.3) as server:
        game, white, _ = server.make_online(first="white")
        with server.sit(game, white) as ada:
            with frozen_postgresql(postgresql_url):
                ada.send({"type": "act", "key": "k", "version": 0, "action": "<*"})
                assert [server.http.get("/readyz").status_code for _ in range(3)] == [503] * 3
                assert server.http.get("/healthz").status_code == 200
                assert server.http.get("/api/catalogue").status_code == 200
            assert ada.answer("k")["type"] == "changed"
        deadline = time.monotonic() + PATIENCE
        while server.http.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline


def test_names_are_cleaned():
    assert clean_name("<script>alert(1)</script>") == "<script>alert(1)</script>"
    assert clean_name("a" * 100) == "a" * 40
    assert clean_name("\u200b\ud800\ufeff\x1b[31m") == "[31m"
    assert clean_name(" \u3000\t ") is None


def test_addresses_are_checked_before_listening():
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert is_loopback("localhost")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("example.org")
    with listening("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener) == f"http://localhost:{port}/"
        with pytest.raises(StartError, match=rf"port {port} on 127.0.0.1 is in use; .* --port"):
            listening("127.0.0.1", port)
    with pytest.raises(StartError, match=r"port 80 of 999\.1\.1\.1 \("):
        listening("999.1.1.1", 80)


def test_the_default_database_is_in_the_data_folder(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_db_url() == "sqlite:////data/kahuna/games.db"


def test_openapi_is_served_without_a_docs_page(server: Server):
    description = server.get("/api/openapi.json")
    assert description["info"]["title"] == "Kahuna"
    found = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(description)))
    assert found <= set(description["components"]["schemas"])
    assert server.http.get("/docs").status_code == 503  # The page's, which is not built here.


def test_logs_contain_no_secrets():
    def fail() -> None:
        raise ValueError("token-abc and hand ABC")

    record = logging.LogRecord("kahuna", logging.ERROR, "", 0, "it failed", (), None)
    record.game = "g1"
    record.bot = "kane"
    record.hand = "ABC"
    try:
        fail()
    except ValueError:
        record.exc_info = sys.exc_info()
    line = JsonFormatter().format(record)
    data = json.loads(line)
    assert (data["message"], data["level"], data["bot"]) == ("it failed", "error", "kane")
    assert data["error"] == "ValueError"
    plain = PlainFormatter().format(record)
    assert plain.startswith("kahuna: error: it failed (bot kane, error ValueError, where ")
    for written in (line, plain):
        assert "ABC" not in written
        assert "token-abc" not in written
        assert "g1" not in written


@pytest.mark.parametrize(
    ("log", "number", "status"),
    [("plain", signal.SIGTERM, -signal.SIGTERM), ("json", signal.SIGINT, 0)],
)
def test_the_server_runs_as_a_program(tmp_path: Path, log: str, number: int, status: int):
    command = [sys.executable, "-u", "-m", "kahuna", "serve", "--port", "0", "--no-browser"]
    if log == "json":
        command += ["--log", "json"]
    process = subprocess.Popen(
        [*command, "--db", f"sqlite:///{tmp_path}/games.db"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = next(word for word in process.stdout.readline().split() if "http" in word)
    wanted = {"mode": "bot", "bot": "greedy", "seat": "black", "first": "white"}
    made = httpx.post(f"{address}api/games", json=wanted, timeout=PATIENCE)
    assert made.status_code == 201
    assert httpx.get(address, headers={"host": "evil.example"}, timeout=PATIENCE).status_code == 400
    process.send_signal(number)
    said, logged = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert said == ""
    assert made.json()["token"] not in logged
    assert bool(logged) == (log == "json")
    for line in logged.splitlines():
        assert json.loads(line)["level"] == "info"
