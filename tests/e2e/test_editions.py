"""Each rulebook and each variant can be chosen, starts and plays some turns."""

import pytest
from playwright.sync_api import expect

from .player import Player

pytestmark = pytest.mark.slow

EDITIONS = ("kosmos-2015", "forum-1999", "ksr", "rio-grande-1998", "italian")


@pytest.mark.parametrize("edition", EDITIONS)
def test_edition(edition, server, open_page):
    player = Player(open_page(), server.url)
    player.start(edition=edition)
    for _ in range(2):
        assert player.wait_for_turn()
        player.play_turn()


def test_variant_1(server, open_page):
    player = Player(open_page(), server.url)
    player.start(ticks=("Variant 1: no trespassing",))
    for _ in range(3):
        assert player.wait_for_turn()
        player.play_turn(builds=2)


def test_variant_2_shows_cards_that_were_taken_openly(server, open_page):
    player = Player(open_page(), server.url)
    player.start(ticks=("Variant 2: open hands",))
    assert player.wait_for_turn()
    player.end_turn()
    assert player.wait_for_turn()
    expect(player.page.locator(".hand .tag")).to_have_count(1)


def test_handicap_bridges_come_first(server, open_page):
    player = Player(open_page(), server.url)
    choices = {"You play": "White, the turtle", "Handicap": "2 bridges", "for": "White"}
    player.start(choices=choices)
    assert player.wait_for_turn()
    for line in ("AB", "KL"):
        player.line(line).click()
        player.page.get_by_role("button", name="Put a bridge here").click()
        expect(player.page.locator(f"[data-bridge={line}]")).to_be_visible()
    assert player.wait_for_turn()
    player.play_turn()


def test_what_a_book_does_not_offer_cannot_be_chosen(server, open_page):
    page = open_page()
    page.goto(server.url)
    page.get_by_text("Rules, seats and clock").click()
    page.get_by_label("Rulebook").select_option("ksr")
    expect(page.get_by_label("Variant 1: no trespassing")).to_have_count(0)
    expect(page.get_by_label("Handicap")).to_have_count(0)


def test_rules_of_ones_own(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(server.url)
    page.get_by_text("Rules, seats and clock").click()
    expect(page.get_by_label("Bridges per side")).to_have_count(0)
    page.get_by_label("Rulebook").select_option("custom")
    page.get_by_label("Bridges per side").fill("2")
    page.get_by_label("Stones per side").fill("7")
    page.get_by_label("Discarding face down").select_option("instead")
    page.get_by_label("Third scoring").select_option("own_stones")
    page.get_by_label("Variant 1: no trespassing").check()
    page.get_by_label("Variant 2: open hands").check()
    page.get_by_label("Handicap").select_option("3")
    page.locator("button.start").click()
    expect(page.get_by_role("alert")).to_contain_text("not 3 bridges")
    page.get_by_label("Handicap").select_option("0")
    page.get_by_label("Bridges per side").fill("9")
    page.locator("button.start").click()
    page.wait_for_url("**/game/*")
    assert player.wait_for_turn()
    page.get_by_role("button", name="This game").click()
    expect(page.get_by_role("dialog")).to_contain_text("9 bridges, 7 stones")
    expect(page.get_by_role("dialog")).to_contain_text("instead of playing")
