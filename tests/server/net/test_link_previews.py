"""What other sites show of a link to a game, a position or a puzzle."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Server, running
from tests.server.test_games import play

from kahuna.hosting.learn.puzzles import list_puzzles
from kahuna.record import format_lines, parse_record, replay
from kahuna.server.net import link_preview

INDEX = "<title>__TITLE__</title><i>__DESCRIPTION__</i><img src='__ORIGIN____IMAGE__'>"
EMPTY = "/api/board.png?white=-&black=-"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(INDEX)
    with running(f"sqlite:///{folder}/games.db", page=folder) as started:
        yield started


def preview(server: Server, path: str) -> tuple[str, str]:
    """Return the title as it is written, and the path of the picture."""
    page = server.http.get(path).text
    title, image = re.fullmatch("<title>(.*)</title><i>.*</i><img src='(.*)'>", page).groups()  # type: ignore[union-attr]
    origin = f"http://127.0.0.1:{server.port}"
    assert image.startswith(origin)
    return title, unescape(image.removeprefix(origin))


def play_game(server: Server) -> tuple[str, list[str]]:
    """Finish a game; return its id and the pictures of its positions."""
    made = server.make("hotseat", seat="white", name="Ada", second_name="<b>'Bo'")
    with server.sit(made["game"], made["token"]) as both:
        play(Random(3), both)
    record = parse_record(server.http.get(f"/api/games/{made['game']}/record").text)
    boards = [tuple(map(format_lines, at.state.public.bridges)) for at in replay(record)]
    return made["game"], [f"/api/board.png?white={w}&black={b}" for w, b in boards]


def test_an_open_invitation_names_the_inviter(server: Server):
    def invite(name: str) -> Any:
        return server.make("online", name=name)

    ada = invite('Ada "<b>')
    path = f"/game/{ada['game']}?invitation="
    shown = ("Ada &quot;&lt;b&gt; invites you to a game of Kahuna.", EMPTY)
    assert preview(server, path + "en") == shown
    german = "Ada &quot;&lt;b&gt; lädt dich zu einer Partie Kahuna ein."
    assert preview(server, path + "de") == (german, EMPTY)
    nameless = preview(server, f"/game/{invite('')['game']}?invitation=en")
    assert nameless == ("You are invited to a game of Kahuna.", EMPTY)
    assert preview(server, path + "xx") == preview(server, path) == ("Kahuna", EMPTY)
    server.post(f"/api/games/{ada['game']}/join", {"invite": ada["invite"], "name": "Bo"})
    assert preview(server, path + "en")[0] in (
        "Kahuna: Ada &quot;&lt;b&gt; – Bo",
        "Kahuna: Bo – Ada &quot;&lt;b&gt;",
    )


def test_a_finished_game_shows_its_players_its_score_and_the_position(server: Server):
    game, images = play_game(server)
    title, end = preview(server, f"/replay/{game}")
    assert re.fullmatch(r"Kahuna: Ada – &lt;b&gt;&#x27;Bo&#x27; \d+:\d+", title)
    assert end == images[-1] != EMPTY
    middle = len(images) // 2
    for path, image in (
        (f"/game/{game}", end),
        (f"/replay/{game}/{middle}", images[middle]),
        (f"/review/{game}/0", images[0]),
        (f"/review/{game}/learn", end),
        (f"/replay/{game}/99999999999", end),
        (f"/analysis/{game}/{middle}", images[middle]),
    ):
        assert preview(server, path) == (title, image), path


def test_positions_and_puzzles_show_their_board(server: Server):
    text = "AB,AD/EF AB/CD CDE 12 - - 0 - 1"
    puzzle = list_puzzles()["puzzles"][0]["id"]
    state = server.post(f"/api/puzzles/{puzzle}", {"actions": []})["state"]
    white, black = (",".join(state["seats"][seat]["bridges"]) for seat in ("white", "black"))
    wanted = f"/api/board.png?white={white or '-'}&black={black or '-'}"
    assert preview(server, f"/puzzles/{puzzle}") == ("Kahuna", wanted)
    study = server.post("/api/study", {"game": play_game(server)[0], "ply": 40})
    side = study["state"]["seats"]["white"]["bridges"]
    image = preview(server, f"/analysis?position={study['position'].replace(' ', '_')}")[1]
    assert f"white={','.join(side) or '-'}&" in image
    for path in ("/", "/game/nosuchgame", "/puzzles/x", f"/analysis?position={text}", "/replay//"):
        assert preview(server, path) == ("Kahuna", "/icons/preview.jpg")


def test_a_board_is_drawn_as_a_png_that_messengers_accept(server: Server):
    answer = server.http.get("/api/board.png?white=AB,AD,AH,BC,BD&black=EF,EH,EI,EJ,HI,HL,IJ,KL")
    assert answer.headers["content-type"] == "image/png"
    assert "immutable" in answer.headers["cache-control"]
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert 100_000 < len(answer.content) < 600_000
    for asked in ("white=XY", "white=AB,AB", "white=AB&black=AB", f"white={'A' * 200}"):
        assert server.http.get(f"/api/board.png?{asked}").status_code == 422


def test_without_the_rasterizer_links_have_the_general_picture(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(link_preview, "CAN_DRAW", False)
    game = server.make("online")["game"]
    assert preview(server, f"/game/{game}?invitation=en")[1] == "/icons/preview.jpg"
