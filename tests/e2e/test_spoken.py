"""Without eyes: all phases of a game by roles and names alone, and what is said aloud."""

import re

import pytest
from playwright.sync_api import Locator, expect

from .player import Player

pytestmark = pytest.mark.slow


class Listener(Player):
    """Somebody with a screen reader: everything has a role and a name, or it is not there."""

    def sail(self) -> None:
        """Start a game against the first computer."""
        page = self.page
        page.goto(self.url)
        page.get_by_role("radio", name="Pua").check(force=True)
        page.get_by_role("textbox", name="Your name").fill("Ada")
        page.get_by_role("button", name="Set sail", exact=True).click()

    def wait_for_turn(self) -> bool:
        self._hears("Your turn|Your last turn")
        return not self.is_over

    @property
    def _end_of_game(self) -> Locator:
        return self.page.get_by_role("dialog", name=re.compile("You (win|lose)"))

    @property
    def is_over(self) -> bool:
        """Whether the end of the game is shown."""
        return self._end_of_game.count() > 0

    def _hears(self, words: str) -> None:
        said = self.page.get_by_role("status").filter(has_text=re.compile(words))
        said.or_(self._end_of_game).first.wait_for(state="attached")

    def _activate(self, thing: Locator) -> None:
        """As assistive technology does it: no place, no finger."""
        thing.evaluate("node => node.dispatchEvent(new MouseEvent('click', { bubbles: true }))")

    def play_turn(self, *, builds: int = 1) -> None:
        turn = self.page.get_by_text(re.compile(r"^Turn \d+$")).inner_text()
        self._play_cards()
        if not self.is_over:
            self._end()
        later = self.page.get_by_text(re.compile(rf"^(?!{turn}$)Turn \d+$"))
        later.or_(self._end_of_game).first.wait_for()

    def _play_cards(self) -> None:
        page = self.page
        cards = page.get_by_role("region", name="Your cards").get_by_role(
            "button", name=re.compile("your card")
        )
        for number in range(cards.count()):
            self._activate(cards.nth(number))
            lines = page.get_by_role("button", name=re.compile("you can build here"))
            if lines.count() > 0:
                self._activate(lines.first)
                page.get_by_role("button", name=re.compile("^Build with")).first.click()
                self._hears("^Ada: card")
                break

    def _end(self) -> None:
        market = self.page.get_by_role("region", name="Open cards")
        ways = (
            (re.compile("open card"), re.compile("^Take ")),
            (re.compile("^Pile"), "Draw from the pile"),
            (re.compile("Take no card|End the turn"), re.compile("^End")),
        )
        for way, doing in ways:
            choice = market.get_by_role("button", name=way).first
            if choice.count() == 0:
                continue
            self._activate(choice)
            button = market.get_by_role("button", name=doing).filter(has_not_text="Take no")
            if button.count() > 0:
                self._activate(button.first)
                return
        self._discard()

    def _discard(self) -> None:
        hand = self.page.get_by_role("region", name="Your cards")
        self._activate(hand.get_by_role("button", name=re.compile("your card")).first)
        self._activate(hand.get_by_role("button", name=re.compile("^Discard")))
        self.page.get_by_role("status").get_by_text("face down").wait_for(state="attached")
        self._end()


def test_first_turns_and_last_round_by_roles_and_names(server, open_page):
    player = Listener(open_page(), server.url)
    player.sail()
    player.play_turns(2)
    player.sit_late(name="Ada")
    player.play_game()
    end = player.page.get_by_role("dialog", name=re.compile("You (win|lose)"))
    expect(end.get_by_role("table", name="Points per round")).to_be_visible()
    end.get_by_role("button", name="Close").click()


def test_what_happens_is_said(server, open_page):
    player = Player(open_page(), server.url)
    player.sit(name="Ada", seat="white", first="white")
    player.wait_for_turn()
    page = player.page
    said = page.locator("[aria-live=polite]").first
    expect(said).to_have_text("Your turn: play cards, then take one.")
    player.build_something()
    expect(said).to_contain_text(re.compile(r"^Ada: card \w+, bridge \w+–\w+"))
    page.get_by_role("button", name="Undo").click()
    expect(said).to_contain_text("Taken back.")
    player.end_turn()
    expect(said).to_contain_text(re.compile(r"Pua: .*\. Your turn"))
    before = said.inner_text()
    page.keyboard.press("r")
    expect(said).to_have_text(before)


def test_the_board_in_words(server, open_page):
    player = Player(open_page(), server.url)
    player.sit(name="Ada", seat="white", first="white")
    player.wait_for_turn()
    page = player.page
    page.get_by_role("tab", name="Words").click()
    words = page.get_by_role("region", name="Board in words")
    expect(words.get_by_role("heading", level=3)).to_have_count(12)
    for letter in set(player.hand):
        page.locator(f".hand [data-card={letter}]").first.click()
        if not (lines := player.lit("build")):
            continue
        island = words.get_by_role("listitem").filter(
            has=page.get_by_role("heading", name=re.compile(f"^{letter}"))
        )
        island.get_by_role("heading").click()
        line = island.get_by_role("button", name=re.compile("free, you can build here"))
        expect(line).to_have_count(len(lines))
        line.first.click()
        page.get_by_role("button", name=re.compile("^Build with")).click()
        break
    expect(words).to_contain_text("Ada: ")


def test_nothing_of_the_next_hand_is_said_behind_the_curtain(server, open_page):
    player = Player(open_page(), server.url)
    player.sit("hotseat", first="white", name="Anna", second_name="Ben")
    said = player.page.locator("[aria-live=polite]").first
    player.lift_curtain()
    player.wait_for_turn()
    line = player.build_something()
    player.end_turn()
    expect(player.page.locator(".curtain")).to_be_visible()
    expect(said).to_have_text("")
    player.lift_curtain()
    player.wait_for_turn()
    expect(said).to_contain_text(re.compile(r"(Anna|Ben): card .*Your turn"))
    assert line in player.bridges
