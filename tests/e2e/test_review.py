"""The review of a finished game: shown, tried again, read without the curve."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import Route, expect
from tests.coach.games import resigned, whole_game
from tools.screens import switch

from kahuna.record import format_record

from .player import expect_left_of

pytestmark = pytest.mark.slow

PATIENCE = 240_000
"""Milliseconds: reviews have a low priority."""


@pytest.fixture(scope="module")
def taken(server):
    """Return a finished game with the token of both seats."""
    body = json.dumps({"record": format_record(resigned(whole_game(5), 9))}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/games/import", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def game(taken):
    return taken["game"]


def test_a_review_shows_mistakes_and_lets_one_try_again(server, game, open_page):
    page = open_page()
    page.goto(f"{server.url}/replay/{game}")
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Review of the game")).to_be_visible()
    verdict = page.locator("[data-zone=verdict]")
    expect(verdict).to_contain_text("Better:", timeout=PATIENCE)
    expect(verdict).to_contain_text(re.compile(r"chance to win falls from \d+% to \d+%"))
    main = page.get_by_role("main")
    expect(main).to_contain_text("points")
    page.get_by_text("Show as a table").click()
    expect(page.locator("details tbody tr")).to_have_count(10)

    # One timeline: the mistake is where the slider stands, and other positions have none.
    slider = page.get_by_role("slider", name="Move")
    expect(slider.locator("circle:is(.inaccuracy, .mistake, .blunder).now")).to_have_count(1)
    at = slider.get_attribute("aria-valuenow")
    page.wait_for_url(f"**/review/{game}/{at}")
    expect(main.get_by_role("region", name="Hand of")).to_have_count(2)
    open_cards = main.get_by_role("region", name="Open cards")
    expect(open_cards.get_by_role("listitem")).to_have_count(3)
    page.keyboard.press("End")
    expect(verdict).to_have_count(0)
    page.locator("[data-zone=review] ol button").first.click()
    expect(slider).to_have_attribute("aria-valuenow", at)

    # The refined review does not move the position.
    expect(page.locator("[data-zone=summary] progress")).to_have_count(0, timeout=PATIENCE)
    expect(slider).to_have_attribute("aria-valuenow", at)

    # It may have found that the first mistake was none.
    page.locator("[data-zone=review] ol button").first.click()
    page.get_by_role("button", name="Show both").first.click()
    for side in ("As played", "The better move"):
        line = page.get_by_role("dialog").get_by_role("region", name=side)
        expect(line.locator("[aria-current=step]")).to_have_count(1)
    expect_left_of(page, "[data-side=played]", "[data-side=better]")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Try again").click()
    expect(main).not_to_contain_text("Better:")
    page.get_by_role("button", name="Show the answer").click()
    expect(main).to_contain_text("Better:")
    verdict = page.locator("#mistake-title")
    before = verdict.inner_text()
    switch(page, language="de")
    expect(main).to_contain_text("Besser:")
    expect(verdict).not_to_contain_text(before.rpartition(":")[2])


def test_the_own_mistakes_are_made_good_one_after_the_other(server, taken, open_page):
    page = open_page()
    page.goto(server.url)
    page.evaluate("taken => localStorage.setItem('kahuna.games', JSON.stringify([taken]))", taken)
    page.goto(f"{server.url}/review/{taken['game']}/learn")
    guide = page.locator("[data-zone=mistake]")
    expect(guide).to_contain_text("Mistake 1 of", timeout=PATIENCE)
    page.locator(".study[data-mine=true]").wait_for()
    answer = page.evaluate(
        "game => fetch(`/api/games/${game}/review`).then((answer) => answer.json())", taken["game"]
    )
    labels = ("inaccuracy", "mistake", "blunder")
    mistakes = [each for each in answer["report"]["decisions"] if each["label"] in labels]
    assert len(mistakes) > 1
    has_repeated = False
    for number, mistake in enumerate(mistakes, 1):
        expect(guide).to_contain_text(f"Mistake {number} of {len(mistakes)}")
        expect(guide).to_contain_text(mistake["played"]["words"])
        expect(guide).not_to_contain_text("Better:")
        if (line := mistake["played"]["line"]) and not has_repeated:
            # What was played before falls short again, for the reasons of the review.
            has_repeated = True
            page.locator(f"[data-line={line}]").press("Enter")
            page.locator(f".choice[data-action='{mistake['played']['notation']}']").press("Enter")
            expect(guide).to_contain_text("That is the move from the game.")
            expect(guide).to_contain_text(mistake["reasons"][0])
            # It stays on the board until the next attempt.
            before = page.locator("[data-bridge]").count()
            page.get_by_role("button", name="Try again").click()
            expect(page.locator("[data-bridge]")).not_to_have_count(before)
            expect(guide).to_contain_text("Find a better move and play it.")
        page.get_by_role("button", name="Show the answer").click()
        expect(guide).to_contain_text(mistake["better"]["words"])
        is_last = number == len(mistakes)
        if is_last:
            expect(guide).to_contain_text(f"0 of {number} found on the first try.")
        page.get_by_role("button", name="Back to the review" if is_last else "Next mistake").click()
    assert has_repeated
    expect(page.get_by_role("heading", name="Review of the game")).to_be_visible()


def test_a_review_follows_the_language(server, game, open_page):
    page = open_page()
    page.goto(f"{server.url}/review/{game}")
    expect(page.locator("[data-zone=verdict]")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("main")).to_contain_text("Besser:")


def test_a_verdict_that_changes_says_so(server, game, open_page):
    page = open_page()
    refined = False

    def answer(route: Route) -> None:
        """Show the review in two stages: in the first, the costliest mistake is worse."""
        state = route.fetch().json()
        if state["status"] != "done":
            state["report"] = None
        elif not refined:
            state["status"] = "running"
            worst = max(state["report"]["decisions"], key=lambda each: each["loss"])
            worst |= {"label": "blunder", "label_text": "catastrophe"}
        route.fulfill(json=state)

    page.route("**/review?*", answer)
    page.goto(f"{server.url}/review/{game}")
    verdict = page.locator("[data-zone=verdict]")
    expect(verdict.get_by_role("heading")).to_contain_text("catastrophe", timeout=PATIENCE)
    expect(verdict).not_to_contain_text("instead of")
    refined = True
    expect(verdict).to_contain_text("instead of “catastrophe”")
    expect(page.locator("[data-zone=summary]")).to_contain_text("1 verdict has changed")


def test_a_running_game_has_no_review(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/review/nosuchgame")
    expect(page.get_by_role("main")).to_contain_text("This game no longer exists")
