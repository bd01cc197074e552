"""Against the computer: a whole game by clicking, undo, and what is forbidden says why."""

import re

import pytest
from playwright.sync_api import expect

from .player import Player

pytestmark = pytest.mark.slow


def test_a_whole_game_by_clicking(server, open_page):
    player = Player(open_page(), server.url)
    player.start()
    player.play_game()
    end = player.page.locator("dialog.end")
    expect(end.get_by_role("heading").first).to_contain_text("You ")
    expect(end.get_by_role("img")).to_be_visible()
    expect(end.locator(".hands li").first).to_be_visible()
    end.get_by_role("button", name=re.compile("Play again|Revenge")).click()
    expect(end).to_have_count(0)
    assert player.wait_for_turn()
    player.page.go_back()
    end.get_by_role("link", name="To the next game").click()
    expect(end).to_have_count(0)
    assert player.wait_for_turn()


def test_undo_takes_back_every_step_of_the_turn(server, open_page):
    player = Player(open_page(), server.url)
    player.sit()
    player.wait_for_turn()
    hand, before = player.hand, player.bridges
    built = [player.build_something(), player.build_something()]
    assert len(player.bridges) == len(before) + 2
    undo = player.page.get_by_role("button", name="Undo")
    for line in reversed(built):
        undo.click()
        expect(player.page.locator(f"[data-bridge={line}]")).to_have_count(0)
    assert player.hand == hand
    assert player.bridges == before
    expect(undo).to_be_disabled()


def test_a_preview_shows_what_would_happen_before_it_does(server, open_page):
    player = Player(open_page(), server.url)
    player.sit()
    player.wait_for_turn()
    player.choose_card(0)
    line = player.lit("build")[0]
    player.line(line).click()
    expect(player.page.locator(f"[data-ghost={line}]")).to_be_visible()
    expect(player.page.get_by_role("list", name="What would happen")).to_be_visible()
    assert line not in player.bridges
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".popover")).to_have_count(0)


def test_a_line_that_cannot_be_built_on_says_why(server, open_page):
    player = Player(open_page(), server.url)
    player.sit()
    player.wait_for_turn()
    hand = set(player.hand)
    line = next(
        name
        for name in ("AB", "CF", "EI", "GJ", "HL", "JK", "DE", "KL", "FG", "BC")
        if not hand & set(name) and name not in player.bridges
    )
    player.line(line).click()
    expect(player.page.locator(".popover")).to_contain_text("To build here you need")


def test_the_past_can_be_looked_at_and_a_turn_watched_again(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.clock.install()
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    assert player.build_something()
    player.end_turn()
    player.wait_for_turn()
    turn, taken = page.locator(".where .turn"), page.locator("[data-column=taken]:not(.none)")
    expect(turn).to_have_text("Turn 3")
    log = page.get_by_role("region", name="Game log")
    log.locator("li > button").first.click()
    expect(page.locator(".caption p")).to_contain_text("Turn 1, as it was")
    expect(page.locator(".game")).to_have_attribute("data-mine", "false")
    page.get_by_role("button", name="Back to the game").click()

    # While a turn is shown, nothing around the board runs ahead of it.
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.get_by_role("button", name="Watch the last turn again").click()
    expect(turn).to_have_text("Turn 2")
    expect(page.locator(".seat.moving")).to_have_attribute("aria-label", "Pua")
    expect(log.get_by_role("listitem")).to_have_count(2)
    expect(log.locator("li:last-child > button")).to_have_count(1)
    page.locator("[data-tab=cards]").click()
    expect(page.locator("[data-known]")).to_have_count(12)
    expect(taken).to_have_count(0)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".game")).to_have_attribute("data-mine", "true")
    expect(turn).to_have_text("Turn 3")
    expect(page.locator(".seat.moving")).to_have_attribute("aria-label", "You")
    seen = taken.count()
    page.locator("[data-tab=log]").click()
    last = log.get_by_role("listitem").nth(1).inner_text()
    assert seen == (1 if " taken" in last else 0)


def test_any_turn_is_watched_again_while_the_board_can_be_inspected(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.clock.install()
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    assert player.build_something()
    player.end_turn()
    player.wait_for_turn()
    bridges, turn = player.bridges, page.locator(".where .turn")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    watch = page.get_by_role("button", name="Watch turn 1 again")
    watch.click()
    expect(turn).to_have_text("Turn 1")
    expect(page.locator("[data-bridge]")).to_have_count(0)
    # The log stays complete, so that the button keeps the focus.
    expect(watch).to_be_focused()
    expect(page.get_by_role("button", name="Watch turn 2 again")).to_be_visible()
    player.choose_card(0)
    expect(page.locator(".hand [aria-pressed=true]")).to_be_visible()
    expect(turn).to_have_text("Turn 1")
    page.clock.run_for(20_000)
    expect(turn).to_have_text("Turn 3")
    assert player.bridges == bridges


def test_a_reload_comes_back_to_the_same_position(server, open_page):
    player = Player(open_page(), server.url)
    player.sit()
    player.wait_for_turn()
    player.build_something()
    hand, bridges = player.hand, player.bridges
    player.page.reload()
    player.wait_for_turn()
    assert (player.hand, player.bridges) == (hand, bridges)
    expect(player.page.get_by_role("button", name="Undo")).to_be_enabled()
