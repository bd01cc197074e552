"""The page as such: languages, looks, and a phone."""

import pytest
from playwright.sync_api import expect

from .player import Player

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def test_the_language_changes_without_losing_the_game(server, open_page):
    player = Player(open_page(), server.url)
    player.start()
    player.wait_for_turn()
    player.choose_card(0)
    words = {"de": "Zurücknehmen", "nl": "Terugnemen", "it": "Annulla mossa", "en": "Undo"}
    player.page.get_by_role("button", name="Settings").click()
    languages = player.page.locator("dialog select").first
    for code, undo in words.items():
        languages.select_option(code)
        expect(player.page.get_by_role("button", name=undo)).to_be_visible()
        expect(player.page.locator("html")).to_have_attribute("lang", code)
    expect(player.page.locator(".hand [aria-pressed=true]")).to_have_count(1)


def test_a_screen_that_brings_its_own_texts_changes_its_language(server, open_page):
    page = open_page()
    chunks = []
    page.on("request", lambda request: chunks.append(request.url.rpartition("/")[2][:3]))
    page.goto(f"{server.url}/rules")
    titles = {"en": "The rules", "de": "Die Regeln", "it": "Le regole"}
    for code, title in titles.items():
        page.locator(".language select").select_option(code)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    assert "nl-" not in chunks


@pytest.mark.parametrize(
    ("tag", "words"),
    [("de-AT", "Neue Partie"), ("nl-BE", "Nieuwe partij"), ("it-CH", "Nuova partita")],
)
def test_the_language_is_the_one_of_the_browser(tag, words, server, browser):
    context = browser.new_context(locale=tag)
    page = context.new_page()
    page.goto(server.url)
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    context.close()


def test_the_look_follows_the_system_and_can_be_switched(server, open_page):
    page = open_page(color_scheme="dark")
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("data-look", "night")
    page.get_by_role("button", name="Day mode").click()
    expect(page.locator("html")).to_have_attribute("data-look", "day")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-look", "day")


def test_a_turn_with_a_thumb(server, open_page):
    player = Player(open_page(**PHONE), server.url)
    player.start()
    player.wait_for_turn()
    page = player.page
    overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overhang) == 0
    page.locator(".hand [data-card]").first.tap()
    line = player.lit("build")[0]
    box = player.line(line).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x + 6, y + 6)
    page.locator(".choice").first.tap()
    expect(page.locator("[data-bridge]").first).to_be_visible()
    page.locator(".market [data-card]").first.tap()
    page.locator(".market .primary").tap()
    assert player.wait_for_turn()


def test_a_whole_turn_by_keyboard(server, open_page):
    player = Player(open_page(), server.url)
    player.start()
    player.wait_for_turn()
    page = player.page
    page.locator(".hand [data-card]").first.focus()
    page.keyboard.press("Enter")
    line = player.lit("build")[0]
    player.line(line).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".choice").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-bridge={line}]")).to_be_visible()
    page.locator("[data-pile]").focus()
    page.keyboard.press("Enter")
    page.locator(".market .primary").focus()
    page.keyboard.press("Enter")
    assert player.wait_for_turn()


def test_a_game_that_is_not_there_says_so(server, open_page):
    page = open_page()
    for game in ("nosuchgame", "abcdefgh."):
        page.goto(f"{server.url}/game/{game}")
        expect(page.get_by_text("This game no longer exists")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    page.get_by_label("Watch a game").fill(f"{server.url}/replay/nosuchgame/40?from=mail")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_url("**/replay/nosuchgame")


def test_a_page_that_is_not_there_says_so(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/lessons/first")
    expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    expect(page.get_by_text("“/lessons/first” is not a page")).to_be_visible()
    page.goto(f"{server.url}/players/nobody")
    expect(page.get_by_role("heading", name="There is no such player")).to_be_visible()
    page.goto(f"{server.url}/analysis?position=rubbish")
    expect(page.get_by_text("This text is not a position.")).to_be_visible()
    page.goto(f"{server.url}/game/abcdefgh1234#invite=wrong")
    expect(page.get_by_role("heading", name="This invitation is no longer valid")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


def test_who_cannot_reach_a_game_is_shown_ways_out(server, open_page):
    page = open_page()
    page.route_web_socket("**/socket", lambda socket: socket.close())
    page.goto(f"{server.url}/game/nosuchgame")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.get_by_role("link", name="Home")).to_be_visible()
