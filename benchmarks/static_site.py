"""Measure how soon the static site is playable, and what it downloads.

python -m benchmarks.static_site

A real Chromium opens the built site over a line of 20 Mbit/s: with nothing kept, and twice again.
On a busy machine, look at the processor time: it does not count what other programs do.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

SITE = Path(__file__).parents[1] / "site"
CHROMIUM = os.environ.get("KAHUNA_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
BITS_PER_SECOND = 20e6
LATENCY_MS = 20
SETTLING_MS = 3000
"""How long a new window works on the browser's own interface: as much as on half a visit."""
PIECE = 1 << 14
"""Bytes that are sent at once."""
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest")
"""What web hosts compress; archives, fonts and pictures already are."""


@cache
def content(path: Path) -> bytes:
    """Return what a web host sends for a file."""
    data = path.read_bytes()
    return gzip.compress(data, mtime=0) if path.suffix in COMPRESSED else data


class Line:
    """A line that all answers share, those to the workers too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_free_at = 0.0

    def send(self, data: bytes) -> Iterator[bytes]:
        """Yield the data piece by piece, each when it has come through the line."""
        sleep(LATENCY_MS / 1000)
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            with self._lock:
                now = perf_counter()
                self._is_free_at = max(now, self._is_free_at) + len(piece) * 8 / BITS_PER_SECOND
                wait = self._is_free_at - now
            sleep(wait)
            yield piece


LINE = Line()


class Handler(SimpleHTTPRequestHandler):
    """Serves compressed files slowly, and counts their bytes."""

    def do_GET(self) -> None:
        """Send a file, compressed as a web host would."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        data = content(path)
        self.send_response(200)
        if path.suffix in COMPRESSED:
            self.send_header("content-encoding", "gzip")
        self.send_header("content-type", self.guess_type(path))
        self.send_header("content-length", str(len(data)))
        self.send_header("cache-control", "max-age=600")
        self.end_headers()
        for piece in LINE.send(data):
            self.wfile.write(piece)
            sent.append(len(piece))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


sent: list[int] = []
"""The bytes of every answer so far."""


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """Serve the site; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def cpu_seconds(browser: Browser) -> float:
    """Return the processor time of all processes of a browser."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(float(process["cpuTime"]) for process in found)


class Visit(NamedTuple):
    """The seconds until the home screen, until the first move, and of processor time."""

    home: float
    first_move: float
    cpu: float


def visit(context: BrowserContext, url: str) -> Visit:
    """Open the site in a tab that is there already, and start a game at once."""
    browser = context.browser
    assert browser is not None
    page = context.new_page()
    page.wait_for_timeout(SETTLING_MS)
    cpu, began = cpu_seconds(browser), perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("button.start").wait_for()
    home = perf_counter() - began
    page.locator("button.start").click()
    page.locator(".game[data-mine=true]").wait_for(timeout=120_000)
    first_move = perf_counter() - began
    return Visit(home, first_move, cpu_seconds(browser) - cpu)


VISITS = ("first", "second", "third")
"""From the third visit on, Chromium has kept the machine code of the WebAssembly."""
IS_COMPLETE = """async () => {
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.some(({ url }) => url.includes('/assets/networks-'))) return true;
  }
  return false;
}"""
"""Whether everything is downloaded: the networks come last."""


def measure(browser: Browser, url: str) -> tuple[list[Visit], int, int]:
    """Return some visits, and the bytes before the first move and altogether."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    sent.clear()
    visits = [visit(context, url)]
    before = sum(sent)
    page = context.pages[0]
    while not page.evaluate(IS_COMPLETE):
        page.wait_for_timeout(500)
    altogether = sum(sent)
    for _ in VISITS[1:]:
        page.close()
        visits.append(visit(context, url))
        page = context.pages[0]
        page.wait_for_timeout(SETTLING_MS)
    context.close()
    return visits, before, altogether


def main() -> None:
    """Print the medians of some runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--site", type=Path, default=SITE, help="another build to compare with")
    options = parser.parse_args()
    runs, site = options.runs, options.site
    if not (site / "index.html").exists():
        parser.error("the site is not built: run `make site`")
    with serving(site) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        results = [measure(browser, url) for _ in range(runs)]
        browser.close()
    for number, name in enumerate(VISITS):
        columns = zip(*(visits[number] for visits, *_ in results), strict=True)
        home, first_move, cpu = map(median, columns)
        print(
            f"{name} visit: home screen {home:.1f} s, first move {first_move:.1f} s, "
            f"processor {cpu:.1f} s"
        )
    *_, before, altogether = results[-1]
    downloads = f"before the first move {before / 1e6:.1f} MB, altogether {altogether / 1e6:.1f} MB"
    print(f"downloaded {downloads}")


if __name__ == "__main__":
    main()
