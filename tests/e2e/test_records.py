"""Games are kept, replayed, exported, imported and deleted."""

import json
import re

import pytest
from playwright.sync_api import expect

from .player import Player

pytestmark = pytest.mark.slow


@pytest.fixture
def finished(server, open_page):
    """Somebody who has just resigned, back on the home screen."""
    player = Player(open_page(), server.url)
    player.start(name="Anna")
    player.wait_for_turn()
    player.play_turn()
    player.wait_for_turn()
    player.page.get_by_role("button", name="This game").click()
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("button", name="Yes, I resign").click()
    player.page.locator("dialog.end").get_by_role("link", name="Home").click()
    return player


def test_export_and_import(finished):
    page = finished.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    record = json.loads(download.value.path().read_text())
    assert record["format"] == "kahuna-record"
    page.get_by_role("button", name="Import a game").click()
    page.get_by_label("Or paste it here").fill(json.dumps(record))
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    bridges = finished.bridges
    assert bridges
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("[data-bridge]")).to_have_count(0)


def test_a_broken_record_is_refused_with_its_problem(finished):
    page = finished.page
    page.get_by_role("button", name="Import a game").click()
    page.get_by_label("Or paste it here").fill("not a record")
    page.get_by_role("button", name="Import", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This is not a game of Kahuna.")
    expect(alert.locator("[lang=en]")).to_contain_text("expected 'kahuna game' as the title")
    page.keyboard.press("Escape")
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Partie importieren").click()
    page.get_by_label("Oder hier einfügen").fill('{"format":\n oops}')
    page.get_by_role("button", name="Importieren", exact=True).click()
    expect(alert).to_contain_text("kein gültiges JSON")
    expect(alert).to_contain_text("Siehe Zeile 2.")


def test_an_unfinished_game_is_resumed(server, open_page):
    player = Player(open_page(), server.url)
    player.start(name="Anna")
    player.wait_for_turn()
    hand = player.hand
    player.page.get_by_role("link", name="Home").click()
    games = player.page.get_by_role("region", name="My games")
    expect(games.locator("small")).to_have_text(re.compile(r"^\d+ \w+ \d{4}, "))
    games.get_by_text("Your turn").click()
    player.wait_for_turn()
    assert player.hand == hand


def test_delete_is_asked_twice(finished):
    page = finished.page
    games = page.get_by_role("region", name="My games")
    games.get_by_role("button", name="Delete").dblclick()
    games.get_by_role("button", name="Delete for good").click()
    expect(games).to_contain_text("No games yet")
