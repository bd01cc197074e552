"""Two browsers: a link, a reload, a network cut, a server restart, and somebody who watches."""

import re

import pytest
from playwright.sync_api import expect
from tools.screens import switch

from .player import Player

pytestmark = pytest.mark.slow


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
CENTRE = """node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@pytest.fixture
def pair(server, open_page, request):
    """Two players at one table, the first to move in front, and the invitation of the second.

    Tests may say how the browser of the guest is opened.
    """
    host = Player(open_page(), server.url)
    choices = {"You play": "White, the turtle", "First turn": "White"}
    host.start("online", name="Anna", choices=choices)
    link = host.page.get_by_label("Invitation link").input_value()
    guest = Player(open_page(**getattr(request, "param", {})), server.url)
    guest.page.goto(link)
    expect(guest.page.get_by_text("Anna invites you to a game of Kahuna.")).to_be_visible()
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Play", exact=True).click()
    assert host.wait_for_turn()
    return host, guest, link


def test_both_see_the_same_table_and_only_their_own_cards(pair):
    host, guest, _ = pair
    expect(host.page.get_by_text("Ben is here. The game begins!")).to_be_visible()
    expect(host.page.get_by_role("region", name="Ben")).to_contain_text("here")
    for player in (host, guest):
        expect(player.page.locator(".hand [data-card]")).to_have_count(3)
    line = host.build_something()
    assert guest.bridges == {}
    host.end_turn()
    expect(guest.page.locator(f"[data-bridge={line}]")).to_be_visible()
    assert guest.wait_for_turn()
    guest.page.goto(f"{guest.url}/rules")
    caption = host.page.locator("[data-zone=caption] p")
    expect(caption).to_have_text("Ben’s turn. Ben is away at the moment.")
    expect(host.page.get_by_text("Ben has left the table. The game is saved")).to_be_visible()
    guest.page.go_back()
    expect(host.page.get_by_text("Ben is back.")).to_be_visible()
    expect(caption).to_have_text("Ben’s turn.")


def test_reload_network_cut_and_server_restart(pair, server):
    host, guest, _ = pair
    host.play_turn()
    assert guest.wait_for_turn()

    guest.build_something()
    hand, bridges = guest.hand, guest.bridges
    guest.page.reload()
    assert guest.wait_for_turn()
    assert (guest.hand, guest.bridges) == (hand, bridges)

    caption = guest.page.locator("[data-zone=caption] p")
    expect(caption).to_contain_text("Play another card")
    guest.page.context.set_offline(True)
    expect(caption).to_have_text("Connection lost. Reconnecting…")
    expect(guest.page.get_by_role("status").filter(has_text="Connection lost")).to_have_count(1)
    guest.page.context.set_offline(False)
    expect(caption).to_contain_text("Play another card")
    assert (guest.hand, guest.bridges) == (hand, bridges)
    guest.end_turn()
    assert host.wait_for_turn()

    host.build_something()
    hand, bridges = host.hand, host.bridges
    server.stop()
    expect(host.page.locator("[data-zone=caption]")).to_contain_text("Connection lost")
    expect(host.page.get_by_role("region", name="Ben")).to_contain_text("connection lost")
    server.start()
    assert host.wait_for_turn()
    assert (host.hand, host.bridges) == (hand, bridges)
    host.end_turn()
    assert guest.wait_for_turn()
    guest.play_turn()
    assert host.wait_for_turn()


def test_who_comes_too_late_watches_and_sees_what_is_public(pair, open_page, server):
    host, guest, link = pair
    watcher = Player(open_page(), server.url)
    watcher.page.goto(link)
    expect(watcher.page.get_by_text("This seat is already taken.")).to_be_visible()
    expect(watcher.page.get_by_text("Already playing in another browser or app?")).to_be_visible()
    expect(watcher.page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    watcher.page.get_by_role("button", name="Watch", exact=True).click()
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    expect(host.page.get_by_title("1 is watching")).to_be_visible()
    card = watcher.page.locator(".market [data-card]").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(watcher.page.locator(".market .foot")).to_have_text("")
    line = host.build_something()
    host.end_turn()
    assert guest.wait_for_turn()
    expect(watcher.page.locator(f"[data-bridge={line}]")).to_be_visible()
    assert watcher.hand == []


def test_go_on_at_another_device(pair, open_page, server):
    host, _, _ = pair
    host.page.get_by_role("button", name="This game").click()
    host.page.get_by_role("button", name="Create a private link").click()
    link = host.page.get_by_label("Continue on another device").input_value()
    other = Player(open_page(), server.url)
    other.page.goto(link)
    assert other.wait_for_turn()
    assert "token" not in other.page.url
    host.page.get_by_role("button", name="Close").click()
    assert other.hand == host.hand


def test_links_are_revoked_and_renewed(pair, open_page, server):
    host, _, _ = pair
    menu = host.page.get_by_role("button", name="This game")
    menu.click()
    host.page.get_by_role("button", name="Create a private link").click()
    link = host.page.get_by_label("Continue on another device").input_value()
    host.page.get_by_role("button", name="Close").click()
    other = Player(open_page(), server.url)
    other.page.goto(link)
    assert other.wait_for_turn()

    menu.press("Enter")
    host.page.get_by_role("button", name="Manage your links").press("Enter")
    dialog = host.page.get_by_role("dialog", name="Your links")
    expect(dialog.get_by_text("In use right now")).to_be_visible()
    dialog.get_by_role("button", name="Revoke private link 1").press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("The link has been revoked.")
    expect(dialog.get_by_text("There are no other links.")).to_be_visible()
    expect(other.page.get_by_text("This link no longer works")).to_be_visible()

    token = host.page.evaluate("localStorage.getItem('kahuna.games')")
    renew = dialog.get_by_role("button", name="Renew the link of this browser")
    expect(renew).to_be_focused()
    renew.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("This browser has a new link.")
    assert host.page.evaluate("localStorage.getItem('kahuna.games')") != token
    host.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    assert host.wait_for_turn()
    host.page.reload()
    assert host.wait_for_turn()


def test_a_draw_is_offered_and_accepted_and_a_rematch_swaps_seats(pair):
    host, guest, _ = pair
    host.page.get_by_role("button", name="This game").click()
    host.page.get_by_role("button", name="Offer a draw").click()
    guest.page.get_by_role("button", name="This game").click()
    menu = guest.page.get_by_role("dialog", name="This game")
    expect(menu).to_contain_text("Anna offers a draw.")
    menu.get_by_role("button", name="Accept").click()
    menu.get_by_role("button", name="Yes, a draw").click()
    for player in (host, guest):
        expect(player.page.locator("dialog.end")).to_contain_text("A draw")
    host.page.get_by_role("button", name="Play again").click()
    expect(host.page.get_by_text("Waiting for an answer…")).to_be_visible()
    guest.page.get_by_role("button", name="Close").click()
    expect(guest.page.get_by_text("Anna would like to play again.")).to_be_visible()
    guest.page.get_by_role("button", name="Show the result").click()
    guest.page.get_by_role("button", name="Accept the rematch").click()
    expect(guest.page.locator(".below .seat.white")).to_be_visible()
    expect(host.page.locator(".below .seat.black")).to_be_visible()


@pytest.mark.parametrize("pair", [PHONE], indirect=True, ids=["phone"])
def test_on_a_phone_a_draw_offer_covers_no_seat_and_accepting_is_not_the_main_button(pair):
    host, guest, _ = pair
    host.page.get_by_role("button", name="This game").click()
    host.page.get_by_role("button", name="Offer a draw").click()
    accept = guest.page.get_by_role("button", name="Accept")
    expect(accept).not_to_have_class(re.compile("primary"))
    notice = guest.page.get_by_role("alert").bounding_box()
    for seat in guest.page.locator(".seat").all():
        box = seat.bounding_box()
        assert box["y"] + box["height"] <= notice["y"]


def test_a_declined_draw_is_reported(pair):
    host, guest, _ = pair
    host.page.get_by_role("button", name="This game").click()
    host.page.get_by_role("button", name="Offer a draw").click()
    expect(host.page.get_by_text("You have offered a draw.")).to_be_visible()
    guest.page.get_by_role("button", name="Play on").click()
    expect(host.page.get_by_text("Ben has declined your draw offer.")).to_be_visible()


def test_an_invitation_names_an_address_that_others_can_open(server, open_page):
    host = Player(open_page(), server.url)
    host.start("online")
    invitation = host.page.locator(".invitation")
    expect(invitation).to_contain_text("Only this computer can open the link.")
    expect(invitation).to_contain_text("kahuna serve --host 0.0.0.0")

    def in_network(route):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"lan_host": "192.168.1.20"})

    host.page.route("**/api/catalogue", in_network)
    host.page.reload()
    expect(invitation).to_contain_text("The link works on all devices in your network.")
    link = host.page.get_by_label("Invitation link")
    expect(link).to_have_value(re.compile(r"^http://192\.168\.1\.20:\d+/game/"))


def test_nothing_can_be_played_before_the_opponent_is_there(server, open_page):
    host = Player(open_page(), server.url)
    host.start("online", choices={"You play": "White, the turtle", "First turn": "White"})
    expect(host.page.get_by_label("Invitation link")).to_be_visible()
    expect(host.page.locator(".game")).to_have_attribute("data-mine", "false")
    link = host.page.get_by_label("Invitation link").input_value()
    host.page.get_by_role("button", name="Withdraw the invitation").click()
    host.page.get_by_role("button", name="Yes, withdraw it").click()
    expect(host.page.get_by_text("No games yet in this browser.")).to_be_visible()
    guest = open_page()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="This invitation is no longer valid")).to_be_visible()


def test_resigning_is_asked_twice(pair):
    host, guest, _ = pair
    assert host.wait_for_turn()
    host.play_turn()
    host.page.get_by_role("button", name="This game").click()
    host.page.get_by_role("button", name="Resign").dblclick()
    host.page.get_by_role("button", name="Yes, I resign").click()
    lost, won = (player.page.locator("dialog.end") for player in (host, guest))
    expect(lost).to_contain_text("You lose")
    expect(lost).to_contain_text("You have resigned.")
    expect(won).to_contain_text("You win!")
    expect(won).to_contain_text("Anna has resigned.")
    expect(won).to_contain_text("Your first win against Anna!")
    # There was no scoring.
    expect(won.get_by_role("table")).to_have_count(0)
    expect(won.locator(".hands")).to_contain_text("Your hand")
    expect(won.locator(".hands")).to_contain_text("Hand of Anna")
    won.get_by_role("button", name="Close").click()
    log = guest.page.get_by_role("region", name="Game log")
    expect(log).to_contain_text("Anna has resigned. Ben wins")


def test_who_loses_on_points_is_told_how(pair):
    host, _, _ = pair

    def forge(socket):
        """Let the page believe that the points decided."""
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(text.replace('"resignation"', '"points"')))

    host.page.route_web_socket("**/socket", forge)
    host.page.reload()
    assert host.wait_for_turn()
    host.play_turn()
    host.page.get_by_role("button", name="This game").click()
    host.page.get_by_role("button", name="Resign").click()
    host.page.get_by_role("button", name="Yes, I resign").click()
    expect(host.page.locator("dialog.end .how")).to_have_text("Ben has more points.")


def test_a_player_without_a_name_is_addressed_in_the_replay(server, open_page):
    player = Player(open_page(), server.url)
    game = player.sit().rsplit("/", 1)[-1]
    player.page.get_by_role("button", name="This game").click()
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("button", name="Yes, I resign").click()
    expect(player.page.locator("dialog.end")).to_be_visible()
    player.page.goto(f"{server.url}/replay/{game}")
    expect(player.page.get_by_role("region", name="Your hand")).to_contain_text("You")
    expect(player.page.get_by_role("main")).not_to_contain_text("Guest")


def test_a_clock_can_be_agreed_on(server, open_page):
    host = Player(open_page(), server.url)
    host.start("online", choices={"Clock": "1 minute per turn"})
    expect(host.page.get_by_role("timer").first).to_contain_text("1:00")


def test_cards_are_dealt_when_both_are_there_and_verified_at_the_end(server, open_page):
    host = Player(open_page(), server.url)
    host.start("online", choices={"You play": "White, the turtle", "First turn": "White"})
    link = host.page.get_by_label("Invitation link").input_value()
    game = re.search(r"/game/([\w-]+)", link)[1]
    host.page.goto(server.url)
    guest = Player(open_page(), server.url)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Play", exact=True).click()
    caption = guest.page.locator("[data-zone=caption] p")
    expect(caption).to_contain_text("The cards are dealt when both players are here.")
    expect(guest.page.locator(".hand [data-card]")).to_have_count(0)
    host.page.goto(f"{server.url}/game/{game}")
    assert host.wait_for_turn()
    expect(guest.page.locator(".hand [data-card]")).to_have_count(3)
    host.play_turn()
    assert guest.wait_for_turn()
    guest.play_turn()
    guest.page.get_by_role("button", name="This game").click()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Yes, I resign").click()
    stranger = open_page()
    for page, verdict in ((guest.page, "promised"), (host.page, "promised"), (stranger, "right")):
        page.goto(f"{server.url}/replay/{game}")
        expect(page.locator(f"[data-fair={verdict}]")).to_contain_text("Fair cards.")
        expect(page.locator("[data-signed=right]")).to_contain_text("Signed.")
    # A browser that was promised something else says so.
    forged = "localStorage['kahuna.games'].replace(/server\":\"../, 'server\":\"zz')"
    host.page.evaluate(f"localStorage['kahuna.games'] = {forged}")
    host.page.reload()
    expect(host.page.locator("[data-fair=wrong]")).to_be_visible()


@pytest.mark.parametrize("pair", [PHONE], indirect=True)
def test_a_finger_inspects_islands_and_cards_while_the_opponent_moves(pair):
    host, guest, _ = pair
    line = host.build_something()
    assert line
    island, page = line[0], guest.page
    # From here on the opponent's turn is played back step by step.
    switch(page, speed="slow")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    chosen = page.locator(".hand [data-card][aria-pressed=true]")
    x, y = page.locator(f"[data-island={island}]").evaluate(CENTRE)
    page.touchscreen.tap(x, y)
    count = page.locator(f"[data-count={island}]")
    expect(count).to_contain_text("Anna: 0 of")
    host.end_turn()
    bridge = page.locator(f"[data-bridge={line}]")
    while bridge.count() == 0:
        page.clock.run_for(100)
    expect(count).to_contain_text("Anna: 1 of")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    # A card of the hand can be looked at, too, and the turn goes on.
    page.locator(".hand [data-card]").last.tap()
    expect(chosen).to_have_count(1)
    while page.get_by_role("button", name="Skip").count() > 0:
        page.clock.run_for(100)
    expect(chosen).to_have_count(1)
    assert guest.wait_for_turn()
