"""A finished game: step by step, along the time line, by link, taken along, and played on."""

from __future__ import annotations

import json
import re
import urllib.request
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from kahuna.bots import GreedyBot
from kahuna.core import Ruleset
from kahuna.match.simulate import simulate_game
from kahuna.record import format_record

from .player import Player, expect_left_of

pytestmark = pytest.mark.slow


RUSH = 180
"""Milliseconds from ply to ply at the highest speed."""

DROP = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "game.json"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
}"""


class Finished(NamedTuple):
    """A finished game on the server, position by position."""

    url: str
    game: str
    record: dict[str, Any]
    moments: list[dict[str, Any]]

    def starts(self, unit: str) -> list[int]:
        """The positions in which a turn or a round begins."""
        moments = self.moments
        return [i for i in range(1, len(moments)) if moments[i][unit] != moments[i - 1][unit]]

    def chain_reaction(self) -> tuple[int, str, str]:
        """The first position with one, the bridge that was built, and the island it won."""
        for moment in self.moments:
            told = {event["type"]: event for event in moment["events"]}
            if {"bridge_built", "control_gained", "bridge_removed"} <= told.keys():
                built, gained = told["bridge_built"], told["control_gained"]
                return moment["number"], built["line"], gained["island"]
        raise AssertionError("the game has no chain reaction")


@pytest.fixture(scope="module")
def finished(server) -> Finished:
    written = format_record(
        simulate_game(Ruleset(), (GreedyBot, GreedyBot), seed=3, number=1).record
    )
    body = json.dumps({"record": written}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/games/import", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        game = json.load(answer)["game"]
    with urllib.request.urlopen(f"{server.url}/api/games/{game}/replay") as answer:
        moments = json.load(answer)["moments"]
    return Finished(server.url, game, json.loads(written), moments)


def line_of(page) -> Locator:
    return page.get_by_role("slider", name="Move")


def test_keys_buttons_and_the_time_line(finished, open_page):
    page = open_page()
    page.goto(f"{finished.url}/replay/{finished.game}/17")
    line = line_of(page)
    last = len(finished.moments) - 1

    def is_at(number: int) -> None:
        expect(line).to_have_attribute("aria-valuenow", str(number))

    is_at(17)
    hands = page.get_by_role("region", name="Hand of")
    for place, seat in enumerate(("white", "black")):
        hand = finished.moments[17][seat]["hand"]
        expect(hands.nth(place).locator("li:not(.none)")).to_have_count(len(hand))
    turns, rounds = finished.starts("turn"), finished.starts("round")
    for key, number in (
        ("ArrowRight", 18),
        ("ArrowLeft", 17),
        ("PageDown", next(start for start in turns if start > 17)),
        ("Home", 0),
        ("Shift+PageDown", rounds[0]),
        ("Shift+PageDown", rounds[1]),
        ("PageUp", max(start for start in turns if start < rounds[1])),
        ("End", last),
        ("ArrowRight", last),
        ("Shift+PageUp", rounds[1]),
    ):
        page.keyboard.press(key)
        is_at(number)
    for name, number in (
        ("To the start", 0),
        ("To the next turn", turns[0]),
        ("To the next round", rounds[0]),
        ("One move back", rounds[0] - 1),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        is_at(number)
    line.focus()
    page.keyboard.press("ArrowUp")
    is_at(rounds[0])
    box = line.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 40)
    page.mouse.down()
    is_at(last)
    page.mouse.move(box["x"] + 2, box["y"] + 40)
    is_at(0)
    page.mouse.up()
    page.locator("[data-ply='5']").click()
    is_at(5)
    page.emulate_media(forced_colors="active")
    expect(page.locator("[data-ply='5']")).to_have_css("outline-style", "solid")
    page.emulate_media(forced_colors="none")
    page.wait_for_url(f"**/replay/{finished.game}/5")
    page.reload()
    is_at(5)
    expect_left_of(page, ".chart", ".side")
    page.evaluate("document.documentElement.dataset.hand = 'left'")
    expect_left_of(page, ".side", ".chart")
    title = page.get_by_role("heading", name="Replay")
    page.evaluate("document.documentElement.style.fontSize = '212.5%'")
    assert title.bounding_box()["height"] < 60


def test_the_keys_stay_in_one_row_in_reach_on_a_narrow_phone(finished, open_page):
    page = open_page(viewport={"width": 360, "height": 640})
    page.goto(f"{finished.url}/replay/{finished.game}/17")
    keys = page.locator(".transport .keys .plain:visible")
    expect(keys.first).to_be_visible()
    assert len({key.bounding_box()["y"] for key in keys.all()}) == 1
    page.get_by_role("button", name="Save and share").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_it_plays_by_itself(finished, open_page):
    page = open_page(viewport={"width": 768, "height": 1024})
    page.goto(f"{finished.url}/replay/{finished.game}")
    for name in ("To the start", "To the end"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.get_by_label("Speed").select_option("instant")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(line_of(page)).not_to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    reached = line_of(page).get_attribute("aria-valuenow")
    page.wait_for_timeout(3 * RUSH)
    assert line_of(page).get_attribute("aria-valuenow") == reached
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play on from here").click()
    play = page.get_by_role("button", name="Play", exact=True, include_hidden=True)
    expect(play).to_be_attached()
    last = str(len(finished.moments) - 1)
    slider = page.get_by_role("slider", name="Move", include_hidden=True)
    expect(slider).not_to_have_attribute("aria-valuenow", last)


def test_a_chain_reaction_is_shown_step_by_step(finished, open_page):
    page = open_page()
    page.add_init_script("localStorage.setItem('kahuna.settings', '{}')")
    page.clock.install()
    number, line, island = finished.chain_reaction()
    bridge, stone = page.locator(f"[data-bridge={line}]"), page.locator(f"[data-stone={island}]")
    page.goto(f"{finished.url}/replay/{finished.game}/{number - 1}")
    expect(line_of(page)).to_be_visible()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page.keyboard.press("ArrowRight")
    expect(bridge).to_be_attached()
    expect(stone).to_have_count(0)
    page.clock.run_for(20_000)
    expect(stone).to_be_attached()

    # The last move stays marked: what was built, what was swept away, and who holds what now.
    for mark in (f"[data-recent={line}]", "[data-swept]", f"[data-turned={island}]"):
        expect(page.locator(mark).first).to_be_attached()


def test_it_is_taken_along(finished, open_page):
    page = open_page()
    page.goto(f"{finished.url}/replay/{finished.game}/12")
    page.get_by_role("button", name="Save and share").click()
    link = page.get_by_label("Link to this position").input_value()
    assert link == f"{finished.url}/replay/{finished.game}/12"
    begins = {
        "Picture (SVG)": b"<svg ",
        "Picture (PNG)": b"\x89PNG",
        "Game (JSON)": b"{",
        "As text": b"kahuna game\n",
    }
    for name, begin in begins.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.path().read_bytes().startswith(begin)
    page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (take) => take(null); }")
    page.get_by_role("button", name="Picture (PNG)").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot create a PNG")
    page.keyboard.press("Escape")
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Speichern und teilen").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Bild (SVG)").click()
    picture = download.value.path().read_text(encoding="utf-8")
    assert ", nach Schritt 12</title>" in picture
    assert re.search(r"<desc[^>]*>ALOA, gehört [^<]*; frei: [^<]*</desc>", picture)


def test_playing_on_from_a_position(finished, open_page):
    player = Player(open_page(), finished.url)
    page = player.page
    start = finished.starts("turn")[6]
    moment = finished.moments[start]
    page.goto(f"{finished.url}/replay/{finished.game}/{start}")
    page.get_by_role("button", name="Play on from here").click()
    page.locator("dialog input[name=bot][value=pua]").check(force=True)
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/game/*")
    assert player.wait_for_turn()
    seat = moment["to_move"]
    assert sorted(player.hand) == moment[seat]["hand"]
    assert set(player.bridges) == {*moment["white"]["bridges"], *moment["black"]["bridges"]}
    player.end_turn()
    assert player.wait_for_turn()
    # The player has seen all cards: the game counts for nothing.
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign").click()
    page.locator("[data-weighty]").click()
    expect(page.locator("dialog.end")).to_be_visible()
    assert page.evaluate("localStorage.getItem('kahuna.results')") is None

    # Whoever is to move, the own side is suggested.
    game = urlsplit(page.url).path.rpartition("/")[2]
    moments = page.request.get(f"{finished.url}/api/games/{game}/replay").json()["moments"]
    theirs = next(each["number"] for each in moments if each["to_move"] not in (seat, None))
    page.goto(f"{finished.url}/replay/{game}/{theirs}")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(f"dialog input[name=side][value={seat}]")).to_be_checked()


def test_the_end_cannot_be_played_on(finished, open_page):
    page = open_page()
    page.goto(f"{finished.url}/replay/{finished.game}/9999")
    expect(line_of(page)).to_have_attribute("aria-valuenow", str(len(finished.moments) - 1))
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()


def test_broken_files_and_pastes_are_refused_by_their_ply(finished, open_page, tmp_path):
    page = open_page()
    page.goto(finished.url)
    page.get_by_role("button", name="Import a game").click()
    alert = page.get_by_role("alert")
    broken = dict(finished.record, plies=[*finished.record["plies"]])
    broken["plies"][6] = "+AL/A"
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(broken))
    page.get_by_label("From a file").set_input_files(file)
    expect(alert).to_contain_text("ply 7: there is no line AL")
    broken["plies"][6] = "."
    broken["plies"][7] = "<A"
    page.get_by_label("Or paste it here").fill(json.dumps(broken))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(alert).to_contain_text("ply 8: ")
    expect(alert).not_to_contain_text("ply 7: ")
    page.evaluate(DROP, json.dumps(finished.record))
    page.wait_for_url("**/replay/*")
    expect(line_of(page)).to_be_visible()


def test_a_game_that_goes_on_is_not_shown(server, open_page):
    player = Player(open_page(), server.url)
    game = player.start().rsplit("/", 1)[1]
    player.page.goto(f"{server.url}/replay/{game}")
    expect(
        player.page.get_by_role("heading", name="This game is still in progress")
    ).to_be_visible()
    player.page.get_by_role("link", name="Go to the game").click()
    assert player.wait_for_turn()


def test_a_game_and_its_best_moment_are_shared_as_animations(finished, open_page):
    page = open_page()
    page.goto(f"{finished.url}/replay/{finished.game}")
    page.get_by_role("button", name="Save and share").click()
    pictures = page.get_by_role("group", name="Pictures to share")
    for name, kind in (("The result", b"\xff\xd8"), ("The best moment", b"GIF89a")):
        pictures.get_by_role("button", name=name).click()
        page.get_by_role("img", name="greedy").wait_for()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save", exact=True).click()
        content = download.value.path().read_bytes()
        assert content.startswith(kind)
        assert 50_000 < len(content) < 1_500_000
