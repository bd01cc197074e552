"""The quickest way into a game, and the voyage from opponent to opponent."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from .player import Player

pytestmark = pytest.mark.slow

SIZES = [(1440, 900), (1366, 650), (390, 844), (360, 640), (844, 390)]
RESULT = {
    "game": "g", "at": "2026-11-16T00:00:00Z", "bot": "pua", "opponent": "Pua",
    "seat": "white", "edition": "kosmos-2015", "result": "won", "points": 7, "others": 1,
}  # fmt: skip


def keep(page: Page, name: str, value: object) -> None:
    """Write to the browser's own storage."""
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [f"kahuna.{name}", json.dumps(value)]
    )


def test_play_now_is_in_sight_in_every_window_and_starts_a_game(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(server.url)
    button = page.get_by_role("button", name="Play now")
    expect(button).to_contain_text("Leilani")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(button).to_be_in_viewport(ratio=1)
    button.click()
    assert player.wait_for_turn()
    page.goto(server.url)
    page.get_by_role("link", name="Your turn against Leilani").first.click()
    assert player.wait_for_turn()


def test_what_is_below_play_now_stays_where_it_is_when_the_opponents_arrive(server, open_page):
    page = open_page(viewport={"width": 390, "height": 844})
    held = []
    page.route("**/api/catalogue", lambda route: held.append(route))
    page.goto(server.url)
    links = page.get_by_role("navigation", name="Learn by playing")
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    before = links.bounding_box()
    held[0].continue_()
    expect(page.get_by_role("button", name="Play now")).to_contain_text("Leilani")
    assert links.bounding_box() == before


def test_a_returning_player_finds_what_waits(server, open_page):
    page = open_page()
    page.goto(server.url)
    expect(page.get_by_role("link", name="Puzzle of the day")).to_have_count(0)
    day = page.evaluate("new Date().toISOString().slice(0, 10)")
    cards = [{"key": f"mistake/g/{ply}", "box": 0, "due": day} for ply in range(5)]
    keep(page, "results", [RESULT])
    keep(page, "practice", {"cards": cards, "days": ["2026-11-14", "2026-11-15"]})
    page.reload()
    puzzle = page.get_by_role("link", name="Puzzle of the day")
    expect(puzzle).to_have_attribute("href", re.compile(r"/puzzles/.+"))
    expect(puzzle).to_contain_text(re.compile(r"Card back “Hibiscus”: \d more day"))
    goal = page.get_by_role("region", name="Today").get_by_role("link")
    expect(goal).to_contain_text(re.compile(r"Solve today’s puzzle\s*for a streak of \d day"))
    expect(page.get_by_role("link", name="5 positions to practise")).to_be_visible()
    expect(page.get_by_role("link", name="The voyage")).to_contain_text("Next opponent: Kimo")
    expect(page.get_by_role("link", name="The voyage")).to_contain_text("“Fern”: 1 more opponent")
    last = page.get_by_role("link", name="Won against Pua, 7–1")
    expect(last).to_have_attribute("href", re.compile(r"/review/g$"))
    keep(page, "results", [RESULT | {"termination": "resignation", "points": 0, "others": 0}])
    page.reload()
    expect(page.get_by_role("link", name="Won against Pua")).not_to_contain_text("0")
    keep(page, "results", [RESULT])
    keep(page, "practice", {"days": [day]})
    page.reload()
    expect(goal).to_contain_text("Next opponent: Kimo")
    expect(puzzle).to_contain_text("Solved!")
    # An app that was left open overnight notices the next day.
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=1))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(goal).to_contain_text("for a streak of 2 days")
    expect(puzzle).to_have_attribute("href", re.compile(r"/puzzles/.+"))
    puzzle.click()
    page.locator(".study[data-mine=true]").wait_for()


def test_a_beginner_finds_the_first_opponent_and_the_lessons(server, open_page):
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(server.url)
    keep(page, "lessons", ["first_game"])
    page.reload()
    goal = page.get_by_role("region", name="Today").get_by_role("link")
    expect(goal).to_contain_text("Next opponent: Pua")
    lessons = page.get_by_role("link", name="Learn by playing")
    expect(lessons).to_have_count(1)
    form = page.get_by_role("heading", name="New game")
    assert lessons.bounding_box()["y"] < form.bounding_box()["y"]
    keep(page, "results", [RESULT])
    page.reload()
    expect(goal).to_contain_text("Solve today’s puzzle")
    # The long form comes after the short ways on a phone.
    assert lessons.bounding_box()["y"] < form.bounding_box()["y"]


def test_all_games_that_wait_are_found(server, open_page):
    page = open_page()
    page.goto(server.url)
    bot = {"mode": "bot", "bot": "leilani", "seat": "white", "first": "white", "name": "Ada"}
    slow = {"kind": "turn", "seconds": 3 * 24 * 3600}
    wanted = [bot, bot, bot, {"mode": "online", "name": "Ada", "clock": slow}]
    taken = [page.request.post(f"{server.url}/api/games", data=each).json() for each in wanted]
    keep(page, "games", [{"game": each["game"], "token": each["token"]} for each in taken])
    page.reload()
    goal = page.get_by_role("region", name="Today").get_by_role("link")
    expect(goal).to_contain_text("Your turn against Leilani")
    others = page.get_by_role("navigation", name="Also for today").get_by_role("link")
    expect(others.filter(has_text="Your turn against Leilani")).to_have_count(2)
    expect(others.filter(has_text="Waiting for an opponent")).not_to_contain_text("left")


def test_the_voyage_goes_on_to_the_first_opponent_not_beaten(server, open_page):
    page = open_page()
    page.goto(server.url)
    keep(page, "results", [RESULT])
    page.goto(f"{server.url}/voyage")
    expect(page.get_by_role("button", name="Pua, Level 1 of 14, 2 stars")).to_be_visible()
    expect(page.get_by_text("1 game: 1 won, 0 lost, 0 drawn.")).to_be_visible()
    page.get_by_role("button", name="Sail to Kimo").click()
    assert Player(page, server.url).wait_for_turn()
    expect(page.get_by_role("region", name="Kimo")).to_be_visible()


def test_broken_results_do_not_break_the_voyage(server, open_page):
    page = open_page()
    page.goto(server.url)
    page.evaluate("localStorage.setItem('kahuna.results', '[null, 7, {\"bot\": 1}]')")
    page.goto(f"{server.url}/voyage")
    expect(page.get_by_text("Finish a game, and it will be counted here.")).to_be_visible()
