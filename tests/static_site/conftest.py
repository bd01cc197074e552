"""The static site in a subfolder of a plain web server, and a real browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from e2e.conftest import browser, open_page

__all__ = ["browser", "open_page"]

SITE = Path(__file__).parents[2] / "site"
FOLDER = "/play/"
"""Where the site lies on its host."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-test", action="store_true", help="run all tests of the site")


class Handler(SimpleHTTPRequestHandler):
    """Serves the site, and nothing else."""

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(FOLDER) if path.startswith(FOLDER) else "nothing-here"
        return super().translate_path(f"/{inside}")

    def do_GET(self) -> None:
        name = self.path.removeprefix(FOLDER).partition("?")[0]
        if (changed := self.server.changed.get(name)) is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-type", "text/javascript")
        self.end_headers()
        self.wfile.write(changed)

    def log_message(self, *_: object) -> None:
        pass


class Site:
    """A web server with the site; it can be stopped, and started again at the same address."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler)
        self._port = self._server.server_port
        self.changed: dict[str, bytes] = {}
        """Files that are different from those on the disk, by name."""
        self.address = f"http://127.0.0.1:{self._port}{FOLDER}"
        self.url = f"{self.address}#"
        """What the path of a screen is appended to."""
        self._serve()

    @property
    def _handler(self) -> partial[Handler]:
        return partial(Handler, directory=str(SITE))

    def _serve(self) -> None:
        self._server.changed = self.changed
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._serve()


@pytest.fixture(scope="session")
def server() -> Iterator[Site]:
    """Take the place of the server in tests that are the same for both."""
    if not (SITE / "index.html").exists():
        pytest.fail("the site is not built: run `make site`")
    running = Site()
    yield running
    running.stop()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is only in `make site-test`."""
    if config.getoption("--every-test"):
        return
    left_out = [item for item in items if item.get_closest_marker("every_site_test")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
