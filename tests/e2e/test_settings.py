"""What somebody likes is kept; and being told that it is one's turn."""

import json

import pytest
from playwright.sync_api import expect

from .player import Player, expect_left_of

pytestmark = pytest.mark.slow

NOTIFICATIONS = """
window.Notification = class {
  static permission = 'default';
  static async requestPermission() {
    document.documentElement.dataset.asked = 'yes';
    return (this.permission = 'granted');
  }
  constructor(words) { document.documentElement.dataset.told = words; }
};
ServiceWorkerRegistration.prototype.showNotification = async (words) => new Notification(words);
"""
HIDDEN = """
Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
document.dispatchEvent(new Event('visibilitychange'));
"""
BELL = """
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (pitch, at) {
  if (pitch === 659) document.documentElement.dataset.rung = 'yes';
  return set.call(this, pitch, at);
};
"""


def open_settings(page):
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog", name="Settings")


def test_settings_are_kept_and_do_not_disturb_the_game(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    player.start()
    player.wait_for_turn()
    player.play_turn()
    player.wait_for_turn()
    known = page.get_by_role("table", name="What you can know")
    page.get_by_role("tab", name="Cards").click()
    expect(known.get_by_role("row")).to_have_count(13)
    page.get_by_role("tab", name="Log").click()
    hand = player.hand
    first = page.locator(".log li > button").first
    expect(first.locator("code")).to_have_count(0)
    dialog = open_settings(page)
    dialog.get_by_label("Game log in").select_option("letters")
    dialog.get_by_label("Theme").select_option("night")
    dialog.get_by_label("Left-handed").check()
    dialog.get_by_label("Ask before a turn ends").check()
    dialog.get_by_label("Show what I can know").uncheck()
    page.keyboard.press("Escape")
    for _ in range(2):
        player.wait_for_turn()
        assert player.hand == hand
        expect(first.locator("code")).to_have_count(1)
        expect(first.locator("span")).to_have_count(0)
        page.get_by_role("tab", name="Cards").click()
        expect(page.get_by_role("region", name="Played")).to_be_visible()
        expect(known).to_have_count(0)
        expect(page.locator("html")).to_have_attribute("data-look", "night")
        assert page.locator(".market").first.bounding_box()["x"] < 100
        page.reload()
    player.wait_for_turn()
    page.set_viewport_size({"width": 820, "height": 1180})
    expect_left_of(page, "section.market", "section.hand")
    page.set_viewport_size({"width": 844, "height": 390})
    expect_left_of(page, ".market .foot", "[data-pile]")
    dialog = open_settings(page)
    dialog.get_by_role("button", name="During the game").click()
    expect(dialog.get_by_label("Ask before a turn ends")).to_be_in_viewport()
    expect(dialog.get_by_label("Ask before a turn ends")).to_be_checked()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(dialog.get_by_label("Ask before a turn ends")).to_be_visible()
    dialog.get_by_role("button", name="Sound and music").click()
    expect(dialog.get_by_label("Surf volume")).to_be_disabled()
    dialog.get_by_role("button", name="Your data").click()
    dialog.get_by_role("button", name="Reset all settings").click()
    dialog.get_by_role("button", name="Yes, reset all").click()
    expect(dialog.get_by_text("All settings are back to their defaults.")).to_be_visible()
    dialog.get_by_role("button", name="During the game").click()
    expect(dialog.get_by_label("Ask before a turn ends")).not_to_be_checked()
    page.keyboard.press("Escape")


def test_the_end_of_a_turn_is_asked_about(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    player.start()
    player.wait_for_turn()
    open_settings(page).get_by_label("Ask before a turn ends").check()
    page.keyboard.press("Escape")
    player.end_turn()
    asked = page.get_by_role("dialog", name="End your turn?")
    asked.get_by_role("button", name="Not yet").click()
    expect(asked).to_have_count(0)
    expect(page.locator(".game")).to_have_attribute("data-mine", "true")
    page.locator(".market .foot .primary").click()
    asked.get_by_role("button", name="Take").click()
    expect(page.get_by_role("region", name="Game log")).to_contain_text("taken")


def test_the_end_of_a_turn_is_asked_about_in_a_lesson_too(server, open_page):
    page = open_page()
    page.add_init_script("localStorage.setItem('kahuna.settings', '{\"confirms\": true}')")
    page.goto(f"{server.url}/learn/draw")
    page.locator(".market [data-card=G]").click()
    page.locator(".market [data-action='<G']").click()
    page.get_by_role("dialog", name="End your turn?").get_by_role("button", name="Take").click()
    page.locator("[data-task='1']").wait_for()


def test_a_language_that_is_not_there_is_no_end_of_the_page(server, open_page):
    page = open_page()
    page.add_init_script("localStorage.setItem('kahuna.settings', '{\"language\": \"tlh\"}')")
    page.goto(server.url)
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


def test_a_game_can_forbid_the_table_of_cards_and_the_next_is_to_be_like_it(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(server.url)
    page.locator("input[name=bot][value=pua]").check(force=True)
    page.get_by_text("Rules, seats and clock").click()
    page.get_by_label("Memory aid allowed").uncheck()
    page.locator("button.start").click()
    page.wait_for_url("**/game/*")
    player.wait_for_turn()
    expect(page.get_by_role("table", name="What you can know")).to_have_count(0)
    page.get_by_role("button", name="This game").click()
    expect(page.get_by_role("dialog")).to_contain_text("no memory aid")
    page.goto(server.url)
    expect(page.locator("input[name=bot][value=pua]")).to_be_checked()
    expect(page.locator("summary")).to_contain_text("no memory aid")


def test_somebody_is_told_when_the_table_shows_it_or_at_once_if_they_look_elsewhere(
    server, open_page
):
    page = open_page(reduced_motion="no-preference")
    page.context.add_init_script(NOTIFICATIONS + BELL)
    page.clock.install()
    player = Player(page, server.url)
    with page.expect_websocket() as opened:
        player.start()
    player.wait_for_turn()
    icon, html = page.locator("link[rel=icon]"), page.locator("html")
    expect(page).to_have_title("● Your turn – Kahuna")
    marked = icon.get_attribute("href")
    dialog = open_settings(page)
    assert html.get_attribute("data-asked") is None
    dialog.get_by_label("Browser notification").check()
    expect(html).to_have_attribute("data-asked", "yes")
    dialog.get_by_label("Sounds").check()
    dialog.get_by_label("Animation speed").select_option("normal")
    page.keyboard.press("Escape")
    # From here on no animation comes to its end.
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    with opened.value.expect_event("framereceived", _gives_the_turn):
        player.end_turn()
    skip = page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    expect(page).to_have_title("Kahuna")
    assert html.get_attribute("data-rung") is None
    skip.click()
    expect(html).to_have_attribute("data-rung", "yes")
    expect(page).to_have_title("● Your turn – Kahuna")
    assert html.get_attribute("data-told") is None
    player.end_turn()
    expect(skip).to_be_visible()
    page.evaluate(HIDDEN)
    expect(html).to_have_attribute("data-told", "It is your turn")
    expect(skip).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(icon).not_to_have_attribute("href", marked)
    page.reload()
    expect(open_settings(page).get_by_label("Browser notification")).to_be_checked()


def _gives_the_turn(frame: str | bytes) -> bool:
    """Whether a message ends the opponent's turn; it names only what has changed."""
    message = json.loads(frame)
    has_started = any(event["type"] == "turn_started" for event in message.get("news", ()))
    return has_started and message["key"] is None
