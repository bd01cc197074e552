"""A real server on a database of its own, and a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from tools.screens import ARGUMENTS

from kahuna.server.settings import PAGE

from .player import PATIENCE, TAP_CLOCK

CHROMIUM = os.environ.get("KAHUNA_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
SLOWNESS = int(os.environ.get("KAHUNA_SLOWNESS", "1"))
"""How many times slower than this machine the page shall run: finds tests that do not wait."""
INSTANT = """localStorage.getItem("kahuna.settings") ??
localStorage.setItem("kahuna.settings",
  JSON.stringify({ speed: "instant", language: "en", soundsOffered: true }))"""
SERVE = (
    "from kahuna.server.settings import Settings; from kahuna.server.startup import serve; "
    "settings = Settings(db_url={db!r}, notices_contact='mailto:op@example.org', "
    "review_budget=1, requests_per_second=10_000, request_burst=10_000); "
    "serve('127.0.0.1', {port}, settings, open_browser=False)"
)

PROFILE = {
    "viewport": {"width": 1280, "height": 860},
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""What tests need not say. Endless animations and the offline copy cost most of the time."""

OpenPage = Callable[..., Page]

EXPECTED = (
    "Failed to load resource",
    "WebSocket",
    "Service Worker registration blocked",
    "cannot write: QuotaExceededError",
    "Error: crashed",
    "pyodide.mjs",
)
"""Complaints about networks, settings and failures that tests choose."""

expect.set_options(timeout=PATIENCE)


class Server:
    """A server process that can be stopped and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self._db = f"sqlite:///{folder / 'games.db'}"
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = SERVE.format(port=self._port, db=self._db)
        self._process = subprocess.Popen(
            [sys.executable, "-c", command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=10):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def stop(self) -> None:
        """Stop at once, without a farewell."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (PAGE / "index.html").exists():
        pytest.fail("the page is not built: run `tools/build_page.sh .venv`")
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        problem = f"there is no Chromium at {CHROMIUM}; KAHUNA_CHROMIUM names another place"
        pytest.fail(problem) if os.environ.get("CI") else pytest.skip(problem)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


def slow_down(page: Page) -> None:
    """As on a machine, and over a line, that is slower by ``SLOWNESS``."""
    if SLOWNESS > 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        line = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", line | {"latency": 30 * SLOWNESS})


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a page in a browser profile of its own; what it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        is_ours = not any(words in message.text for words in EXPECTED)
        if message.type in ("error", "warning") and is_ours:
            complaints.append(message.text)

    def open_one(**options: object) -> Page:
        context = browser.new_context(**PROFILE | options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(INSTANT)
        if options.get("has_touch"):
            context.add_init_script(TAP_CLOCK)
        contexts.append(context)
        page = context.new_page()
        slow_down(page)
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []
