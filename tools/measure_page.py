"""Measure how fast the page is on a phone: slow processor, slow network, empty cache.

    python tools/measure_page.py [--json]

The browser measures the built page: first and largest contentful paint, layout shift, the time
from an interaction to the next paint (the longest of a few), and the bytes loaded. The network
has 1.6 Mbit/s and 150 ms round trip, and the processor is slowed down four times. Sizes are
those on the network, after compression.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Page, Response, sync_playwright

from screens import Games, launch, make_games, serving

SLOWER: Final = 4
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
OBSERVE: Final = """
window.figures = { lcp: 0, shift: 0, events: [] };
const watch = (type, note, more) => new PerformanceObserver((list) =>
  list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
watch('largest-contentful-paint', (entry) => { figures.lcp = entry.startTime; });
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) figures.shift += entry.value; });
watch('event', (entry) => { if (entry.interactionId) figures.events.push(entry.duration); },
      { durationThreshold: 16 });
localStorage.getItem('kahuna.settings') ?? localStorage.setItem('kahuna.settings',
  JSON.stringify({ speed: 'instant', language: 'en' }));
"""
READ: Final = """() => ({
  fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  ...figures,
})"""
COMPRESSED: Final = ("script", "stylesheet", "document", "image", "fetch", "manifest")


@dataclass(frozen=True)
class Figures:
    """Measurements of one screen; times in milliseconds, sizes in kB."""

    screen: str
    first_paint: int
    largest_paint: int
    shift: float
    interaction: int
    weight: dict[str, float]


def measure(browser: Browser, url: str, games: Games, screen: str) -> Figures:
    """Measure one screen on a first visit."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        service_workers="block",
    )
    context.add_init_script(OBSERVE)
    page = context.new_page()
    weight: Counter[str] = Counter()
    page.on("response", lambda answer: _weigh(answer, weight))
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if screen == "home":
        _visit_home(page, url)
    else:
        _visit_game(page, url, games)
    page.wait_for_timeout(500)
    read: dict[str, Any] = page.evaluate(READ)
    context.close()
    return Figures(
        screen=screen,
        first_paint=round(read["fcp"]),
        largest_paint=round(read["lcp"]),
        shift=round(read["shift"], 3),
        interaction=round(max(read["events"], default=0)),
        weight={kind: round(size / 1000, 1) for kind, size in sorted(weight.items())},
    )


def _weigh(answer: Response, weight: Counter[str]) -> None:
    kind = answer.request.resource_type
    if answer.ok:
        body = answer.body()
        weight[kind] += len(gzip.compress(body)) if kind in COMPRESSED else len(body)


def _visit_home(page: Page, url: str) -> None:
    page.goto(url, wait_until="networkidle", timeout=120_000)
    for selector in ("input[value=hotseat]", "input[value=bot]"):
        page.locator(f"label:has({selector})").tap()
        page.wait_for_timeout(400)
    page.locator("form summary").first.tap()


def _visit_game(page: Page, url: str, games: Games) -> None:
    game = games.unfinished
    page.goto(f"{url}/game/{game['game']}#token={game['token']}", timeout=120_000)
    page.locator(".curtain button").tap()
    page.locator(".game[data-mine=true]").wait_for(timeout=120_000)
    for selector in (".hand [data-card]", ".market [data-card]", ".hand [data-card]"):
        page.locator(selector).first.tap()
        page.wait_for_timeout(400)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    as_json = parser.parse_args().json
    with serving() as url, sync_playwright() as playwright:
        browser = launch(playwright)
        games = make_games(url)
        found = [measure(browser, url, games, screen) for screen in ("home", "game")]
        browser.close()
    if as_json:
        print(json.dumps([asdict(each) for each in found], indent=1))
        return
    print("| screen | first paint | largest paint | interaction | layout shift | gzipped |")
    print("|---|---:|---:|---:|---:|---|")
    for each in found:
        kinds = ", ".join(f"{kind} {size:g} kB" for kind, size in each.weight.items())
        print(
            f"| {each.screen} | {each.first_paint:,} ms | {each.largest_paint:,} ms"
            f" | {each.interaction} ms | {each.shift:g} | {kinds} |"
        )


if __name__ == "__main__":
    main()
