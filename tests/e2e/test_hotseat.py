"""Two at one device: the curtain hides both hands between turns."""

import pytest
from playwright.sync_api import expect

from .player import Player
from .test_axe import find_problems

pytestmark = pytest.mark.slow

FACE_TO_FACE = """
const kept = JSON.parse(localStorage.getItem("kahuna.settings"));
localStorage.setItem("kahuna.settings", JSON.stringify({ ...kept, faceToFace: true }));
"""


def test_no_card_of_a_hand_is_on_the_page_behind_the_curtain(server, open_page):
    player = Player(open_page(), server.url)
    player.sit("hotseat", first="white", name="Anna", second_name="Ben")
    curtain = player.page.locator(".curtain")
    hands: dict[str, list[str]] = {}
    for turn in range(6):
        expect(curtain).to_be_visible()
        assert player.page.locator(".hand [data-card]").count() == 0
        # The log of the next player names cards that only that player has seen.
        expect(player.page.locator(".tabs.panel")).to_be_hidden()
        assert player.page.locator("main").inner_text() == ""
        name = (curtain.get_by_role("button").inner_text()).removeprefix("I am ")
        player.lift_curtain()
        assert player.wait_for_turn()
        if turn >= 2:
            assert sorted(player.hand) == hands[name]
        player.build_something()
        kept = player.hand
        taken = player.page.locator(".market [data-card]").first.get_attribute("data-card")
        player.end_turn()
        hands[name] = sorted([*kept, taken or ""])
    assert sorted(hands) == ["Anna", "Ben"]


def test_the_curtain_can_be_lifted_on_a_small_phone_on_its_side(server, open_page):
    player = Player(open_page(viewport={"width": 640, "height": 320}), server.url)
    player.sit("hotseat", name="W" * 40, second_name="M" * 40)
    player.lift_curtain()
    assert player.wait_for_turn()


def test_what_one_can_know_waits_until_the_turn_before_was_shown(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.clock.install()
    player.sit("hotseat", name="Anna", second_name="Ben")
    player.lift_curtain()
    player.wait_for_turn()
    known = page.get_by_role("table", name="What you can know")
    page.locator("[data-tab=cards]").click()
    expect(known).to_be_visible()
    player.end_turn()
    expect(page.locator(".curtain")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    player.lift_curtain()
    skip = page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    expect(known).to_have_count(0)
    skip.click()
    expect(known).to_be_visible()


def test_a_reload_shows_the_curtain_again(server, open_page):
    player = Player(open_page(), server.url)
    player.sit("hotseat", name="Anna", second_name="Ben")
    player.lift_curtain()
    player.wait_for_turn()
    player.page.reload()
    expect(player.page.locator(".curtain")).to_be_visible()
    assert player.page.locator(".hand [data-card]").count() == 0


def test_face_to_face_each_hand_has_a_cover_on_its_own_side(server, open_page):
    page = open_page(viewport={"width": 1024, "height": 768})
    player = Player(page, server.url)
    page.add_init_script(FACE_TO_FACE)
    player.sit("hotseat", first="white", seat="white", name="Anna", second_name="Ben")
    chart, hand, cover = (
        page.locator(f"main > .{part}") for part in ("chart", "hand", "hand > .cover")
    )
    turned = "node => getComputedStyle(node).rotate"
    for name, is_far in (("Anna", False), ("Ben", True), ("Anna", False)):
        expect(cover).to_contain_text(f"It is {name}’s turn")
        expect(cover).to_be_focused()
        assert page.locator(".hand [data-card]").count() == 0
        assert page.locator(".tabs, .curtain").count() == 0
        assert find_problems(page, "face to face") == []
        cover.click()
        assert player.wait_for_turn()
        assert hand.evaluate(turned) == ("180deg" if is_far else "none")
        assert (hand.bounding_box()["y"] < chart.bounding_box()["y"]) is is_far
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        player.play_turn()
    # The mode is switched during the game.
    page.get_by_role("button", name="This game").click()
    page.get_by_label("Face to face").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(".curtain")).to_be_visible()


def test_face_to_face_the_far_player_reads_large_cards_and_counts(server, open_page):
    page = open_page(viewport={"width": 1024, "height": 768}, has_touch=True)
    player = Player(page, server.url)
    page.add_init_script(FACE_TO_FACE)
    player.sit("hotseat", first="black", seat="white", name="Anna", second_name="Ben")
    page.locator(".hand > .cover").click()
    assert player.wait_for_turn()
    player.choose_card(0)
    count = page.locator(".tip.docked")
    expect(count).to_be_visible()
    assert count.evaluate("node => getComputedStyle(node).transform").startswith("matrix(-1,")
    assert page.locator(".hand [data-card]").last.evaluate("node => node.offsetWidth") >= 60
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_rematches_at_one_device_keep_the_score(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    player.sit("hotseat", seat="white", first="white", name="Anna", second_name="Ben")
    for score in (None, "So far: Ben 1, Anna 1.", "So far: Anna 1, Ben 2."):
        page.locator(".curtain").wait_for()
        player.lift_curtain()
        assert player.wait_for_turn()
        page.keyboard.press("m")
        page.get_by_role("button", name="Resign").click()
        page.locator("[data-weighty]").click()
        end = page.locator("dialog.end")
        expect(end).to_be_visible()
        if score is None:
            expect(end).not_to_contain_text("So far")
        end.locator(".next .primary").click()
