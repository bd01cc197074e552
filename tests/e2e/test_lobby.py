"""Two browsers meet in the lobby."""

import pytest
from playwright.sync_api import expect

from .test_axe import find_problems

pytestmark = pytest.mark.slow


def test_two_guests_meet(server, open_page):
    ada = open_page(viewport={"width": 390, "height": 844})
    ada.goto(server.url)
    ada.get_by_role("button", name="I know the game").click()
    ada.get_by_role("link", name="Lobby").click()
    expect(ada.get_by_text("Nobody else is here right now.")).to_be_visible()
    expect(ada.get_by_text("As a guest you play unrated games.")).to_be_visible()
    ada.get_by_role("button", name="Start looking").click()
    expect(ada.get_by_role("heading", name="Looking for an opponent …")).to_be_visible()
    expect(ada.get_by_role("button", name="meanwhile")).to_be_enabled()

    # Another tab of the same browser agrees.
    tab = ada.context.new_page()
    tab.goto(f"{server.url}/lobby")
    expect(tab.get_by_role("heading", name="Looking for an opponent …")).to_be_visible()

    ben = open_page()
    ben.goto(f"{server.url}/lobby")
    offer = ben.get_by_role("listitem").filter(has_text="two games, each starts once")
    expect(offer).to_have_count(1)
    assert find_problems(ada, "lobby") == []
    assert find_problems(ben, "lobby") == []
    offer.get_by_role("button", name="Play Guest").click()
    for page in (ada, ben):
        page.wait_for_url("**/game/*")
    assert ada.url == ben.url
    for page in (ada, ben):
        expect(page.locator(".hand [data-card]")).to_have_count(3)
