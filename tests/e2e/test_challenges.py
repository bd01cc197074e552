"""Challenges, what opponents remember, and what the voyage tells and gives."""

import json
import re

import pytest
from playwright.sync_api import expect

from kahuna.bots import LEVELS

pytestmark = pytest.mark.slow


def keep(page, key, value):
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])


def won(bot, **change):
    return {
        "game": bot,
        "at": "2026-01-01T10:00:00Z",
        "bot": bot,
        "opponent": bot.capitalize(),
        "seat": "white",
        "edition": "kosmos-2015",
        "result": "won",
        "points": 5,
        "others": 3,
        "termination": "points",
    } | change


def test_a_challenge_is_found_played_and_judged(server, open_page):
    page = open_page(viewport={"width": 1280, "height": 800})
    page.goto(server.url)
    keep(page, "kahuna.results", [won("pua")])
    page.goto(server.url)
    page.get_by_role("link", name="Challenge of the week").click()
    expect(page.get_by_role("heading", name="Challenges")).to_be_visible()
    page.get_by_role("button", name="Play: Gentle hands").click()
    goals = page.get_by_role("status").filter(has_text="Challenge: Gentle hands")
    expect(goals).to_contain_text("Win and remove no bridge with cards.")
    page.locator(".game").press("m")  # The first key puts the goals away.
    expect(goals).to_have_count(0)
    menu = page.get_by_role("dialog")
    expect(menu).to_contain_text("Challenge: Gentle hands")
    menu.get_by_role("button", name="Resign").click()
    menu.locator("[data-weighty]").click()
    end = page.locator("dialog.end")
    expect(end.get_by_role("heading", name="Challenge: Gentle hands")).to_be_visible()
    expect(end).to_contain_text("Win by 6 points or more")
    kept = json.loads(page.evaluate("localStorage.getItem('kahuna.challenges')"))
    assert [(game["challenge"], game["reached"]) for game in kept] == [
        ("gentle_hands", [False, False, False])
    ]
    end.get_by_role("button", name="Try again").click()
    expect(goals).to_be_visible()


def test_the_voyage_tells_its_story_and_keeps_what_was_found(server, open_page):
    page = open_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{server.url}/voyage")
    expect(page.locator(".chapter")).to_contain_text("A canoe has drifted")
    expect(page.get_by_role("radio", name="Fern")).to_be_disabled()
    keep(page, "kahuna.results", [won(bot) for bot in list(LEVELS)[:7]])
    page.reload()
    expect(page.locator(".chapter")).to_contain_text("Nalu found the old turtle")
    expect(page.get_by_text("Beat Keanu to read on.")).to_be_hidden()
    page.get_by_role("button", name="The story so far").click()
    expect(page.get_by_text("Beat Keanu to read on.")).to_be_visible()
    expect(page.get_by_role("heading", name="Nalu")).to_be_in_viewport()
    found = page.get_by_role("radio", name="Fern")
    expect(found).to_have_accessible_name(re.compile(r"^Fern For beating 2 opponents · .*\d{4}$"))
    page.get_by_role("button", name="Nalu").click()
    expect(page.locator(".line")).to_contain_text("I haven’t seen you for")
    page.get_by_role("radio", name="Fern").check()
    page.get_by_role("radio", name="Double canoe").check()
    page.get_by_role("radio", name="Map at night").check()
    expect(page.get_by_role("radio", name="Starry sky")).to_be_disabled()
    page.reload()
    expect(page.get_by_role("radio", name="Fern")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-map", "night")
    expect(page.locator("html")).to_have_attribute("data-look", "day")
    keep(page, "kahuna.results", [won(bot) for bot in LEVELS])
    page.reload()
    expect(page.get_by_role("heading", name="Honu is waiting on the beach")).to_be_visible()
    expect(page.get_by_text("14 of 42 stars are yours.")).to_be_visible()
    page.get_by_role("button", name="Collect the other stars").click()
    expect(page.get_by_text("still missing: Black")).to_be_visible()
    expect(page.get_by_role("button", name="Sail to Pua")).to_be_visible()
