"""Somebody who sits in front of the page: what one can see and touch there."""

from __future__ import annotations

import json
import re
from functools import cache

from playwright.sync_api import Locator, Page, expect

from kahuna.bots import GreedyBot
from kahuna.core import Ruleset
from kahuna.core.events import TurnStarted
from kahuna.match.simulate import simulate_game
from kahuna.record import format_record, replay

PATIENCE = 120_000
"""Milliseconds; bots think, and turns are played back, also on a slow machine."""

TAP_CLOCK = """(() => {
  let now = 0;
  window.tapGap = 450;
  addEventListener('pointerdown', () => { now += window.tapGap; }, { capture: true });
  Object.defineProperty(PointerEvent.prototype, 'timeStamp', { get: () => now });
})()"""
"""A clock for taps that does not depend on the machine: each comes `tapGap` ms after the last."""
DELIBERATELY, QUICKLY = 450, 250
"""Gaps between two taps in milliseconds: too long, and short enough, for a double tap."""

LEFT_OF = """(both) => {
  const [one, other] = both.map((name) => document.querySelector(name).getBoundingClientRect());
  return one.right <= other.left;
}"""


def expect_left_of(page: Page, one: str, other: str) -> None:
    """Wait until one thing lies to the left of another."""
    page.wait_for_function(LEFT_OF, arg=[one, other])


def wait_until(page: Page, expression: str) -> None:
    """Wait until an expression of the page is true; unlike Playwright's own, for promises too."""
    for _ in range(PATIENCE // 100):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"still not true: {expression}")


@cache
def late_game() -> tuple[object, int]:
    """Return a record, and how many of its plies there are before the turn that ends round 2."""
    record = simulate_game(Ruleset(), (GreedyBot, GreedyBot), seed=4, number=3).record
    turns = [
        moment.number
        for moment in replay(record)
        if moment.state.public.round == 2
        and any(isinstance(event, TurnStarted) for event in moment.events)
    ]
    return json.loads(format_record(record)), turns[-1]


def set_language(page: Page, language: str) -> None:
    """Set the language of a page that is still to be opened."""
    settings = json.dumps({"speed": "instant", "language": language, "soundsOffered": True})
    page.add_init_script(f"localStorage.setItem('kahuna.settings', {settings!r})")


def set_tap_gap(page: Page, milliseconds: int) -> None:
    """Say how long after the last tap each of the next ones comes, as the page sees it."""
    page.evaluate("gap => { window.tapGap = gap; }", milliseconds)


class Player:
    """A page of the game, driven by clicks."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        page.set_default_timeout(PATIENCE)

    def start(
        self,
        mode: str = "bot",
        *,
        bot: str | None = "pua",
        edition: str | None = None,
        ticks: tuple[str, ...] = (),
        choices: dict[str, str] | None = None,
        name: str = "",
        second_name: str = "",
    ) -> str:
        """Make a game on the home screen; returns its address."""
        page = self.page
        page.goto(self.url)
        page.locator(f"input[name=mode][value={mode}]").check(force=True)
        if mode == "bot":
            page.locator(f"input[name=bot][value={bot}]").check(force=True)
        page.get_by_label("Your name").fill(name)
        if mode == "hotseat":
            page.get_by_label("Opponent’s name").fill(second_name)
        page.get_by_text("Rules, seats and clock").click()
        if edition:
            page.get_by_label("Rulebook").select_option(edition)
        for tick in ticks:
            page.get_by_label(tick).check()
        for label, choice in (choices or {}).items():
            page.get_by_label(re.compile(f"^{label}")).select_option(label=choice)
        page.locator("button.start").click()
        page.wait_for_url("**/game/*")
        return page.url

    def sit(self, mode: str = "bot", **wanted: str) -> str:
        """Make a game without the home screen and open it; returns its address.

        A static site has only the home screen: there, press the button that starts the game.
        """
        if self.url.endswith("#"):
            return self._choose(mode, **wanted)
        bot = {"bot": "pua"} if mode == "bot" else {}
        return self._open("", mode=mode, **bot, **wanted)

    def sit_late(self, *, name: str = "") -> str:
        """Continue a recorded game against the computer, from just before the second scoring."""
        record, ply = late_game()
        recorded = self._post("/import", record=record)["game"]
        return self._open(f"/{recorded}/branch", ply=ply, seat="white", bot="pua", name=name)

    def _choose(
        self,
        mode: str,
        *,
        seat: str = "random",
        first: str = "random",
        name: str = "",
        second_name: str = "",
    ) -> str:
        wish = {"mode": mode, "bot": "pua", "seat": seat, "first": first, "secondName": second_name}
        self.page.add_init_script(f"localStorage.setItem('kahuna.wish', {json.dumps(wish)!r})")
        self.page.goto(self.url)
        self.page.get_by_label("Your name").fill(name)
        self.page.locator("button.start").click()
        self.page.wait_for_url("**/game/*")
        self.page.locator(".game").wait_for(state="attached")
        return self.page.url

    def _open(self, path: str, **body: object) -> str:
        made = self._post(path, **body)
        address = f"{self.url}/game/{made['game']}"
        self.page.goto(f"{address}#token={made['token']}")
        self.page.locator(".game").wait_for(state="attached")
        # Fonts that arrive later would move what is about to be touched.
        self.page.evaluate("() => document.fonts.ready.then(() => null)")
        return address

    def _post(self, path: str, **body: object) -> dict[str, str]:
        answer = self.page.request.post(f"{self.url}/api/games{path}", data=body)
        assert answer.ok, answer.text()
        made: dict[str, str] = answer.json()
        return made

    @property
    def hand(self) -> list[str]:
        """The letters of the cards in hand."""
        return self.named(".hand [data-card]", "card")

    @property
    def bridges(self) -> dict[str, str]:
        """Whose bridge lies on which line."""
        return self._seats("bridge")

    @property
    def stones(self) -> dict[str, str]:
        """Whose stone lies on which island."""
        return self._seats("stone")

    def _seats(self, piece: str) -> dict[str, str]:
        pieces = self.page.locator(f"[data-{piece}]")
        seats: dict[str, str] = pieces.evaluate_all(
            "(nodes, name) => Object.fromEntries(nodes.map(({dataset: d}) => [d[name], d.seat]))",
            piece,
        )
        return seats

    def named(self, selector: str, name: str) -> list[str]:
        """What the things that a selector finds are called."""
        found = self.page.locator(selector)
        names: list[str] = found.evaluate_all(
            "(nodes, name) => nodes.map(n => n.dataset[name])", name
        )
        return names

    def wait_for_turn(self) -> bool:
        """Wait until it is one's turn; false if the game is over instead."""
        self.page.locator(".game[data-mine=true], dialog.end").first.wait_for()
        return self.page.locator("dialog.end").count() == 0

    def line(self, name: str) -> Locator:
        """A line of the board."""
        return self.page.locator(f"[data-line={name}]")

    def lit(self, kind: str) -> list[str]:
        """The lines with which something can be done."""
        return self.named(f"[data-can={kind}]", "lit")

    def choose_card(self, number: int) -> None:
        """Touch a card of the hand."""
        self.page.locator(".hand [data-card]").nth(number).click()

    def build_something(self) -> str | None:
        """Build with the first card that can; returns the line."""
        for number in range(len(self.hand)):
            self.choose_card(number)
            if lines := self.lit("build"):
                line = (self._apart(lines) or lines)[0]
                self.line(line).click()
                self.page.locator(".choice").first.click()
                expect(self.page.locator(f"[data-bridge={line}]")).to_be_visible()
                self.page.locator(".game[data-mine=true], dialog.end").first.wait_for()
                return line
            self.choose_card(number)
        return None

    def _apart(self, lines: list[str]) -> list[str]:
        """Those lines whose middle no other line covers: on a small board targets overlap."""
        apart: list[str] = self.page.evaluate(
            """lines => lines.filter(line => {
              const box = document.querySelector(`[data-line=${line}]`).getBoundingClientRect();
              const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
              return document.elementFromPoint(x, y)?.getAttribute("data-line") === line;
            })""",
            lines,
        )
        return apart

    def end_turn(self) -> None:
        """Take an open card, or one of the pile, or none: the first that is allowed."""
        foot = self.page.locator(".market .foot .primary")
        for touched in (
            self.page.locator(".market [data-card]"),
            self.page.locator("[data-pile]"),
            self.page.locator("[data-decline]"),
        ):
            if touched.count() == 0:
                continue
            touched.first.click(force=True)
            if foot.count() > 0:
                foot.click()
                return
            touched.first.click(force=True)
        self.bury_something()
        self.end_turn()

    def bury_something(self) -> None:
        """Discard the first card face down."""
        self.choose_card(0)
        self.page.locator(".hand [data-bury]").click()
        self.page.locator(".game[data-mine=true]").wait_for()

    def play_turn(self, *, builds: int = 1) -> None:
        """Build so often if it is possible, then end the turn."""
        for _ in range(builds):
            if self.page.locator("dialog.end").count() > 0 or self.build_something() is None:
                break
        if self.page.locator("dialog.end").count() == 0:
            self.end_turn()

    def play_turns(self, number: int) -> None:
        """Play some turns."""
        for _ in range(number):
            assert self.wait_for_turn()
            self.play_turn()

    def play_game(self, *, most_turns: int = 60) -> None:
        """Play to the end; every other turn just ends, which is enough for a whole game."""
        for turn in range(most_turns):
            if not self.wait_for_turn():
                return
            self.play_turn(builds=turn % 2)
        raise AssertionError("the game did not end")

    def lift_curtain(self) -> None:
        """Say that the right one is looking."""
        self.page.locator(".curtain button").click()
