"""Moves show at once, are taken back when the server refuses them, and never block the next one."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .player import Player, set_language

pytestmark = pytest.mark.slow

UNHURRIED = """localStorage.setItem("kahuna.settings",
  JSON.stringify({ speed: "slow", language: "en" }))"""


class Line:
    """The line to the server, on which moves can be held back or answered by the test."""

    def __init__(self, page: Page) -> None:
        self.is_holding = False
        self.held: list[str] = []
        self._socket: WebSocketRoute | None = None
        self._server: WebSocketRoute | None = None
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket, self._server = socket, socket.connect_to_server()
        socket.on_message(self._send)

    def _send(self, message: str | bytes) -> None:
        if self.is_holding and json.loads(message)["type"] in ("act", "undo"):
            self.held.append(str(message))
        elif self._server:
            self._server.send(message)

    def release(self) -> None:
        """Let the moves that were held back through."""
        self.is_holding = False
        held, self.held = self.held, []
        for message in held:
            self._server.send(message)

    def refuse(self) -> None:
        """Answer the move that was held back: the server cannot write it."""
        request = json.loads(self.held.pop())
        answer = {"type": "refused", "about": "act", "code": "unavailable", "reason": None}
        answer |= {"paragraph": None, "key": request["key"], "action": request["action"]}
        self._socket.send(json.dumps(answer))


@pytest.fixture
def waiting(server, open_page):
    """A player to move, and the line to the server, with a line of the board chosen."""
    page = open_page(reduced_motion="no-preference")
    line = Line(page)
    player = Player(page, server.url)
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    return player, line


def choose_something(player: Player) -> str:
    """Choose a card and a line on which it can build; return the line once its preview is there."""
    for number in range(len(player.hand)):
        player.choose_card(number)
        if lines := player.lit("build"):
            player.line(lines[0]).click()
            expect(player.page.locator(f"[data-ghost={lines[0]}]")).to_be_visible()
            return lines[0]
        player.choose_card(number)
    raise AssertionError("no card can build")


def test_an_own_bridge_lies_there_before_the_server_answers(waiting):
    player, line = waiting
    hand = player.hand
    built = choose_something(player)
    line.is_holding = True
    player.page.locator(".choice").first.click()
    expect(player.page.locator(f"[data-bridge={built}]")).to_be_visible()
    assert len(player.hand) == len(hand) - 1
    assert len(line.held) == 1
    # What is decided meanwhile happens next.
    end_turn_at_once(player)
    assert len(line.held) == 1
    line.release()
    expect(player.page.get_by_role("region", name="Game log")).to_contain_text("taken")
    assert player.bridges[built] == "white"
    assert len(player.hand) == len(hand)


def end_turn_at_once(player: Player) -> None:
    """Take the first open card."""
    player.page.locator(".market [data-card]").first.click()
    player.page.locator(".market .primary").click()


def test_a_refused_move_is_taken_back(waiting):
    player, line = waiting
    hand = player.hand
    built = choose_something(player)
    line.is_holding = True
    player.page.locator(".choice").first.click()
    expect(player.page.locator(f"[data-bridge={built}]")).to_be_visible()
    end_turn_at_once(player)
    line.refuse()
    expect(player.page.locator(f"[data-bridge={built}]")).to_have_count(0)
    expect(player.page.get_by_role("alert")).to_be_visible()
    expect(player.page.locator(".game")).to_have_attribute("data-mine", "true")
    assert line.held == []
    player.page.keyboard.press("Escape")
    assert player.hand == hand
    line.is_holding = False
    assert player.build_something()


def test_a_taken_card_is_in_the_hand_before_the_server_answers(waiting):
    player, line = waiting
    hand = player.hand
    page = player.page
    built = choose_something(player)
    page.locator(".choice").first.click()
    expect(page.locator(f"[data-bridge={built}]")).to_be_visible()
    expect(page.locator(".game")).to_have_attribute("data-mine", "true")
    card = page.locator(".market [data-card]").first
    card.click()
    expect(page.locator(".market .primary")).to_be_visible()
    line.is_holding = True
    page.locator(".market .primary").click()
    expect(page.locator(".hand [data-card]")).to_have_count(len(hand))
    expect(page.locator("[data-zone=caption] p")).not_to_contain_text("Your turn")
    expect(page.locator("[data-zone=caption] p")).to_contain_text("turn")
    line.release()


def test_a_second_click_on_a_line_builds(waiting):
    player, _ = waiting
    built = choose_something(player)
    player.page.wait_for_timeout(600)  # a double click is something else
    player.line(built).click(force=True)
    expect(player.page.locator(f"[data-bridge={built}]")).to_be_visible()


def test_hovering_shows_what_a_line_would_do(waiting):
    player, _ = waiting
    page = player.page
    player.choose_card(0)
    line = player.lit("build")[0]
    player.line(line).hover()
    expect(page.locator(f"[data-ghost={line}]")).to_be_visible()
    expect(page.locator(".popover")).to_have_count(0)
    page.mouse.move(1, 1)
    expect(page.locator(f"[data-ghost={line}]")).to_have_count(0)


def test_hovering_over_an_island_counts_bridges(waiting):
    player, _ = waiting
    page = player.page
    box = page.locator("[data-island=E]").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("[data-count=E]")).to_contain_text("0 of 6, needs 4")


def test_the_next_move_need_not_wait_for_an_animation(server, open_page):
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(UNHURRIED)
    page.clock.install()
    player = Player(page, server.url)
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    player.end_turn()
    # The server has sent Pua's whole turn; with its clock stopped the page shows none of it yet.
    expect(page.locator(".game")).to_have_attribute("data-mine", "true")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    built = choose_something(player)
    page.locator(".choice").first.click()
    expect(page.locator(f"[data-bridge={built}][data-seat=white]")).to_be_visible()


WATCH_FLIGHTS = """() => {
  window.flown = [];
  const note = (changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((node) => node.dataset?.flying && flown.push(node.dataset.flying)));
  new MutationObserver(note).observe(document.querySelector('.air'), { childList: true });
  const slow = JSON.stringify({ ...JSON.parse(localStorage['kahuna.settings']), speed: 'slow' });
  dispatchEvent(new StorageEvent('storage', { key: 'kahuna.settings', newValue: slow }));
}"""


def test_a_played_card_flies_from_the_hand_to_its_line(waiting):
    player, _ = waiting
    page = player.page
    built = choose_something(player)
    card = page.locator(".hand [data-card][aria-pressed=true]").get_attribute("data-card")
    page.evaluate(WATCH_FLIGHTS)
    page.locator(".choice").first.click()
    expect(page.locator(f"[data-bridge={built}]")).to_be_visible()
    page.wait_for_function("card => flown[0] === card", arg=card)
    expect(page.locator("[data-flying]")).to_have_count(0)


def drag(page: Page, source: str, target: str, *, drops: bool = True) -> None:
    """Drag the middle of one thing onto the middle of another."""
    boxes = [page.locator(each).first.bounding_box() for each in (source, target)]
    (x, y), (u, v) = ((b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(x + (u - x) * step / 5, y + (v - y) * step / 5)
    if drops:
        page.mouse.up()


def test_a_dragged_card_shows_its_effects_and_asks_before_it_is_played(waiting):
    player, _ = waiting
    page = player.page
    line = choose_something(player)
    card = page.locator(".hand [data-card][aria-pressed=true]").get_attribute("data-card")
    page.keyboard.press("Escape")
    drag(page, f".hand [data-card={card}]", f"[data-line={line}]", drops=False)
    expect(page.locator(f"[data-ghost={line}]")).to_be_visible()
    expect(page.locator(".hand .dragged")).to_have_count(1)
    expect(page.locator(".hand .dragged .card")).to_have_css("opacity", "0")
    pointer = page.locator(f"[data-line={line}]").bounding_box()
    copy = page.locator(".drag-ghost").bounding_box()
    assert copy["y"] + copy["height"] < pointer["y"] + pointer["height"] / 2
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    expect(page.locator(".hand .dragged")).to_have_count(0)
    choice = page.locator(".popover .choice")
    expect(choice).to_be_visible()
    assert player.bridges == {}
    choice.click()
    expect(page.locator(f"[data-bridge={line}]")).to_be_visible()


def test_an_open_card_dragged_into_the_hand_ends_the_turn(waiting):
    player, _ = waiting
    page = player.page
    assert player.build_something()
    drag(page, ".market [data-card]", ".hand .cards")
    log = page.get_by_role("region", name="Game log")
    expect(log).to_contain_text("taken")


def test_a_card_dropped_elsewhere_does_nothing(waiting):
    player, _ = waiting
    page = player.page
    hand = player.hand
    drag(page, ".hand [data-card]", ".info .above")
    assert (player.hand, player.bridges) == (hand, {})
    expect(page.locator(".drag-ghost")).to_have_count(0)


SIZES = {
    "1440x900": (1440, 900, 0.50),
    "1366x650": (1366, 650, 0.55),
    "1280x720": (1280, 720, 0.45),
    "820x1180": (820, 1180, 0.40),
    "390x844": (390, 844, 0.30),
    "360x640": (360, 640, 0.30),
    "844x390": (844, 390, 0.45),
    "667x375": (667, 375, 0.40),
    "320x568": (320, 568, 0.20),
}
"""Windows, and the share of them that the board must have at least."""


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_large_and_a_turn_needs_no_scrolling(size, server, open_page):
    width, height, share = SIZES[size]
    page = open_page(viewport={"width": width, "height": height})
    player = Player(page, server.url)
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    player.choose_card(0)
    box = page.locator(".board").bounding_box()
    assert box["width"] * box["height"] >= share * width * height
    for needed in (".board", ".caption p", ".market .foot", ".hand .cards", ".hand [data-bury]"):
        expect(page.locator(needed).first).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", SIZES)
def test_the_hand_stays_where_it_is_when_an_open_card_is_chosen(size, server, open_page):
    width, height, _ = SIZES[size]
    page = open_page(viewport={"width": width, "height": height})
    player = Player(page, server.url)
    player.sit(seat="white", first="white")
    player.wait_for_turn()
    before = page.locator(".hand .cards").bounding_box()
    page.locator(".market [data-card]").first.click()
    expect(page.locator(".market .cancel")).to_be_visible()
    assert page.locator(".hand .cards").bounding_box() == before
    least = 44 if min(width, height) < 560 else 40
    for button in page.locator(".market .foot .button").all():
        assert button.bounding_box()["height"] >= least


@pytest.mark.parametrize("size", ["1366x650", "390x844", "844x390"])
def test_market_and_hand_stay_where_they_are_whatever_the_caption_says(size, server, open_page):
    width, height, _ = SIZES[size]
    page = open_page(viewport={"width": width, "height": height})
    set_language(page, "de")
    player = Player(page, server.url)
    player.sit(seat="white", first="white")
    caption = page.locator("[data-zone=caption] p")
    player.wait_for_turn()
    zones = [page.locator(f"[data-zone={zone}]") for zone in ("market", "hand")]
    before = [zone.bounding_box()["y"] for zone in zones]
    for _ in range(2):
        assert player.build_something()
        expect(caption).to_contain_text("Spiel noch eine Karte oder nimm eine und beende so")
        assert [zone.bounding_box()["y"] for zone in zones] == before
        assert caption.evaluate("node => node.scrollHeight <= node.clientHeight")
        player.end_turn()
        player.wait_for_turn()
        assert [zone.bounding_box()["y"] for zone in zones] == before


@pytest.mark.parametrize("name", ["Wilhelmi", "Opponent"])
def test_a_name_of_eight_letters_fits(name, server, open_page):
    page = open_page(viewport={"width": 1440, "height": 900})
    Player(page, server.url).sit(name=name)
    name = page.get_by_role("heading", name=name, exact=True)
    assert name.evaluate("node => node.scrollWidth <= node.clientWidth")
