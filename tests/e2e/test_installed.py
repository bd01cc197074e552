"""On a home screen: the page opens without a network, and keeps nothing of any game."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from .player import Player, wait_until

pytestmark = pytest.mark.slow

NUM_PYTHON_FILES = 5
CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)
)).then((paths) => paths.flat())"""


class Gateway(BaseHTTPRequestHandler):
    """What a proxy says when it does not reach the server."""

    def do_GET(self) -> None:
        self.send_error(502)

    def do_POST(self) -> None:
        self.send_error(502)

    def log_message(self, *_: object) -> None:
        pass


def test_the_page_opens_without_a_network_and_comes_back_by_itself(server, open_page):
    player = Player(open_page(service_workers="allow"), server.url)
    player.start()
    player.wait_for_turn()
    page = player.page
    wait_until(page, CONTROLLED)
    paths = page.evaluate(f"async () => {KEPT}")
    assert "/" in paths
    assert not [path for path in paths if path.startswith(("/api/games", "/game", "/replay"))]

    page.reload()  # now the service worker sees what is fetched
    game = page.url
    for path in ("/api/rules", "/api/lessons"):  # The page fetches them when it is idle.
        wait_until(page, f"async () => ({KEPT}).includes({path!r})")
    paths = page.evaluate(f"async () => {KEPT}")
    assert not [path for path in paths if path.startswith(("/api/games", "/api/my-games"))]

    page.context.set_offline(True)
    server.stop()
    try:
        page.goto(server.url)
        expect(page.get_by_role("heading", name="Kahuna", level=1)).to_be_visible()
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(page.locator(".board img")).to_have_js_property("complete", True)
        page.goto(f"{server.url}/rules")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("[data-part=R4]").first).to_be_attached()
        page.goto(f"{server.url}/learn")
        expect(page.locator("main a[href^='/learn/']").first).to_be_visible()
        page.goto(game)
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        page.goto(server.url)
        # The line is back before the server is: being told of the first is not enough.
        page.context.set_offline(False)
        with ThreadingHTTPServer(("127.0.0.1", urlsplit(server.url).port), Gateway) as gateway:
            threading.Thread(target=gateway.serve_forever).start()
            page.goto(server.url)
            expect(page.get_by_role("heading", name="No connection")).to_be_visible()
            gateway.shutdown()
    finally:
        server.start()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


def test_the_page_can_be_installed(server, open_page):
    page = open_page(service_workers="allow")
    page.goto(server.url)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(server.url + address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text())
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = page.request.get(f"{server.url}/{icon['src']}")
        assert answer.headers["content-type"] == "image/png"
        width = int.from_bytes(answer.body()[16:20])
        assert icon["sizes"] == f"{width}x{width}"
    worker = page.request.get(f"{server.url}/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "javascript" in worker.headers["content-type"]


def test_a_part_that_cannot_be_had_is_tried_once_more_and_not_for_ever(server, open_page):
    """Without https there is no service worker that would have kept it."""
    page = open_page(service_workers="allow")
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    opened = []
    page.on("load", lambda _: opened.append(page.url))
    page.route("**/assets/RulesScreen*.js", lambda route: route.abort())
    page.goto(server.url)
    with page.expect_event("load"):
        page.get_by_role("link", name="The rules").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.wait_for_timeout(500)
    assert opened == [f"{server.url}/", f"{server.url}/rules"]


def test_games_go_on_in_the_browser_while_the_server_is_away(server, open_page):
    """Against the computer and in lessons; a game that began here stays here."""
    page = open_page(service_workers="allow")
    page.goto(server.url)
    page.locator("button.start").wait_for()
    is_python = "(path) => path.includes('/assets/python-')"
    are_kept = f"async () => ({KEPT}).filter({is_python}).length >= {NUM_PYTHON_FILES}"
    wait_until(page, are_kept)
    server.stop()
    try:
        page.goto(server.url)
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(page.locator("input[name=mode][value=online]")).to_have_count(0)
        player = Player(page, server.url)
        player.start()
        assert player.wait_for_turn()
        assert player.build_something()
        bridges, game = player.bridges, page.url
        page.goto(f"{server.url}/learn/build")
        expect(page.locator(".study")).to_be_visible()
        page.goto(f"{server.url}/challenges")
        challenges = page.get_by_role("main").get_by_role("listitem")
        expect(challenges.get_by_role("button").first).to_be_visible()
        notice = page.get_by_text("Until it is back, you play on this device")
        expect(notice).to_be_visible()
        page.goto(f"{server.url}/lobby")  # This needs the server, and says so once.
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(notice).to_be_hidden()
        page.goto(f"{server.url}/challenges")
        expect(notice).to_be_visible()
    finally:
        server.start()
    expect(notice).to_be_hidden()
    page.goto(server.url)
    expect(page.get_by_role("link", name="Your turn against Pua").first).to_be_visible()
    page.goto(game)
    player.wait_for_turn()
    assert player.bridges == bridges


METERED = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


def test_on_a_metered_connection_nothing_is_downloaded_without_asking(server, open_page):
    page = open_page()
    page.add_init_script(METERED)
    downloaded: list[str] = []
    page.on(
        "request",
        lambda request: (
            downloaded.append(request.url) if "/assets/python-" in request.url else None
        ),
    )
    page.route("**/api/**", lambda route: route.abort())
    page.goto(server.url)
    download = page.get_by_role("button", name="Download the game and play here (6 MB)")
    expect(download).to_be_visible()
    assert downloaded == []
    download.click()
    player = Player(page, server.url)
    page.locator("button.start").wait_for()
    assert downloaded != []
    player.start()
    assert player.wait_for_turn()
