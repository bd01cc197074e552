"""Two browsers meet in the lobby."""

import re

import pytest
from playwright.sync_api import expect

from .test_account import add_authenticator
from .test_axe import find_problems

pytestmark = pytest.mark.slow


def test_two_guests_meet(server, open_page):
    ada = open_page(viewport={"width": 390, "height": 844})
    ada.goto(server.url)
    ada.get_by_role("button", name="I know how to play").click()
    ada.get_by_role("link", name="Lobby").click()
    expect(ada.get_by_text("Nobody else is here right now.")).to_be_visible()
    expect(ada.get_by_text("As a guest you play unrated games.")).to_be_visible()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Start looking").click()
    expect(ada.get_by_role("heading", name="Looking for an opponent…")).to_be_visible()
    expect(ada.get_by_text("Nobody else is looking at the moment.")).to_be_visible()
    expect(ada.get_by_role("button", name="meanwhile")).to_be_enabled()

    # Another tab of the same browser agrees.
    tab = ada.context.new_page()
    tab.goto(f"{server.url}/lobby")
    expect(tab.get_by_role("heading", name="Looking for an opponent…")).to_be_visible()

    ben = open_page()
    ben.goto(f"{server.url}/lobby")
    offer = ben.get_by_role("listitem").filter(has_text="two games, each player starts once")
    expect(offer).to_have_count(1)
    assert find_problems(ada, "lobby") == []
    assert find_problems(ben, "lobby") == []
    offer.get_by_role("button", name="Play Ada").click()
    for page in (ada, ben):
        page.wait_for_url("**/game/*")
    assert ada.url == ben.url
    for page in (ada, ben):
        expect(page.locator(".hand [data-card]")).to_have_count(3)
    mover = ada if ada.locator(".game[data-mine=true]").count() else ben
    caption = mover.locator("[data-zone=caption] p")
    expect(caption).to_contain_text("Make your first move within a minute")
    expect(mover.get_by_text("Game 1 of 2")).to_be_visible()

    def hurry(socket):
        """Let the page believe that the time is short."""
        server = socket.connect_to_server()
        server.on_message(
            lambda text: socket.send(re.sub(r'"clock_ms":\d+', '"clock_ms":9000', text))
        )

    mover.route_web_socket("**/socket", hurry)
    mover.reload()
    expect(mover.get_by_role("alert")).to_have_text("15 seconds left")


def sign_up(open_page, origin: str, name: str, **options: object):
    """A browser whose player has just created an account."""
    page = open_page(**options)
    add_authenticator(page)
    page.goto(f"{origin}/account")
    page.get_by_label("Name").fill(name)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="I have saved it").click()
    return page


def test_players_react_and_offer_a_rematch_to_somebody_who_is_away(server, open_page):
    origin = server.url.replace("127.0.0.1", "localhost")
    ada = sign_up(open_page, origin, "Ada Byron", viewport={"width": 390, "height": 844})
    ben = sign_up(open_page, origin, "Ben Nevis")
    for page in (ada, ben):
        page.goto(f"{origin}/lobby")
        page.get_by_label("Number of games").select_option(label="one game")
        page.get_by_label("Clock").select_option(index=8)  # Days: nobody runs out of time here.
        page.get_by_role("button", name="Start looking").click()
    for page in (ada, ben):
        page.wait_for_url("**/game/*")

    ada.get_by_role("button", name="Reactions").click()
    assert find_problems(ada, "reactions") == []
    ada.get_by_role("button", name="Good luck!").click()
    expect(ben.get_by_role("status").filter(has_text="Ada Byron: “Good luck!”")).to_be_visible()

    # Ben mutes Ada, who reacts again.
    ben.get_by_role("button", name="Reactions").click()
    ben.get_by_label("Hide your opponent’s reactions").check()
    ben.get_by_role("button", name="Hello!").click()
    expect(ada.get_by_role("status").filter(has_text="Ben Nevis: “Hello!”")).to_be_visible()
    expect(ben.get_by_text("“Good luck!”")).to_have_count(0)
    expect(ada.get_by_text("“Hello!”")).to_have_count(0)  # Then Ada may react again.
    ada.get_by_role("button", name="Reactions").click()
    ada.get_by_role("button", name="Thank you!").click()
    expect(ada.get_by_text("“Thank you!”")).to_be_visible()

    ben.get_by_role("button", name="This game").click()
    ben.get_by_role("button", name="Abort the game").click()
    ben.get_by_role("button", name="Yes, abort it").click()
    expect(ben.get_by_role("button", name="Offer a rematch")).to_be_visible()
    assert ben.get_by_text("“Thank you!”").count() == 0
    ben.goto(f"{origin}/rules")  # Away.
    ada.get_by_role("button", name="Offer a rematch").click()
    expect(ada.get_by_text("Offered to Ben Nevis")).to_be_visible()
    assert find_problems(ada, "rematch") == []

    ben.goto(origin)
    ben.get_by_role("link", name="Somebody offers you a game").click()
    expect(ben.get_by_text("Offered by Ada Byron")).to_be_visible()
    assert find_problems(ben, "offer") == []
    ada.goto(origin)
    ben.get_by_role("button", name="Accept the game offered by Ada Byron").click()
    ben.wait_for_url("**/game/*")
    ada.reload()
    ada.get_by_role("alert").get_by_role("link", name="Go to the game").click()
    ada.wait_for_url("**/game/*")
    assert ada.url == ben.url

    # The same from a profile; this time it is declined.
    ada.goto(f"{origin}/account")
    ada.get_by_role("link", name="Your public profile").click()
    address = ada.url
    expect(ada.get_by_role("heading", name="Ada Byron")).to_be_visible()
    ben.goto(address)
    ben.get_by_role("button", name="Offer", exact=True).click()
    expect(ben.get_by_text("Offered to Ada Byron")).to_be_visible()
    assert find_problems(ben, "profile") == []
    ada.goto(f"{origin}/lobby")
    ada.get_by_role("button", name="Decline the game offered by Ben Nevis").click()
    expect(ben.get_by_text("Offered to Ada Byron")).to_have_count(0)
