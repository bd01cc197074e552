"""On a phone: all phases with taps, large enough targets, a chart under two fingers, no slips."""

import pytest
from playwright.sync_api import Page, expect

from .player import DELIBERATELY, QUICKLY, Player, set_tap_gap

pytestmark = pytest.mark.slow

A_WHILE = 450
"""Milliseconds in which a mistake of the page would show."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS = PHONE | {"viewport": {"width": 844, "height": 390}}
NARROW = PHONE | {"viewport": {"width": 667, "height": 375}}
ZOOMED = PHONE | {"viewport": {"width": 360, "height": 225}}
"""A window of 1440×900 at 400 %."""
SQUARE = PHONE | {"viewport": {"width": 740, "height": 700}}
LITTLE = PHONE | {"viewport": {"width": 320, "height": 568}}
TABLET = PHONE | {"viewport": {"width": 768, "height": 1024}}

SMALL = """() => [...document.querySelectorAll('button, a, summary, select, input, [role=button]')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
  .filter((node) => getComputedStyle(node).pointerEvents !== 'none')
  .map((node) => node.matches('label input') ? node.closest('label') : node)
  .map((node) => [node.getAttribute('aria-label') ?? node.textContent.trim(),
                  node.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([name, box]) => `${name} ${box.width.toFixed()}x${box.height.toFixed()}`)"""


PLACE = """node => {
  node.scrollIntoView({ block: 'nearest' });
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


IS_UNCOVERED = """node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return !document.elementFromPoint(x + width / 2, y + height * 0.85).closest('.popover');
}"""


class Thumb(Player):
    """Somebody who taps: at places on the glass, whatever lies there."""

    def touch(self, selector: str) -> None:
        """Tap something in its middle."""
        self.page.touchscreen.tap(*self.page.locator(selector).first.evaluate(PLACE))

    def touch_line(self, line: str) -> None:
        """Tap a line; if another was understood, say which was meant."""
        title = (self.line(line).get_attribute("aria-label") or "").split(":")[0]
        self.touch(f"[data-line={line}]")
        popover = self.page.locator(".popover")
        if popover.get_by_role("heading").inner_text() != title:
            popover.get_by_role("button", name=title, exact=True).tap()

    def build_something(self) -> str | None:
        hand, bridges = set(self.hand), self.bridges
        for line in self.named("[data-line]", "line"):
            if line not in bridges and hand & set(line):
                self.touch_line(line)
                self.touch(".choice")
                expect(self.page.locator(f"[data-bridge={line}]")).to_be_attached()
                self.page.locator(".game[data-mine=true], dialog.end").first.wait_for()
                return line
        return None

    def end_turn(self) -> None:
        for ending in (".market [data-card]", "[data-pile]", "[data-decline]"):
            if self.page.locator(ending).count() == 0:
                continue
            self.touch(ending)
            self.page.locator(".market .primary, .market .why").wait_for()
            if self.page.locator(".market .primary").count() > 0:
                self.touch(".market .primary")
                return
            self.touch(ending)
            expect(self.page.locator(".market .why")).to_have_count(0)
        self.touch(".hand [data-card]")
        self.touch(".hand [data-bury]")
        self.page.locator(".game[data-mine=true]").wait_for()
        self.end_turn()


def test_first_turns_and_last_round_with_a_thumb(server, open_page):
    player = Thumb(open_page(**PHONE), server.url)
    player.start()
    player.play_turns(2)
    player.sit_late()
    player.play_game()
    player.page.locator("dialog.end").get_by_role("button", name="Close").tap()
    expect(player.page.get_by_role("button", name="Show the result")).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_everything_that_can_be_touched_is_large_enough(device, server, open_page):
    player = Thumb(open_page(**device), server.url)
    page = player.page
    page.goto(server.url)
    page.locator("summary").first.tap()
    page.get_by_label("Rulebook").wait_for()
    assert page.evaluate(SMALL) == []
    player.sit()
    player.wait_for_turn()
    player.build_something()
    player.end_turn()
    player.wait_for_turn()
    assert page.evaluate(SMALL) == []
    page.get_by_role("button", name="This game").tap()
    page.get_by_role("dialog").wait_for()
    assert page.evaluate(SMALL) == []


def test_the_offer_of_sounds_does_not_cover_what_was_chosen(server, open_page):
    player = Thumb(open_page(**SIDEWAYS), server.url)
    page = player.page
    page.add_init_script("localStorage.setItem('kahuna.settings', '{\"language\": \"en\"}')")
    player.sit()
    player.wait_for_turn()
    offer = page.get_by_text("Play with sound?")
    offer.wait_for()
    page.locator("[data-line]").first.focus()
    page.keyboard.press("Enter")
    page.locator(".popover").wait_for()
    expect(offer).to_have_count(0)
    page.keyboard.press("Escape")
    offer.wait_for()
    page.get_by_role("button", name="No", exact=True).tap()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("device", [PHONE, SIDEWAYS, TABLET], ids=["upright", "sideways", "tablet"])
def test_all_that_a_turn_needs_is_in_sight_at_once(device, server, open_page):
    player = Thumb(open_page(**device), server.url)
    player.sit()
    player.wait_for_turn()
    player.page.locator(".hand [data-card]").first.tap()
    for selector in (".board", ".market .foot", ".hand [data-card]", ".hand .doings"):
        expect(player.page.locator(selector).first).to_be_in_viewport(ratio=1)
    line = player.lit("build")[0]
    player.touch_line(line)
    expect(player.page.locator(".choice").first).to_be_in_viewport(ratio=1)
    if device is SIDEWAYS:
        for selector in (".board", ".seat", ".caption", ".hand [aria-pressed=true]"):
            assert player.page.locator(selector).first.evaluate(IS_UNCOVERED), selector
    player.touch(".choice")
    expect(player.page.locator(f"[data-bridge={line}]")).to_be_attached()


@pytest.mark.parametrize(
    "device", [NARROW, SQUARE, LITTLE, ZOOMED], ids=["narrow", "square", "little", "zoomed"]
)
def test_an_answer_is_in_sight_where_little_fits_below_the_board(device, server, open_page):
    player = Thumb(open_page(**device), server.url)
    player.sit()
    player.wait_for_turn()
    for line in player.named("[data-line]", "line"):
        player.line(line).focus()
        player.page.keyboard.press("Enter")
        expect(player.page.locator(".popover")).to_be_in_viewport(ratio=1)
        player.page.keyboard.press("Escape")
        expect(player.page.locator(".popover")).to_have_count(0)
    # Nothing lies beside the window.
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_double_tap_neither_ends_a_turn_nor_takes_back_a_choice(server, open_page):
    player = Thumb(open_page(**PHONE), server.url)
    player.sit()
    player.wait_for_turn()
    page = player.page
    box = page.locator("[data-decline]").bounding_box()
    confirm = page.locator(".market .primary")
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*place)
    expect(confirm).to_be_visible()
    set_tap_gap(page, QUICKLY)
    page.touchscreen.tap(*place)
    page.wait_for_timeout(A_WHILE)
    expect(confirm).to_be_visible()
    assert page.locator(".game").get_attribute("data-mine") == "true"
    for thing, chosen in (
        (".hand [data-card]", page.locator(".hand [data-card][aria-pressed=true]")),
        ("[data-line=EI]", page.locator(".popover")),
    ):
        set_tap_gap(page, DELIBERATELY)
        player.touch(thing)
        expect(chosen).to_be_visible()
        set_tap_gap(page, QUICKLY)
        player.touch(thing)
        page.wait_for_timeout(A_WHILE)
        expect(chosen).to_be_visible()


def test_a_second_tap_that_is_no_slip_takes_back_a_choice(server, open_page):
    player = Thumb(open_page(**PHONE), server.url)
    player.sit()
    player.wait_for_turn()
    page = player.page
    chosen = page.locator(".hand [data-card][aria-pressed=true]")
    player.touch(".hand [data-card]")
    expect(chosen).to_be_visible()
    player.touch(".hand [data-card]")
    expect(chosen).to_have_count(0)


def _pinch(page: Page, *, apart: int) -> None:
    """Two fingers in the middle of the board move away from each other."""
    box = page.locator(".board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, half: float) -> None:
        points = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )

    touch("touchStart", 30)
    for step in range(1, 7):
        touch("touchMove", 30 + (apart - 30) * step / 6)
    touch("touchEnd", apart)


def test_two_fingers_enlarge_the_chart_and_not_the_page(server, open_page):
    player = Thumb(open_page(**PHONE), server.url)
    player.sit()
    player.wait_for_turn()
    page = player.page
    sheet = page.locator(".board .sheet")
    before = sheet.bounding_box()["width"]
    _pinch(page, apart=90)
    whole = page.get_by_role("button", name="Whole chart")
    expect(whole).to_be_visible()
    assert sheet.bounding_box()["width"] > 2 * before
    assert page.evaluate("visualViewport.scale") == pytest.approx(1)
    expect(page.locator(".popover")).to_have_count(0)
    x, y = page.viewport_size["width"] / 2, page.locator(".board").bounding_box()["y"] + 20
    page.touchscreen.tap(x, y)
    set_tap_gap(page, QUICKLY)
    page.touchscreen.tap(x, y)
    expect(whole).to_have_count(0)
    assert sheet.bounding_box()["width"] == pytest.approx(before, abs=1)
    _pinch(page, apart=90)
    whole.tap()
    expect(whole).to_have_count(0)
    assert sheet.bounding_box()["width"] == pytest.approx(before, abs=1)
