"""Games over days: notices while the page is closed, time for the opponent, games aborted."""

from __future__ import annotations

import json

import httpx
import pytest
from playwright.sync_api import CDPSession, Page, WebSocketRoute, expect

from .player import Player, wait_until

pytestmark = pytest.mark.slow

SUBSCRIBE = """(() => {
  let known = null;
  const made = () => ({
    endpoint: "https://push.example/device",
    toJSON: () => ({ endpoint: "https://push.example/device", keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORc" +
        "xaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
    unsubscribe: async () => { known = null; return true; },
  });
  if (localStorage.getItem("test.subscribed")) known = made();
  PushManager.prototype.getSubscription = async () => known;
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem("test.subscribed", "yes");
    return (known = made());
  };
})()"""
"""A subscription without a push service, which Chromium would look for on the internet."""
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((shown) => shown.map(({ title, tag }) => [title, tag]))"""
CLICK = """async () => {
  const [notification] = await registration.getNotifications();
  return new Promise((resolve) => {
    clients.openWindow = async (address) => resolve(address);
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
}"""
SLOW = {"kind": "turn", "seconds": 3 * 24 * 3600}
MAKE = """async ({ path, body }) => (await (await fetch(path, { method: "POST",
  headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json())"""
KEEP = "kept => localStorage.setItem('kahuna.games', JSON.stringify([kept]))"


def push(page: Page, session: CDPSession, scope: str, data: object) -> None:
    """Deliver a push to the service worker of the page, among all workers of the browser."""
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            each["registrationId"] for each in event["registrations"] if each["scopeURL"] == scope
        ),
    )
    session.send("ServiceWorker.enable")
    for _ in range(500):
        if found:
            break
        page.wait_for_timeout(20)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": scope, "registrationId": found[-1], "data": json.dumps(data)},
    )


def post(page: Page, path: str, body: object) -> dict[str, str]:
    answer: dict[str, str] = page.evaluate(MAKE, {"path": path, "body": body})
    return answer


@pytest.fixture
def slow_game(server, open_page) -> tuple[Player, Player]:
    """Ada, who is to move first, and Bob in a game over days."""
    pages = open_page(), open_page()
    for page in pages:
        page.goto(server.url)
    made = post(
        pages[0],
        "/api/games",
        {"mode": "online", "seat": "white", "first": "white", "name": "Ada", "clock": SLOW},
    )
    game = made["game"]
    joined = post(pages[1], f"/api/games/{game}/join", {"invite": made["invite"], "name": "Bob"})
    players = []
    for page, taken in zip(pages, (made, joined), strict=True):
        page.evaluate(KEEP, {"game": game, "token": taken["token"]})
        page.goto(f"{server.url}/game/{game}")
        players.append(Player(page, server.url))
    expect(pages[0].get_by_role("button", name="This game")).to_be_visible()
    return players[0], players[1]


def test_a_push_is_shown_and_opens_the_game(server, open_page):
    origin = server.url.replace("127.0.0.1", "localhost")
    page = open_page(service_workers="allow", permissions=["notifications"])
    page.add_init_script(SUBSCRIBE)
    page.goto(origin)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(KEEP, {"game": "abcdefgh", "token": "t" * 32})
    page.get_by_role("button", name="Settings").click()
    with page.expect_request("**/api/notices/push") as subscribed:
        page.get_by_label("Multi-day games").check()
    wanted = json.loads(subscribed.value.post_data)
    assert wanted["address"] == "https://push.example/device"
    assert (wanted["tokens"], wanted["language"]) == (["t" * 32], "en")
    assert subscribed.value.response().status == 204

    with page.expect_request("**/api/notices/push") as renewed:
        page.reload()
    assert renewed.value.response().status == 204

    session = page.context.new_cdp_session(page)
    push(page, session, f"{origin}/", {"title": "Bob has moved: your turn", "game": "abcdefgh"})
    wait_until(page, f"{SHOWN}.then((shown) => shown.length)")
    assert page.evaluate(SHOWN) == [["Bob has moved: your turn", "abcdefgh"]]
    [worker] = page.context.service_workers
    assert worker.evaluate(CLICK) == f"{origin}/game/abcdefgh"


def test_the_page_says_why_there_are_no_notices(server, open_page):
    page = open_page()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Multi-day games")).to_be_disabled()
    expect(page.get_by_text("Needs an address with https, or localhost.")).to_be_visible()


def test_a_player_gives_time_and_aborts(slow_game):
    ada, bob = slow_game
    bob.page.get_by_role("button", name="This game").click()
    bob.page.get_by_role("button", name="Give 1 day").click()
    for page in (ada.page, bob.page):
        expect(page.get_by_role("status").filter(has_text="Ada gets 1 day more.")).to_be_visible()
    expect(ada.page.get_by_role("timer").last).to_contain_text("3 d 23:59")
    ada.play_turn()
    bob.page.get_by_role("button", name="This game").click()
    bob.page.get_by_role("button", name="Abort the game").click()
    bob.page.get_by_role("button", name="Yes, abort it").click()
    for page in (ada.page, bob.page):
        expect(page.get_by_role("dialog", name="Game aborted")).to_contain_text("Nobody wins.")


def test_a_page_of_an_earlier_version_reloads_and_loses_nothing(slow_game):
    ada, _ = slow_game
    ada.build_something()
    bridges = ada.bridges
    loads: list[str] = []
    ada.page.on("load", lambda page: loads.append(page.url))

    def age(socket: WebSocketRoute) -> None:
        """Let the first page after this think that the server is newer."""
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            assert isinstance(message, str)
            is_old = len(loads) < 2
            socket.send(message.replace('"protocol":3', '"protocol":4') if is_old else message)

        server.on_message(pass_on)

    ada.page.route_web_socket("**/socket", age)
    with ada.page.expect_event("load", lambda _: len(loads) == 2):
        ada.page.reload()
    assert ada.wait_for_turn()
    assert ada.bridges == bridges
    ada.end_turn()


def test_a_slow_seek_promises_no_notices_that_cannot_come(server, open_page):
    page = open_page()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto(f"{server.url}/lobby")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Clock").select_option(label="1 day per turn")
    page.get_by_role("button", name="Start looking").click()
    expect(page.get_by_text("your offer stays open for 14 days")).to_be_visible()
    expect(page.get_by_text("notifications")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Start looking")).to_be_visible()


def test_whoever_opens_a_slow_seek_finds_the_seat_later(server, open_page):
    page = open_page()
    page.goto(server.url)
    seek = {"token": "a" * 32, "name": "Ada", "clock": SLOW, "num_games": 1}
    with httpx.Client(base_url=server.url) as client:
        ada, bob = ({"Authorization": f"Bearer {key * 32}"} for key in "ab")
        assert client.put("/api/lobby/seek", json=seek, headers=ada).status_code == 204
        [offer] = client.get("/api/lobby", headers=bob).json()["seeks"]
        accept = f"/api/lobby/seeks/{offer['id']}/accept"
        game = client.post(accept, json={"token": "b" * 32}, headers=bob).json()["game"]
    pending = json.dumps([{"opponent": None, "token": seek["token"]}])
    page.evaluate("pending => localStorage.setItem('kahuna.seeks', pending)", pending)
    page.goto(f"{server.url}/game/{game}")
    expect(page.locator(".hand [data-card]")).to_have_count(3)
