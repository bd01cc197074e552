"""The coach during a game against the computer."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Page, Route, expect

from .player import Player

pytestmark = pytest.mark.slow


def hint(page: Page) -> str:
    """Ask for the next step of the hint."""
    said = page.locator(".coach .said")
    before = said.inner_text()
    page.get_by_role("button", name="Hint", exact=True).or_(
        page.get_by_role("button", name="Tell me more")
    ).click()
    expect(said).not_to_have_text(before)
    return said.inner_text()


def are_apart(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two elements do not overlap."""
    return any(
        first[start] + first[length] <= second[start]
        for first, second in ((one, other), (other, one))
        for start, length in (("x", "width"), ("y", "height"))
    )


def test_hints_come_in_four_steps_and_a_turn_is_taken_back(server, open_page):
    player = Player(open_page(), server.url)
    player.start(
        ticks=("With a coach",), choices={"You play": "White, the turtle", "First turn": "White"}
    )
    page = player.page
    player.wait_for_turn()
    expect(page.get_by_role("meter")).to_be_visible()
    where, _kind, move, why = (hint(page) for _ in range(4))
    assert where.startswith(("Look at", "Think about"))
    assert move.startswith("The coach would play")
    assert why.endswith(".")
    lit = page.locator(".market .lit, .hand .lit")
    assert lit.count() > 0 or "no card" in move
    hand = player.hand
    player.end_turn()
    player.wait_for_turn()
    held: list[Route] = []
    page.route("**/check?*", lambda route: held.append(route))
    ask = page.get_by_role("button", name="Was that good?")
    ask.click()
    check = page.get_by_role("region", name="Your last turn")
    expect(check.get_by_role("progressbar")).to_be_visible()
    held.pop().continue_()
    expect(check).to_contain_text("You ")
    for width, height in ((1440, 900), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(check).to_be_in_viewport()
        assert are_apart(check.bounding_box(), page.locator(".board").bounding_box())
    page.set_viewport_size({"width": 1366, "height": 650})
    expect(check).to_be_in_viewport(ratio=1)
    check.get_by_role("button", name="Take the turn back").click()
    expect(check).to_have_count(0)
    expect(page.locator(".where")).to_contain_text("Turn 1")
    assert player.hand == hand

    # An answer that comes too late is not shown over a later turn.
    player.end_turn()
    player.wait_for_turn()
    ask.click()
    expect(check).to_be_visible()
    player.end_turn()
    expect(check).to_have_count(0)
    with page.expect_response("**/check?*") as answer:
        held.pop().continue_()
    answer.value.finished()
    player.wait_for_turn()
    expect(check).to_have_count(0)


def test_the_coach_can_be_called_from_the_menu_but_not_between_people(server, open_page):
    player = Player(open_page(), server.url)
    player.start()
    page = player.page
    player.wait_for_turn()
    expect(page.locator(".coach")).to_have_count(0)
    page.get_by_role("button", name="This game").click()
    page.get_by_label("With a coach").check()
    page.keyboard.press("Escape")
    expect(page.locator(".coach")).to_be_visible()
    player.start("hotseat")
    player.lift_curtain()
    page.get_by_role("button", name="This game").click()
    expect(page.get_by_label("With a coach")).to_have_count(0)
