"""Measure how soon the static site is playable, and what it downloads.

python -m benchmarks.static_site

A real Chromium opens the built site over a line of 20 Mbit/s: once with nothing kept, once again.
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
from time import perf_counter

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

SITE = Path(__file__).parents[1] / "site"
CHROMIUM = os.environ.get("KAHUNA_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
BITS_PER_SECOND = 20e6
LATENCY_MS = 20
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest")
"""What web hosts compress; archives, fonts and pictures already are."""


@cache
def content(path: Path) -> bytes:
    """Return what a web host sends for a file."""
    data = path.read_bytes()
    return gzip.compress(data, mtime=0) if path.suffix in COMPRESSED else data


class Handler(SimpleHTTPRequestHandler):
    """Serves compressed files, and counts their bytes."""

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
        self.wfile.write(data)
        sent.append(len(data))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


sent: list[int] = []
"""The bytes of every answer so far."""


@contextmanager
def serving() -> Iterator[str]:
    """Serve the site; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def slow_line(page: Page) -> None:
    """Limit the line of a page."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    line = {"offline": False, "latency": LATENCY_MS, "uploadThroughput": BITS_PER_SECOND / 8}
    session.send(
        "Network.emulateNetworkConditions", line | {"downloadThroughput": BITS_PER_SECOND / 8}
    )


def visit(context: BrowserContext, url: str) -> tuple[float, float]:
    """Return the seconds until the home screen, and until the first move is possible."""
    page = context.new_page()
    slow_line(page)
    began = perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("button.start").wait_for()
    home = perf_counter() - began
    page.locator("button.start").click()
    page.locator(".game[data-mine=true]").wait_for(timeout=120_000)
    return home, perf_counter() - began


def measure(browser: Browser, url: str) -> tuple[list[float], int, int]:
    """Return the times of two visits, and the bytes before the first move and altogether."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    sent.clear()
    cold = visit(context, url)
    before = sum(sent)
    page = context.pages[0]
    while not page.evaluate("navigator.serviceWorker.controller !== null"):
        page.wait_for_timeout(100)
    page.wait_for_timeout(5000)  # The rest is fetched when the page is idle.
    altogether = sum(sent)
    page.close()
    warm = visit(context, url)
    context.close()
    return [*cold, *warm], before, altogether


def main() -> None:
    """Print the medians of some runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    if not (SITE / "index.html").exists():
        parser.error("the site is not built: run `make site`")
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        results = [measure(browser, url) for _ in range(runs)]
        browser.close()
    times = [median(column) for column in zip(*(result[0] for result in results), strict=True)]
    _, before, altogether = results[-1]
    print(f"first visit: home screen {times[0]:.1f} s, first move {times[1]:.1f} s")
    print(f"later visit: home screen {times[2]:.1f} s, first move {times[3]:.1f} s")
    downloads = f"before the first move {before / 1e6:.1f} MB, altogether {altogether / 1e6:.1f} MB"
    print(f"downloaded {downloads}")


if __name__ == "__main__":
    main()
