"""The main screens of the site in Firefox, driven by WebDriver BiDi: `make site-test`."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

pytestmark = [pytest.mark.slow, pytest.mark.every_site_test]

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
SECONDS = 240


class Firefox:
    """A tab of Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = count(1)
        self._tab = ""

    async def send(self, method: str, **parameters: object) -> Any:
        """Send a command, and return its result."""
        number = next(self._numbers)
        command = {"id": number, "method": method, "params": parameters}
        await self._connection.send(json.dumps(command))
        while (answer := json.loads(await self._connection.recv())).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    async def open(self, address: str) -> None:
        """Open a page."""
        await self.send("session.new", capabilities={})
        tree = await self.send("browsingContext.getTree")
        self._tab = tree["contexts"][0]["context"]
        await self.send("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    async def run(self, script: str) -> Any:
        """Return the value of an expression."""
        target = {"context": self._tab}
        found = await self.send(
            "script.evaluate", expression=script, target=target, awaitPromise=False
        )
        return found["result"].get("value")

    async def wait_for(self, selector: str) -> None:
        """Wait until an element is there."""
        async with asyncio.timeout(SECONDS):
            while not await self.run(f"document.querySelector({json.dumps(selector)}) !== null"):
                await asyncio.sleep(0.2)


async def connected(port: int) -> ClientConnection:
    """Wait until Firefox accepts commands."""
    async with asyncio.timeout(SECONDS):
        while True:
            with suppress(OSError):
                return await connect(f"ws://127.0.0.1:{port}/session", max_size=None)
            await asyncio.sleep(0.2)


async def tour(port: int, site: Any) -> None:
    """Start a game, and look at rules, lessons and puzzles."""
    async with await connected(port) as connection:
        firefox = Firefox(connection)
        await firefox.open(site.address)
        await firefox.wait_for("button.start")
        await firefox.run("document.querySelector('button.start').click()")
        await firefox.wait_for(".game[data-mine=true]")
        for path, selector in (
            ("/rules/R4", "[data-part=R4]"),
            ("/learn/build", ".study"),
            ("/puzzles", "h1"),
        ):
            await firefox.run(f"location.hash = '#{path}'")
            await firefox.wait_for(selector)


@pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")
def test_the_main_screens_in_firefox(server, tmp_path):
    assert FIREFOX is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--headless", "--no-remote", "--profile", str(tmp_path)]
    firefox = subprocess.Popen(
        [FIREFOX, *options, "--remote-debugging-port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        # In a thread of its own: Playwright's event loop occupies this one.
        with ThreadPoolExecutor() as threads:
            threads.submit(asyncio.run, tour(port, server)).result()
    finally:
        firefox.terminate()
        firefox.wait()
