"""Opponents whose networks run in WebAssembly."""

import pytest
from playwright.sync_api import expect

from e2e.player import Player

pytestmark = pytest.mark.slow


@pytest.mark.every_site_test
@pytest.mark.parametrize("bot", ["hoku", "pele"])
def test_an_opponent_with_a_network(bot, server, open_page):
    player = Player(open_page(), server.url)
    player.start(bot=bot)
    player.play_turns(2)
    assert player.wait_for_turn()
    # A bot without its network would leave a message in the console, which fails the test.
    expect(player.page.get_by_role("region", name=bot.capitalize())).to_be_visible()


def test_an_opponent_waits_for_a_network_that_cannot_be_downloaded(server, open_page):
    page = open_page()
    files = "**/assets/networks-*/*"
    page.context.route(files, lambda route: route.abort())
    player = Player(page, server.url)
    player.start(bot="kanaloa", choices={"You play": "White, the turtle", "First turn": "Black"})
    expect(page.get_by_text("could not be downloaded")).to_be_visible()
    assert page.locator(".game[data-mine=false]").count() == 1
    page.context.unroute(files)
    page.get_by_role("button", name="Try again").click()
    player.wait_for_turn()
    player.play_turn()
    assert player.wait_for_turn()
    expect(page.get_by_text("could not be downloaded")).to_have_count(0)
