"""The board in other people's pages: `kahuna-board.js`."""

from playwright.sync_api import expect

import kahuna
from kahuna.server.settings import PAGE


def embed(page, game):
    body = f"<body lang=nl>{game.embed()}</body>"
    page.set_content(f"<!doctype html><html lang=en>{body}</html>")
    page.add_script_tag(path=PAGE / "kahuna-board.js")


def test_a_reader_steps_through_a_game(open_page):
    page = open_page()
    game = kahuna.Game(seed=1, first="white")
    game.push("+KL/L")
    game.push("<*")
    embed(page, game)
    bridge = page.locator("[data-bridge=KL]")
    expect(page.get_by_role("slider")).to_have_value("0")
    expect(bridge).to_have_count(0)
    page.get_by_role("button").nth(2).click()
    expect(bridge).to_have_attribute("data-seat", "white")
    expect(page.get_by_role("status")).to_contain_text("1 van 2: +KL/L")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("End")
    expect(page.get_by_role("status")).to_contain_text("2 van 2")
    expect(page.get_by_role("button").nth(2)).to_be_disabled()


def test_a_position_is_shown_and_described(open_page):
    page = open_page()
    position = "AB,AD,KL/EF,CF,BF -/- - AABBCCDDEEFFGGHHIIJJKKLL -/- 1:0,2:0 3.60 w:1 kosmos-2015"
    embed(page, kahuna.Game.from_position(position))
    expect(page.locator("[data-bridge]")).to_have_count(6)
    expect(page.locator("[data-stone=F]")).to_have_attribute("data-seat", "black")
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.get_by_role("img", name="ALOA (A), 3 lines").locator("visible=true")).to_have_count(
        1
    )


def test_without_javascript_there_is_a_picture(open_page):
    page = open_page(java_script_enabled=False)
    page.set_content(kahuna.Game(seed=1).embed())
    expect(page.get_by_role("img")).to_be_visible()
