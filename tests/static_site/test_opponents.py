"""Opponents whose networks run in WebAssembly."""

import pytest
from playwright.sync_api import expect

from e2e.player import Player

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "bot",
    [
        "kanaloa",
        *(pytest.param(key, marks=pytest.mark.every_site_test) for key in ("hoku", "pele")),
    ],
)
def test_an_opponent_with_a_network(bot, server, open_page):
    player = Player(open_page(), server.url)
    player.start(bot=bot)
    player.play_turns(2)
    assert player.wait_for_turn()
    # A bot without its network would leave a message in the console, which fails the test.
    expect(player.page.get_by_role("region", name=bot.capitalize())).to_be_visible()
