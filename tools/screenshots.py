"""Photograph the main screens of the page, on a desktop and a phone, by day and by night.

    python tools/screenshots.py [FOLDER]

The server runs on a database of its own that is thrown away; the games are always the same. Needs
the built page, Playwright, and a Chromium (``KAHUNA_CHROMIUM`` names it if it is not Debian's).
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from kahuna.bots import GreedyBot
from kahuna.core import Build, Ruleset
from kahuna.match.simulate import simulate_game
from kahuna.record import GameRecord, format_island, format_line, format_record, replay
from kahuna.server.serve import address_of, listening, make_server
from kahuna.server.settings import Settings

CHROMIUM = os.environ.get("KAHUNA_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
LOOKS = {"day": "light", "night": "dark"}
SETTLE = 700
"""Milliseconds until nothing moves any more."""


@contextmanager
def serving() -> Iterator[str]:
    """A server for the time of the pictures; gives its address."""
    with tempfile.TemporaryDirectory() as folder, listening("127.0.0.1", 0) as listener:
        settings = Settings(db_url=f"sqlite:///{folder}/games.db", bot_processes=0)
        server = make_server(settings)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield address_of(listener)
        server.should_exit = True
        thread.join()


def whole_game() -> GameRecord:
    """A game with a lot of give and take."""
    record = simulate_game(Ruleset(), (GreedyBot, GreedyBot), seed=4, number=3)
    return replace(record, players=("Moana", "Tāne"))


def before_the_best_build(record: GameRecord) -> tuple[GameRecord, Build]:
    """The game up to the bridge that changed most, and that bridge."""
    moments = list(replay(record))
    changes = [
        (len(moment.events), moment.number)
        for moment in moments
        if moment.ply and isinstance(moment.ply.action, Build)
    ]
    _, number = max(changes)
    build = record.plies[number - 1].action
    assert isinstance(build, Build)
    return replace(record, plies=record.plies[: number - 1], outcome=None, hashes=()), build


def import_record(url: str, record: GameRecord) -> dict[str, Any]:
    """Hand a record to the server; gives the game and the token of its seats."""
    body = json.dumps({"record": json.loads(format_record(record))}).encode()
    request = urllib.request.Request(f"{url}api/games/import", body, method="POST")
    request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request) as answer:
        taken: dict[str, Any] = json.load(answer)
    return taken


class Photographer:
    """One browser window in one look."""

    def __init__(self, browser: Browser, url: str, size: str, look: str, folder: Path) -> None:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if LOOKS[look] == "dark" else "light",
            locale="en-GB",
            has_touch=size == "phone",
        )
        self.page: Page = context.new_page()
        self._url = url
        self._suffix = f"{size}-{look}.png"
        self._folder = folder

    def take(self, name: str, *, is_whole: bool = False) -> None:
        """Take a picture of what is there."""
        self.page.wait_for_timeout(SETTLE)
        path = self._folder / f"{name}-{self._suffix}"
        self.page.screenshot(path=path, full_page=is_whole)

    def open(self, path: str = "") -> None:
        """Go to a screen."""
        self.page.goto(self._url + path)

    def home(self) -> None:
        """The first screen, and what a new game can be."""
        self.open()
        self.page.locator("button.start").wait_for()
        self.take("home")
        self.page.get_by_text("Rules, seats and clock").click()
        self.take("options", is_whole=True)

    def waiting(self) -> None:
        """A friend is awaited."""
        self.open()
        self.page.locator("input[value=online]").check(force=True)
        self.page.locator("button.start").click()
        self.page.locator(".invitation").wait_for()
        self.take("waiting")

    def middle(self, taken: dict[str, Any], build: Build) -> None:
        """The middle of a game: curtain, table, card, preview, refusal, menu."""
        page = self.page
        self.open(f"game/{taken['game']}#token={taken['token']}")
        page.locator(".curtain").wait_for()
        self.take("curtain")
        page.locator(".curtain button").click()
        page.wait_for_timeout(900)
        self.take("playback")
        page.locator(".game[data-mine=true]").wait_for(timeout=60_000)
        self.take("table", is_whole=True)
        page.locator(f".hand [data-card={format_island(build.card)}]").first.click()
        self.take("card")
        page.locator(f"[data-line={format_line(build.line)}]").click()
        page.locator("[data-ghost]").wait_for()
        self.take("preview")
        page.keyboard.press("Escape")
        page.locator("[data-bridge]").first.wait_for()
        line = page.locator("[data-bridge][data-seat=white]").first.get_attribute("data-bridge")
        page.locator(f"[data-line={line}]").click()
        self.take("line")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="This game").click()
        self.take("menu")

    def end(self, taken: dict[str, Any]) -> None:
        """After the game: the result and the replay."""
        self.open(f"game/{taken['game']}#token={taken['token']}")
        self.page.locator("dialog.end .hands").wait_for()
        self.take("end")
        self.open(f"replay/{taken['game']}")
        self.page.get_by_role("slider").fill("60")
        self.take("replay", is_whole=True)


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    finished = whole_game()
    unfinished, build = before_the_best_build(finished)
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for size in SIZES:
            for look in LOOKS:
                photographer = Photographer(browser, url, size, look, folder)
                photographer.home()
                photographer.waiting()
                photographer.middle(import_record(url, unfinished), build)
                photographer.end(import_record(url, finished))
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/screenshots"))
    main(parser.parse_args().folder)
