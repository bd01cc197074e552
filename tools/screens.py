"""Visit every screen of the page in turn: for screenshots, measurements and checks.

The games are always the same. Nothing here depends on the language of the page.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, Playwright

from kahuna.bots import GreedyBot
from kahuna.core import Build, Outcome, Ruleset, Seat, Termination
from kahuna.match.simulate import simulate_game
from kahuna.record import GameRecord, format_island, format_line, format_record, replay
from kahuna.server.settings import PAGE, Settings
from kahuna.server.startup import address_of, listening, make_server

LANGUAGES: Final = ("en", "de", "nl", "it")
LOOKS: Final = ("day", "night")
REVIEWED_PLIES: Final = 5
REVIEW_PATIENCE: Final = 240_000.0
"""Milliseconds: reviews have the lowest priority."""
SIZES: Final = {"desktop": (1440, 900), "phone": (390, 844), "landscape": (844, 390)}

_UNUSED_FEATURES: Final = (
    # The popups of the address bar are pages of their own, loaded again for every window.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # This list replaces Playwright's own, so repeat what is in it.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(_UNUSED_FEATURES)}",
]

_INSTANTLY: Final = """localStorage.getItem("kahuna.settings") ??
localStorage.setItem("kahuna.settings", JSON.stringify({ speed: "instant" }))"""

_SWITCH: Final = """async wanted => {
  const kept = JSON.parse(localStorage.getItem("kahuna.settings") ?? "{}");
  const text = JSON.stringify({ ...kept, ...wanted });
  localStorage.setItem("kahuna.settings", text);
  dispatchEvent(new StorageEvent("storage", { key: "kahuna.settings", newValue: text }));
  const isFollowed = () =>
    !wanted.language || document.documentElement.lang === wanted.language;
  for (let frame = 0; frame < 2 || !isFollowed(); frame++) await new Promise(requestAnimationFrame);
}"""


def launch(playwright: Playwright) -> Browser:
    """Launch Chromium; ``KAHUNA_CHROMIUM`` names it if it is not Debian's."""
    path = os.environ.get("KAHUNA_CHROMIUM", "/usr/bin/chromium")
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


def open_window(browser: Browser, size: str) -> Page:
    """Open a page without stored settings in a window of one size, without animations."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size != "desktop",
        reduced_motion="reduce",
        locale="en-GB",
    )
    context.add_init_script(_INSTANTLY)
    return context.new_page()


@contextmanager
def serving(page: Path = PAGE) -> Iterator[str]:
    """Run a server on a temporary database with the built page; yield its address."""
    with tempfile.TemporaryDirectory() as folder, listening("127.0.0.1", 0) as listener:
        settings = Settings(
            db_url=f"sqlite:///{folder}/games.db", bot_processes=0, page=page, review_budget=1
        )
        server = make_server(settings)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield address_of(listener).rstrip("/")
        finally:
            server.should_exit = True
            thread.join()


def switch(page: Page, **wanted: str | bool) -> None:
    """Change settings under the open page, as another tab would."""
    page.evaluate(_SWITCH, wanted)


@dataclass(frozen=True)
class Games:
    """Games on the server: a finished one, one just before its best bridge, a short one."""

    finished: dict[str, Any]
    unfinished: dict[str, Any]
    build: Build
    resigned: dict[str, Any]
    """Short, so that its review takes little time."""


def make_games(url: str) -> Games:
    """Create the games on a server."""
    record = simulate_game(Ruleset(), (GreedyBot, GreedyBot), seed=4, number=3).record
    finished = replace(record, players=("Moana", "Tāne"))
    unfinished, build = _before_the_best_build(finished)
    resigned = _resigned(finished, REVIEWED_PLIES)
    return Games(_import(url, finished), _import(url, unfinished), build, _import(url, resigned))


def _resigned(record: GameRecord, num_plies: int) -> GameRecord:
    """Return the beginning of a game, ended by Black before the first scoring."""
    outcome = Outcome(Seat.WHITE, Termination.RESIGNATION, ())
    return replace(record, plies=record.plies[:num_plies], outcome=outcome, hashes=())


def _before_the_best_build(record: GameRecord) -> tuple[GameRecord, Build]:
    """Return the game up to the bridge that changed most, and that bridge."""
    changes = [
        (len(moment.events), moment.number)
        for moment in replay(record)
        if moment.ply and isinstance(moment.ply.action, Build)
    ]
    _, number = max(changes)
    build = record.plies[number - 1].action
    assert isinstance(build, Build)
    return replace(record, plies=record.plies[: number - 1], outcome=None, hashes=()), build


def _import(url: str, record: GameRecord) -> dict[str, Any]:
    body = json.dumps({"record": json.loads(format_record(record))}).encode()
    request = urllib.request.Request(f"{url}/api/games/import", body, method="POST")
    request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request) as answer:
        taken: dict[str, Any] = json.load(answer)
    return taken


def screens(page: Page, url: str, games: Games) -> Iterator[str]:
    """Bring a page to every screen in turn; yield the name of each."""
    for tour in TOURS.values():
        yield from tour(page, url, games)


def _home(page: Page, url: str, _games: Games) -> Iterator[str]:
    page.route("**/api/catalogue", lambda route: route.abort())
    page.goto(url)
    page.locator(".ways section[role=status]").wait_for()
    yield "offline"
    page.unroute("**/api/catalogue")
    page.goto(url)
    page.locator("button.start").wait_for()
    yield "home"
    page.locator("form summary").first.click()
    yield "options"
    page.locator("section header .button").click()
    page.locator("dialog").wait_for()
    yield "import"
    page.keyboard.press("Escape")
    page.locator(".preferences > button").last.click()
    page.locator("dialog").wait_for()
    yield "settings"
    page.keyboard.press("Escape")
    page.locator("input[value=online]").check(force=True)
    page.locator("button.start").click()
    page.locator(".invitation").wait_for()
    yield "waiting"
    link = page.locator(".invitation input").input_value()
    page.evaluate("localStorage.removeItem('kahuna.games')")
    page.goto(url)
    page.goto(link)
    page.locator("form [type=submit]").wait_for()
    yield "join"
    page.goto(f"{url}/game/nosuchgame")
    page.locator(".failure").wait_for()
    yield "missing"


def _learn(page: Page, url: str, _games: Games) -> Iterator[str]:
    page.goto(f"{url}/learn")
    page.locator("main a[href^='/learn/']").first.wait_for()
    yield "learn"
    page.goto(url + (page.locator("main a[href^='/learn/']").first.get_attribute("href") or ""))
    page.locator(".study[data-mine=true]").wait_for()
    yield "lesson"
    page.goto(f"{url}/rules")
    page.locator("main h2").first.wait_for()
    yield "rules"
    reviewed = [{"game": "g", "at": "2026-01-01", "mistakes": {"line": 2, "scoring": 1}}]
    page.evaluate("kept => localStorage.setItem('kahuna.reviewed', kept)", json.dumps(reviewed))
    page.goto(f"{url}/voyage#profile")
    page.locator("#profile td").first.wait_for()
    page.locator("#story summary").click()
    yield "profile"
    page.goto(f"{url}/challenges")
    page.locator("main li button").first.click()
    page.locator(".notice ul").wait_for()
    yield "challenge"
    page.goto(f"{url}/challenges")
    page.locator("main li").first.wait_for()
    yield "challenges"


def _game(page: Page, url: str, games: Games) -> Iterator[str]:
    game, build = games.unfinished, games.build
    page.goto(f"{url}/game/{game['game']}")
    page.locator(".hand .over").wait_for()
    yield "watching"
    page.goto(f"{url}/game/{game['game']}#token={game['token']}")
    page.reload()
    page.locator(".curtain").wait_for()
    yield "curtain"
    page.locator(".curtain button").click()
    page.locator(".game[data-mine=true]").wait_for()
    yield "table"
    page.locator(f".hand [data-card={format_island(build.card)}]").first.click()
    yield "card"
    page.locator(f"[data-line={format_line(build.line)}]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-ghost]").wait_for()
    yield "preview"
    page.keyboard.press("Escape")
    line = page.locator("[data-bridge][data-seat=white]").first.get_attribute("data-bridge")
    page.locator(f"[data-line={line}]").focus()
    page.keyboard.press("Enter")
    page.locator(".popover .refused").wait_for()
    yield "refusal"
    page.keyboard.press("Escape")
    page.locator(".market [data-card]").first.click()
    yield "ending"
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.locator("dialog").wait_for()
    yield "menu"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("dialog.keys").wait_for()
    yield "keys"
    page.keyboard.press("Escape")
    switch(page, words=True)
    page.locator(".tabs summary").first.click()
    yield "words"
    switch(page, words=False)


def _after(page: Page, url: str, games: Games) -> Iterator[str]:
    game = games.finished
    page.goto(f"{url}/game/{game['game']}#token={game['token']}")
    page.locator("dialog.end .hands").wait_for()
    yield "end"
    page.goto(f"{url}/replay/{game['game']}/60")
    page.get_by_role("slider").wait_for()
    yield "replay"
    page.goto(f"{url}/review/{games.resigned['game']}")
    page.locator("[data-zone=verdict]").wait_for(timeout=REVIEW_PATIENCE)
    yield "review"


def _coach(page: Page, url: str, games: Games) -> Iterator[str]:
    page.goto(f"{url}/analysis")
    page.locator(".deck").wait_for()
    yield "setup"
    page.goto(f"{url}/analysis/{games.finished['game']}/40")
    page.locator(".analysis .move").first.wait_for(timeout=REVIEW_PATIENCE)
    page.locator(".analysis .tools button").first.click()
    yield "analysis"
    page.goto(f"{url}/puzzles")
    page.locator("a.puzzle").first.wait_for()
    yield "puzzles"
    page.goto(url + (page.locator("a.puzzle").first.get_attribute("href") or ""))
    page.locator(".study[data-mine=true]").wait_for()
    yield "puzzle"
    page.locator(".puzzle .doings button").last.click()
    page.locator(".puzzle li").first.wait_for()
    page.locator(".study[data-mine=false]").wait_for()
    yield "solution"
    _keep_token(page, games.resigned)
    page.goto(f"{url}/review/{games.resigned['game']}")
    page.locator("[data-zone=verdict] .button:not(.primary)").last.click(timeout=REVIEW_PATIENCE)
    page.locator("[data-zone=mistake]").wait_for()
    yield "mistake"
    body = json.dumps({"mode": "bot", "bot": "pua", "seat": "white", "first": "white"}).encode()
    request = urllib.request.Request(f"{url}/api/games", body, method="POST")
    request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request) as answer:
        taken = json.load(answer)
    _keep_token(page, taken)
    page.evaluate("game => localStorage.setItem('kahuna.coached', `[\"${game}\"]`)", taken["game"])
    page.goto(f"{url}/game/{taken['game']}")
    page.get_by_role("meter").wait_for(timeout=REVIEW_PATIENCE)
    page.locator(".coach button").first.click()
    yield "coach"
    page.locator("[data-pile]").click()
    page.locator(".market .foot .primary").click()
    page.locator(".game[data-mine=true]").wait_for()
    page.locator(".coach button").last.click()
    page.locator("[data-zone=check] .button").first.wait_for(timeout=REVIEW_PATIENCE)
    yield "check"


def _keep_token(page: Page, taken: dict[str, Any]) -> None:
    kept = json.dumps([{"game": taken["game"], "token": taken["token"]}])
    page.evaluate("kept => localStorage.setItem('kahuna.games', kept)", kept)


TOURS: Final[dict[str, Callable[[Page, str, Games], Iterator[str]]]] = {
    "home": _home,
    "learn": _learn,
    "game": _game,
    "after": _after,
    "coach": _coach,
}
"""Parts of the way through all screens. None depends on those before it."""
