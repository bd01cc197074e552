"""Scorings and the end of a game are scenes of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .player import Player

pytestmark = pytest.mark.slow

LIVELY = """localStorage.setItem("kahuna.settings",
  JSON.stringify({ speed: "normal", language: "en", soundsOffered: true }))"""


def pause(page: Page) -> None:
    """From here on no animation comes to its end."""
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def resign(page: Page) -> None:
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign").click()
    page.locator("[data-weighty]").click()


def test_the_stones_are_counted_before_the_result_appears(server, open_page):
    page = open_page()
    page.add_init_script(LIVELY)
    page.clock.install()
    player = Player(page, server.url)
    player.sit_late()
    assert player.wait_for_turn()
    pause(page)
    player.end_turn()
    scene = page.locator("[data-scoring]")
    expect(scene).to_have_attribute("aria-busy", "true")
    expect(scene.get_by_role("paragraph")).to_have_count(0)
    expect(page.locator("[data-tally]").first).to_be_attached()
    while scene.get_attribute("aria-busy") == "true":
        page.clock.run_for(100)
    expect(scene.get_by_role("paragraph")).to_contain_text("point")
    # The opponent waits until the result was shown.
    expect(page.get_by_role("button", name="Skip")).to_be_visible()


def test_a_result_leaves_a_small_board_free_and_goes_with_the_next_choice(server, open_page):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    player = Player(page, server.url)
    player.sit_late()
    assert player.wait_for_turn()
    player.end_turn()
    scene, chart = page.locator("[data-scoring]"), page.locator(".chart")
    expect(scene).to_be_visible()
    assert player.wait_for_turn()
    share = "node => node.offsetHeight / document.querySelector('.chart').offsetHeight"
    expect(chart).to_be_visible()
    assert scene.evaluate(share) < 0.2
    player.choose_card(0)
    expect(scene).to_have_count(0)


def test_a_defeat_fills_the_screen_until_a_key_is_pressed(server, open_page):
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(LIVELY)
    page.clock.install()
    player = Player(page, server.url)
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    pause(page)
    resign(page)
    finale, end = page.locator(".finale"), page.locator("dialog.end")
    expect(finale).to_contain_text("You lose")
    expect(end).to_have_count(0)
    page.keyboard.press("Escape")
    expect(finale).to_have_count(0)
    expect(end).to_be_visible()
    page.reload()
    expect(end).to_be_visible()
    expect(finale).to_have_count(0)


def test_nothing_fills_the_screen_with_reduced_motion(server, open_page):
    page = open_page()
    page.add_init_script(LIVELY)
    page.clock.install()
    player = Player(page, server.url)
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    pause(page)
    resign(page)
    expect(page.locator("dialog.end")).to_be_visible()
