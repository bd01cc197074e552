"""The coach in a worker of the browser: hints, a check of the last turn, a quick review."""

import pytest
from playwright.sync_api import expect

from e2e.player import Player
from e2e.test_axe import find_problems

pytestmark = pytest.mark.slow

WHITE = {"You play": "White, the turtle", "First turn": "White"}


def test_the_coach_helps_and_makes_a_quick_review(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(server.url)
    problems = find_problems(page, "home")
    player.start(ticks=("With a coach",), choices=WHITE)
    player.wait_for_turn()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".coach .said")).to_contain_text("Look at")
    problems += find_problems(page, "game with a hint")
    player.end_turn()
    player.wait_for_turn()
    page.get_by_role("button", name="Was that good?").click()
    expect(page.get_by_role("region", name="Your last turn")).to_contain_text("You ")
    page.get_by_role("button", name="This game").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, I resign").click()
    page.locator("dialog.end").get_by_role("link", name="The turning point").click()
    expect(page.get_by_text("A quick review")).to_be_visible()
    problems += find_problems(page, "review")
    assert problems == []
