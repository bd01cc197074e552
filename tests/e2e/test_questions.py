"""Whatever can be meant in more than one way is asked at the line."""

import pytest
from playwright.sync_api import expect

from .player import Player

pytestmark = pytest.mark.slow

RULESET = {
    "edition": "kosmos-2015",
    "bridges": 25,
    "stones": 10,
    "discard": "free",
    "final_scoring": "difference",
    "no_trespass": False,
    "open_hands": False,
    "handicap": 0,
    "handicap_seat": None,
}


@pytest.fixture
def set_up(server, open_page):
    """Play on from a record; the one to move has lifted the curtain."""

    def start(hands: list[str], plies: list[str], **options: object) -> Player:
        record = {
            "format": "kahuna-record",
            "version": 1,
            "ruleset": RULESET | options,
            "seats": [{"name": "Anna"}, {"name": "Ben"}],
            "first": 0,
            "deal": {"hands": hands, "open": "GHI"},
            "plies": plies,
            "outcome": None,
        }
        player = Player(open_page(), server.url)
        answer = player.page.request.post(f"{server.url}/api/games/import", data={"record": record})
        taken = answer.json()
        player.page.goto(f"{server.url}/game/{taken['game']}#token={taken['token']}")
        player.lift_curtain()
        assert player.wait_for_turn()
        return player

    return start


def test_which_card_pays(set_up):
    player = set_up(["ABC", "DEF"], [])
    player.line("AB").click()
    popover = player.page.locator(".popover")
    expect(popover).to_contain_text("Which card do you play?")
    expect(popover.locator(".choice")).to_have_count(2)
    expect(player.page.locator(".hand .card.lit")).to_have_count(2)
    popover.get_by_role("button", name="Build with BARI").click()
    expect(player.page.locator("[data-bridge=AB]")).to_be_visible()
    assert player.hand == ["A", "C"]


def test_a_card_touched_before_answers_the_question(set_up):
    player = set_up(["ABC", "DEF"], [])
    player.choose_card(1)
    player.line("AB").click()
    expect(player.page.locator(".choice")).to_contain_text(["Build with BARI"])


def test_which_pair_removes(set_up):
    player = set_up(["BCD", "AAB"], ["+AB/B", "."])
    player.line("AB").click()
    popover = player.page.locator(".popover")
    expect(popover).to_contain_text("Which pair do you play?")
    expect(popover.locator(".choice")).to_have_count(2)
    popover.get_by_role("button", name="Remove with ALOA + ALOA").click()
    expect(player.page.locator("[data-bridge=AB]")).to_have_count(0)
    assert player.hand == ["B"]


def test_variant_1_offers_the_free_bridge(set_up):
    player = set_up(["BCD", "AAB"], ["+AB/B", "."], no_trespass=True)
    player.line("AB").click()
    player.page.get_by_role("button", name="Remove with ALOA + ALOA").click()
    expect(player.page.locator(".caption p")).to_contain_text("for free")
    assert player.lit("replace") == ["AB"]
    player.line("AB").click()
    player.page.get_by_role("button", name="Build for free").click()
    expect(player.page.locator("[data-bridge=AB][data-seat=black]")).to_be_visible()
    assert player.hand == ["B"]


def test_who_must_draw_hears_why_declining_is_forbidden(set_up):
    player = set_up(["ABC", "DEF"], ["."])
    expect(player.page.locator(".caption p")).to_contain_text("you have to draw")
    player.page.locator("[data-decline]").click(force=True)
    expect(player.page.locator(".market .why")).to_contain_text("took no card")


def test_a_chain_reaction_is_foreseen(set_up):
    player = set_up(["ABA", "HCE"], ["+AB/A", ".", "+AH/H", "<G=K"])
    player.line("AD").click()
    page = player.page
    expect(page.locator("[data-gain=A]")).to_be_visible()
    expect(page.locator("[data-sweep=AH]")).to_be_visible()
    expect(page.locator(".popover")).to_contain_text("Anna wins ALOA")
    page.locator(".choice").first.click()
    expect(page.locator("[data-stone=A][data-seat=white]")).to_be_visible()
    expect(page.locator("[data-bridge=AH]")).to_have_count(0)
