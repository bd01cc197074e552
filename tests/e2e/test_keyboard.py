"""Without a mouse: every key, all phases of a game, and focus that never gets lost."""

import pytest
from playwright.sync_api import Page, expect

from .player import Player

pytestmark = pytest.mark.slow

FOCUSED = "document.activeElement !== null && document.activeElement !== document.body"
ENDINGS = ("1", "p", "n")


class Typist(Player):
    """Somebody who has a keyboard only."""

    def press(self, *keys: str) -> None:
        """Press keys; something always has the focus afterwards."""
        for key in keys:
            self.page.keyboard.press(key)
        assert self.page.evaluate(FOCUSED)

    def sail(self) -> None:
        """From the home screen into a game against the first computer."""
        page = self.page
        page.goto(self.url)
        page.locator("button.start").wait_for()
        self._tab_to("input[name=bot]")
        for _ in page.locator("input[name=bot]").all():
            if page.locator("input[value=pua]").is_checked():
                break
            page.keyboard.press("ArrowLeft")
        self._tab_to("button.start")
        page.keyboard.press("Enter")
        page.wait_for_url("**/game/*")

    def _tab_to(self, selector: str) -> None:
        for _ in range(60):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def build_something(self) -> str | None:
        for letter in dict.fromkeys(self.hand):
            self.press(letter)
            if lines := self.lit("build"):
                line = lines[0]
                self.press(line.replace(letter, ""))
                expect(self.page.locator(".choice").first).to_be_focused()
                self.press("Enter")
                expect(self.page.locator(f"[data-bridge={line}]")).to_be_attached()
                self.page.locator(".game[data-mine=true], dialog.end").first.wait_for()
                return line
            self.press("Escape")
        return None

    def end_turn(self) -> None:
        for key in ENDINGS:
            self.press(key)
            button = self.page.locator(".market .primary")
            if button.count() > 0:
                expect(button).to_be_focused()
                self.press("Enter")
                return
            self.press("Escape")
        self.press(self.hand[0], "x")
        self.page.locator(".game[data-mine=true]").wait_for()
        self.end_turn()


def _active(page: Page) -> str:
    return page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")


def walk_the_log(player: Typist) -> None:
    assert player.wait_for_turn()
    entries = player.page.locator(".log button")
    assert entries.count() > 6
    stop = player.page.locator(".log button[tabindex='0']")
    expect(stop).to_have_count(1)
    stop.focus()
    expect(entries.last).to_be_focused()
    player.press("ArrowUp")
    expect(entries.nth(-2)).to_be_focused()
    player.press("Home", "ArrowDown")
    expect(entries.nth(1)).to_be_focused()
    expect(entries.nth(1)).to_have_attribute("tabindex", "0")
    expect(stop).to_have_count(1)
    player.press("End")
    expect(entries.last).to_be_focused()


def test_first_turns_and_last_round_by_keyboard_alone(server, open_page):
    player = Typist(open_page(), server.url)
    player.sail()
    player.play_turns(2)
    walk_the_log(player)
    player.sit_late()
    player.play_game()
    page = player.page
    expect(page.locator("dialog.end h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.end")).to_have_count(0)
    assert page.evaluate(FOCUSED)


def test_focus_goes_on_near_by(server, open_page):
    player = Typist(open_page(), server.url)
    player.start()
    player.wait_for_turn()
    page = player.page
    expect(page.locator("h1")).to_be_focused()
    line = player.build_something()
    expect(page.locator(f"[data-line={line}]")).to_be_focused()
    page.get_by_role("button", name="Undo").focus()
    player.press("Enter")
    expect(page.locator(f"[data-bridge={line}]")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    for opener in ("Settings", "This game"):
        page.get_by_role("button", name=opener).focus()
        player.press("Enter")
        expect(page.get_by_role("dialog", name=opener)).to_be_visible()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.get_by_role("button", name=opener)).to_be_focused()


def test_focus_comes_from_behind_the_curtain_to_the_hand(server, open_page):
    player = Player(open_page(), server.url)
    player.start("hotseat", name="Anna", second_name="Ben")
    expect(player.page.locator(".curtain button")).to_be_focused()
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".hand [data-card]").first).to_be_focused()


def test_arrows_walk_the_board(server, open_page):
    player = Typist(open_page(), server.url)
    player.start()
    player.wait_for_turn()
    page = player.page
    player.press("e")
    expect(page.locator("[data-island=E]")).to_be_focused()
    player.press("Escape", "ArrowRight")
    line = page.evaluate("document.activeElement.dataset.line")
    assert "E" in line
    expect(page.locator("[data-line][tabindex='0'], [data-island][tabindex='0']")).to_have_count(1)
    player.press("Enter")
    expect(page.locator(".popover")).to_be_visible()
    player.press("Escape")
    expect(page.locator(f"[data-line={line}]")).to_be_focused()
    player.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.island") == line.replace("E", "")


def test_keys_are_explained_and_can_be_switched_off(server, open_page):
    player = Typist(open_page(), server.url)
    player.start()
    player.wait_for_turn()
    page = player.page
    player.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_role("dialog")).to_have_count(1)
    dialog.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator(".market [aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="This game").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    dialog.get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    player.press("2")
    # Of two equal open cards both are chosen.
    expect(page.locator(".market [aria-pressed=true]").first).to_be_visible()
    player.press("w")
    expect(page.get_by_role("region", name="Board in words")).to_be_visible()
