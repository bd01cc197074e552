"""Without a network, after a crash, in two tabs, with a full disk: no game is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.player import Player, wait_until
from kahuna.record import parse_record, replay

pytestmark = pytest.mark.slow

NUM_PYTHON_FILES = 5
ARE_KEPT = f"""async () => {{
  const paths = [];
  for (const name of await caches.keys()) {{
    for (const {{ url }} of await (await caches.open(name)).keys()) paths.push(url);
  }}
  return paths.filter((path) => path.includes('/assets/python-')).length >= {NUM_PYTHON_FILES};
}}"""
FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
}"""
FORBIDDEN = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };\n"


def wait_for_service_worker(page: Page) -> None:
    """Wait until the service worker sees what the page fetches."""
    wait_until(page, "navigator.serviceWorker.controller !== null")


def open_again(page: Page) -> Page:
    """Close a tab, and open another one of the same browser at the same address."""
    address, context = page.url, page.context
    page.close()
    again = context.new_page()
    again.goto(address)
    return again


def test_after_the_first_visit_everything_works_without_a_network(server, open_page):
    page = open_page(service_workers="allow")
    page.goto(server.url)
    wait_until(page, ARE_KEPT)
    page.context.set_offline(True)
    server.stop()
    try:
        page = open_again(page)
        offline = page.get_by_role("status").filter(has_text="You are offline.")
        offline.get_by_role("button").click()
        expect(offline).to_have_count(0)
        player = Player(page, server.url)
        player.start()
        player.play_turns(1)
        assert player.wait_for_turn()
        page.goto(f"{server.url}/rules/R4")
        expect(page.locator("[data-part=R4]").first).to_be_attached()
        page.goto(f"{server.url}/learn/build")
        expect(page.locator(".study")).to_be_visible()
        page.goto(f"{server.url}/puzzles")
        expect(page.get_by_role("heading", name="Puzzles")).to_be_visible()
    finally:
        server.start()


def test_a_closed_tab_loses_nothing(server, open_page):
    player = Player(open_page(), server.url)
    player.sit()
    player.wait_for_turn()
    player.build_something()
    hand, bridges = player.hand, player.bridges
    player = Player(open_again(player.page), server.url)
    assert player.wait_for_turn()
    assert (player.hand, player.bridges) == (hand, bridges)
    player.page.goto(server.url)
    expect(player.page.get_by_role("link", name="Your turn against Pua").first).to_be_visible()


def test_a_crash_of_the_worker_loses_nothing(server, open_page):
    player = Player(open_page(), server.url)
    player.sit()
    player.wait_for_turn()
    player.build_something()
    bridges = player.bridges
    page = player.page
    with page.expect_worker():
        page.workers[0].evaluate("() => setTimeout(() => { throw new Error('crashed'); })")
    page.locator(".game[data-mine=false]").wait_for()
    player.wait_for_turn()
    assert player.bridges == bridges
    player.end_turn()
    assert player.wait_for_turn()


def test_two_tabs_show_the_same_game(server, open_page):
    first = Player(open_page(), server.url)
    first.sit()
    first.wait_for_turn()
    second = Player(first.page.context.new_page(), server.url)
    second.page.goto(first.page.url)
    second.wait_for_turn()
    line = first.build_something()
    expect(second.page.locator(f"[data-bridge={line}]")).to_be_visible()
    second.end_turn()
    first.wait_for_turn()
    expect(first.page.locator(".where .turn")).to_have_text(
        second.page.locator(".where .turn").inner_text()
    )
    assert first.bridges == second.bridges


def test_what_cannot_be_stored_is_not_played(server, open_page):
    player = Player(open_page(), server.url)
    player.sit()
    player.wait_for_turn()
    page = player.page
    page.workers[0].evaluate(FULL)
    before = player.bridges
    player.choose_card(0)
    player.line(player.lit("build")[0]).click()
    page.locator(".choice").first.click()
    expect(page.get_by_role("alert")).to_contain_text("This browser could not save that")
    page.reload()
    player.wait_for_turn()
    assert player.bridges == before


def test_a_browser_that_keeps_nothing_says_so_and_plays(server, open_page):
    page = open_page()
    page.context.route(
        "**/assets/worker-*.js",
        lambda route: route.fulfill(
            body=FORBIDDEN + route.fetch().text(), content_type="text/javascript"
        ),
    )
    player = Player(page, server.url)
    player.sit()
    assert player.wait_for_turn()
    expect(page.get_by_text("This browser is not saving anything.")).to_be_visible()
    assert player.build_something()


def test_an_update_in_the_middle_of_a_game(server, open_page):
    player = Player(open_page(service_workers="allow"), server.url)
    page = player.page
    page.goto(server.url)
    wait_for_service_worker(page)
    page.reload()
    player.sit()
    player.wait_for_turn()
    player.build_something()
    bridges = player.bridges
    folder = Path(__file__).parents[2] / "site"
    newer = (
        (folder / "sw.js").read_text().replace("const CACHE = `${OURS}", "const CACHE = `${OURS}2-")
    )
    server.changed["sw.js"] = newer.encode()
    try:
        page.evaluate("navigator.serviceWorker.getRegistration().then((known) => known.update())")
        expect(page.get_by_text("A new version of Kahuna is ready.")).to_be_visible()
        player.end_turn()
        assert player.wait_for_turn()
        page.get_by_role("button", name="Reload").click()
        player.wait_for_turn()
        assert bridges.items() <= player.bridges.items() or len(player.bridges) > 0
    finally:
        server.changed.clear()


def test_everything_goes_to_another_browser_in_one_file(server, open_page, tmp_path):
    player = Player(open_page(), server.url)
    game = player.sit(name="Anna")
    player.wait_for_turn()
    player.build_something()
    page = player.page
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    saved = tmp_path / "data.json"
    download.value.save_as(saved)

    other = open_page()
    other.goto(server.url)
    other.get_by_role("button", name="Settings").click()
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text(json.dumps({"format": "kahuna-browser", "version": 1, "games": 3}))
    loading = other.get_by_label("Load from a file")
    loading.set_input_files(nonsense)
    expect(other.get_by_text("This file does not contain data")).to_be_visible()
    loading.set_input_files(saved)
    with other.expect_event("load"):
        expect(other.get_by_text("Your data is loaded, including 1 game")).to_be_visible()
    other.goto(game)
    there = Player(other, server.url)
    assert there.wait_for_turn()
    page.goto(game)
    player.wait_for_turn()
    assert (there.hand, there.bridges) == (player.hand, player.bridges)


OPENED_FILES = """Object.defineProperty(window, 'launchQueue', { value: {
  setConsumer(consume) {
    const file = (text) => ({ getFile: async () => new File([text], "game.json") });
    window.openFile = (text) => consume({ files: [file(text)] });
  },
}})"""
"""A browser in which the system can open files with the installed page."""


def test_a_record_is_opened_that_was_shared_or_is_a_file_of_the_system(server, open_page):
    """And a record of a game played here is one for a server and for every other program."""
    page = open_page(service_workers="allow")
    page.add_init_script(OPENED_FILES)
    player = Player(page, server.url)
    player.sit()
    player.wait_for_turn()
    player.play_turn()
    player.wait_for_turn()
    page.get_by_role("button", name="This game").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, I resign").click()
    page.locator("dialog.end").get_by_role("link", name="Home").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    text = download.value.path().read_text()
    assert sum(1 for _ in replay(parse_record(text))) > 1
    wait_for_service_worker(page)
    page.evaluate(
        """async (text) => {
          const form = new FormData();
          form.set('record', new File([text], 'game.json'));
          await fetch('share', { method: 'POST', body: form });
        }""",
        text,
    )
    page.reload()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    replayed = page.url
    page.evaluate("text => openFile(text)", text)
    page.wait_for_url(lambda url: "/replay/" in url and url != replayed)
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
