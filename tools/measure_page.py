"""Measure how fast the page is on a phone: slow processor, slow network, empty cache.

    python tools/measure_page.py [--runs 5] [--page OLD --page NEW] [--json]

The browser measures the built page: first and largest contentful paint, layout shift, the time
from a tap to the next paint, and the bytes loaded. The network has 1.6 Mbit/s and 150 ms round
trip, and the processor is slowed down four times. Sizes are those on the network, after
compression. Figures are medians over the runs; several pages take turns, so that they meet the
same noise.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeVar

from playwright.sync_api import Browser, Locator, Page, Response, sync_playwright

from kahuna.record import format_island, format_line
from kahuna.server.settings import PAGE
from screens import Games, launch, make_games, serving

_T = TypeVar("_T")

SLOWER: Final = 4
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
OBSERVE: Final = """
window.figures = { lcp: 0, shift: 0, taps: [] };
const watch = (type, note, more) => new PerformanceObserver((list) =>
  list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
watch('largest-contentful-paint', (entry) => { figures.lcp = entry.startTime; });
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) figures.shift += entry.value; });
watch('event', (entry) => { if (entry.interactionId) figures.taps.push(entry.duration); },
      { durationThreshold: 16 });
localStorage.getItem('kahuna.settings') ?? localStorage.setItem('kahuna.settings',
  JSON.stringify({ language: 'en', soundsOffered: true }));
"""
READ: Final = """() => ({
  fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  lcp: figures.lcp,
  shift: figures.shift,
})"""
READ_TAP: Final = "() => Math.max(0, ...figures.taps.splice(0))"
REST: Final = 900
"""Milliseconds between two taps: long enough for the animations of the first to end."""
COMPRESSED: Final = ("script", "stylesheet", "document", "image", "fetch", "manifest")


@dataclass(frozen=True)
class Figures:
    """Measurements of one screen; times in milliseconds, sizes in kB."""

    screen: str
    first_paint: float
    largest_paint: float
    shift: float
    taps: dict[str, float]
    weight: dict[str, float]

    @property
    def interaction(self) -> float:
        """Return the time of the slowest tap."""
        return max(self.taps.values())


Visit = Callable[[Page, str, Games], Iterator[str]]


def open_phone(browser: Browser) -> Page:
    """Open an empty page on a phone with an empty cache."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    return page


def measure(browser: Browser, url: str, games: Games, screen: str) -> Figures:
    """Measure one screen on a first visit."""
    page = open_phone(browser)
    context = page.context
    context.add_init_script(OBSERVE)
    weight: Counter[str] = Counter()
    page.on("response", lambda answer: _weigh(answer, weight))
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    taps: dict[str, float] = {}
    for tap in VISITS[screen](page, url, games):
        page.wait_for_timeout(REST)
        taps[tap] = page.evaluate(READ_TAP)
    read: dict[str, Any] = page.evaluate(READ)
    context.close()
    del taps[""]
    sizes = {kind: round(size / 1000, 1) for kind, size in sorted(weight.items())}
    return Figures(screen, read["fcp"], read["lcp"], read["shift"], taps, sizes)


def _weigh(answer: Response, weight: Counter[str]) -> None:
    kind = answer.request.resource_type
    if answer.ok:
        body = answer.body()
        weight[kind] += len(gzip.compress(body)) if kind in COMPRESSED else len(body)


def _tap(page: Page, element: Locator) -> None:
    """Tap the middle of an element; ``Locator.tap`` would run checks of its own in the page."""
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _visit_home(page: Page, url: str, _games: Games) -> Iterator[str]:
    """Tap through the home screen; yield the name of each tap, and nothing before the first."""
    page.goto(url, wait_until="networkidle")
    page.locator("button.start").wait_for()
    yield ""
    for mode in ("hotseat", "bot"):
        _tap(page, page.locator(f"label:has(input[value={mode}])"))
        yield mode
    _tap(page, page.locator("form summary").first)
    yield "options"


def _visit_game(page: Page, url: str, games: Games) -> Iterator[str]:
    """Choose cards, look at an open card, build and undo, so that the next run finds the same."""
    game, build = games.unfinished, games.build
    page.goto(f"{url}/game/{game['game']}#token={game['token']}")
    _tap(page, page.locator(".curtain button"))
    page.locator(".game[data-mine=true]").wait_for()
    yield ""
    _tap(page, page.locator(".market [data-card]").first)
    yield "open card"
    _tap(page, page.locator(f".hand [data-card={format_island(build.card)}]").first)
    yield "card"
    _tap(page, page.locator(f"[data-line={format_line(build.line)}]"))
    yield "line"
    _tap(page, page.locator(".choice").first)
    yield "build"
    _tap(page, page.locator(".undo"))
    page.locator(".game[data-mine=true]").wait_for()
    yield "undo"


VISITS: Final[dict[str, Visit]] = {"home": _visit_home, "game": _visit_game}


def middle(runs: list[Figures]) -> Figures:
    """Return the median of each figure over several runs of one screen."""
    first = runs[0]
    taps = {name: median(run.taps[name] for run in runs) for name in first.taps}
    return Figures(
        screen=first.screen,
        first_paint=round(median(run.first_paint for run in runs)),
        largest_paint=round(median(run.largest_paint for run in runs)),
        shift=round(median(run.shift for run in runs), 3),
        taps=taps,
        weight=first.weight,
    )


def page_options(about: str) -> argparse.ArgumentParser:
    """Return a parser for the options of all tools that measure pages."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="how often to measure (default: 3)")
    parser.add_argument("--page", type=Path, action="append", help="a built page; repeatable")
    return parser


def take_turns(
    pages: Sequence[Path], num_runs: int, measure_visit: Callable[[Browser, str, Games, str], _T]
) -> dict[tuple[Path, str], list[_T]]:
    """Measure all screens of all pages; the pages take turns."""
    found: dict[tuple[Path, str], list[_T]] = {}
    with ExitStack() as stack, sync_playwright() as playwright:
        browser = launch(playwright)
        urls = {page: stack.enter_context(serving(page)) for page in pages}
        games = {page: make_games(url) for page, url in urls.items()}
        for _ in range(num_runs):
            for page, url in urls.items():
                for screen in VISITS:
                    figures = measure_visit(browser, url, games[page], screen)
                    found.setdefault((page, screen), []).append(figures)
        browser.close()
    return found


def main() -> None:
    """Measure and print."""
    parser = page_options(__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    runs = take_turns(arguments.page or [PAGE], arguments.runs, measure)
    found = {key: middle(figures) for key, figures in runs.items()}
    if arguments.json:
        listed = [{"page": str(page), **asdict(each)} for (page, _), each in found.items()]
        print(json.dumps(listed, indent=1))
        return
    print("| page | screen | first paint | largest paint | slowest tap | taps | shift | gzipped |")
    print("|---|---|---:|---:|---:|---|---:|---|")
    for (page, _), each in found.items():
        taps = ", ".join(f"{name} {time:g}" for name, time in each.taps.items())
        kinds = ", ".join(f"{kind} {size:g} kB" for kind, size in each.weight.items())
        print(
            f"| {page.parent.name if page == PAGE else page} | {each.screen}"
            f" | {each.first_paint:,} ms | {each.largest_paint:,} ms"
            f" | {each.interaction:g} ms | {taps} | {each.shift:g} | {kinds} |"
        )


if __name__ == "__main__":
    main()
