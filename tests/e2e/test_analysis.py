"""The analysis board: positions set up by hand and of finished games."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from kahuna.bots import GreedyBot
from kahuna.core import Ruleset
from kahuna.match.simulate import simulate_game
from kahuna.record import format_record

from .player import Player

pytestmark = pytest.mark.slow


def test_a_position_is_set_up_and_analysed(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/analysis")
    player = Player(page, server.url)
    for _ in range(2):
        player.line("AB").click()
    expect(page.locator("[data-bridge=AB][data-seat=black]")).to_be_visible()
    page.get_by_role("button", name="Remove C COCO").click()
    page.get_by_role("radio", name="Black’s hand").check()
    page.get_by_role("button", name="Add unknown card").click()
    expect(page.get_by_label("The position as text")).to_have_value(
        "-/AB AB/???? DEF - -/- - 1.1 w kosmos-2015"
    )
    page.get_by_role("combobox", name="Round", exact=True).select_option("2")
    page.get_by_role("combobox", name="Points, round 1").select_option("1:0")
    page.get_by_role("combobox", name="Rules").select_option(
        "Italian translation · Variant 1: no trespassing"
    )
    text = page.get_by_label("The position as text")
    expect(text).to_have_value("-/AB AB/???? DEF - -/- 1:0 2.1 w italian+1")
    text.fill("nonsense")
    text.press("Tab")
    expect(page.get_by_text("This text is not a position")).to_be_visible()
    expect(text).to_have_value("nonsense")
    expect(page.locator("[data-bridge=AB]")).to_be_visible()
    page.get_by_label("The position as text").fill("-/AB AAA/??? DEF - -/- - 1.1 w kosmos-2015")
    page.get_by_label("The position as text").press("Tab")
    expect(page.get_by_text("3 cards of ALOA lie about")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse")).to_be_disabled()
    page.get_by_role("button", name="Remove A ALOA").first.click()
    page.get_by_role("button", name="Analyse").click()
    moves = page.locator(".analysis .move")
    expect(moves.first).to_be_visible()
    page.get_by_role("button", name="Stop").or_(
        page.get_by_role("button", name="Keep thinking")
    ).first.click()
    move = page.get_by_role("button", name="build ALOA–DUDA with ALOA")
    move.focus()
    expect(page.locator("[data-mark=suggested][data-on=AD]")).to_be_visible()
    expect(page.locator("[data-ghost=AD]")).to_be_visible()
    move.click()
    expect(page.locator("[data-bridge=AD][data-seat=white]")).to_be_visible()
    page.reload()
    expect(moves.first).to_be_visible()
    expect(page.locator("[data-bridge=AD]")).to_have_count(0)
    page.goto(f"{server.url}/analysis?position=nonsense")
    expect(page.get_by_text("This text is not a position")).to_be_visible()
    expect(text).to_have_value("nonsense")


def test_a_position_of_a_finished_game_is_analysed(server, open_page):
    record = simulate_game(Ruleset(), (GreedyBot, GreedyBot), seed=3, number=1).record
    body = json.dumps({"record": json.loads(format_record(record))}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/games/import", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        game = json.load(answer)["game"]
    page = open_page()
    page.goto(f"{server.url}/replay/{game}/20")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".analysis .move").first).to_be_visible()
    page.get_by_label("The player to move knows the other hand").check()
    expect(page.get_by_text("Known to be in the other hand")).to_be_visible()
    page.get_by_role("link", name="One move forward").click()
    expect(page).to_have_url(f"{server.url}/analysis/{game}/21")
    expect(page.locator(".analysis .move").first).to_be_visible()

    # The last position of the game in which somebody is to move is the last one here, too.
    last = len(record.plies) - 1
    page.goto(f"{server.url}/analysis/{game}/{last}")
    expect(page.locator(".analysis .move").first).to_be_visible()
    expect(page.get_by_role("link", name="One move back")).to_be_visible()
    expect(page.get_by_role("link", name="One move forward")).to_have_count(0)
    for nothing in (last + 1, 999):
        page.goto(f"{server.url}/analysis/{game}/{nothing}")
        expect(page.get_by_role("heading", name="There is nothing to analyse here")).to_be_visible()
        expect(page.get_by_role("main")).not_to_contain_text("{")
    page.get_by_role("main").get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    page.goto(f"{server.url}/analysis/{game}/21")
    expect(page.locator(".analysis .move").first).to_be_visible()

    # On a phone the tools are in reach, also while the list of moves is scrolled.
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("One move back", "One move forward"):
        expect(page.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    share = page.get_by_role("button", name="Link to this position")
    expect(share).to_be_in_viewport(ratio=1)
    share.click()
    link = page.get_by_role("dialog").get_by_role("textbox", name="Link to this position")
    expect(link).to_have_value(re.compile("/analysis\\?position="))
