"""Puzzles, and the practice of what was missed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from kahuna.core import ARCHIPELAGO
from kahuna.puzzles import Puzzle, Theme, load_puzzles
from kahuna.record import parse_island

pytestmark = pytest.mark.slow

PUZZLE = next(
    puzzle
    for puzzle in load_puzzles()
    if puzzle.solution.endswith(" <*") and puzzle.solution.startswith("+")
)

SOLVE_TWO_DAYS = """localStorage.setItem("kahuna.practice", JSON.stringify({
  days: [2, 1].map(ago => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)),
}))"""


def play(page: Page, turn: str) -> None:
    """Play builds and a draw from the pile with the keyboard."""
    for action in turn.split():
        page.locator(".study[data-mine=true]").wait_for()
        if action.startswith("+"):
            line = page.locator(f"[data-line={action[1:3]}]")
            line.focus()
            page.keyboard.press("Enter")
            page.locator(f".popover button:has-text('{_name(action[-1])}')").first.click()
        else:
            page.keyboard.press("p")
            page.get_by_role("button", name="Draw from the pile").click()


def _name(letter: str) -> str:
    return ARCHIPELAGO.names[parse_island(letter)]


def builds_only(puzzle: Puzzle) -> bool:
    *plays, end = puzzle.solution.split()
    return end == "<*" and all(play.startswith("+") for play in plays) and len(plays) > 0


def test_a_puzzle_is_solved_by_playing_the_turn(server, open_page):
    puzzle = next(filter(builds_only, load_puzzles()))
    page = open_page()
    page.goto(f"{server.url}/puzzles/{puzzle.id}")
    expect(page.get_by_text("Play the best turn")).to_be_visible()
    play(page, puzzle.solution)
    expect(page.get_by_text("Solved!")).to_be_visible()
    expect(page.get_by_text("The best turn:")).to_be_visible()
    expect(page.get_by_text("solved on the first try")).to_be_visible()
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    page.goto(f"{server.url}/puzzles")
    solved = page.get_by_text(f"1 of {len(load_puzzles())} solved, 1 on the first try")
    expect(solved).to_be_visible()


def test_the_puzzle_of_the_day_counts_as_solved_after_a_wrong_turn(server, open_page):
    puzzle = next(filter(builds_only, load_puzzles()))
    page = open_page()
    page.route("**/api/puzzles", lambda route: route.fulfill(json=as_daily(route, puzzle.id)))
    page.goto(server.url)
    page.evaluate(SOLVE_TWO_DAYS)
    page.goto(f"{server.url}/puzzles/{puzzle.id}")
    page.locator(".study[data-mine=true]").wait_for()
    page.locator("[data-decline]").click()
    page.locator(".market .foot .primary").click()
    page.get_by_role("button", name="Try again").click()
    play(page, puzzle.solution)
    expect(page.get_by_text("solved on a later try")).to_be_visible()
    expect(page.get_by_text("Solved! The next one in")).to_be_visible()
    expect(page.get_by_role("img", name="solved on 3 of the last 7 days")).to_be_visible()
    page.get_by_role("link", name="New find: Card back “Hibiscus”").click()
    page.get_by_role("radio", name="Hibiscus").check()
    expect(page.get_by_role("radio", name="Raft")).to_be_disabled()
    page.goto(f"{server.url}/puzzles")
    solved = page.get_by_text(f"1 of {len(load_puzzles())} solved, 0 on the first try")
    expect(solved).to_be_visible()
    expect(page.get_by_text("Your level: 1 of 14")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle of the day")).to_contain_text("Solved!")


def as_daily(route: Route, puzzle: str) -> object:
    """Return the server's list with another puzzle of the day."""
    return route.fetch().json() | {"daily": puzzle}


@pytest.mark.parametrize("size", [(1366, 650), (1440, 900)])
def test_an_explanation_is_not_cut_off(size, server, open_page):
    puzzle = next(
        each
        for each in load_puzzles()
        if each.theme is Theme.CHAIN_REACTION and len(each.solution.split()) > 2
    )
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/puzzles/{puzzle.id}")
    page.locator(".study[data-mine=true]").wait_for()
    page.get_by_role("button", name="Show the solution").click()
    page.locator("[data-answered] li").first.wait_for()  # The reasons.
    guide = page.locator(".guide")
    assert guide.evaluate("guide => guide.scrollHeight - guide.clientHeight") == 0
    expect(page.get_by_role("button", name="Try again")).to_be_in_viewport(ratio=1)


def test_the_hand_is_in_view_below_a_long_heading(server, open_page):
    puzzle = next(
        each for each in load_puzzles() if each.theme is Theme.CARD_COUNTING and not each.difficulty
    )
    page = open_page(viewport={"width": 360, "height": 640})
    page.goto(f"{server.url}/puzzles/{puzzle.id}")
    page.locator(".study[data-mine=true]").wait_for()
    expect(page.locator(".hand .cards")).to_be_in_viewport(ratio=0.99)
    page.get_by_role("button", name="Dutch rulebook 1999").click()
    expect(page.get_by_role("dialog")).to_contain_text("25 bridges, 10 stones")


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_on_a_phone_a_play_is_undone_and_the_next_puzzle_in_view(size, server, open_page):
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/puzzles/{PUZZLE.id}")
    build = PUZZLE.solution.split()[0]
    bridge = page.locator(f"[data-bridge={build[1:3]}]")
    play(page, build)
    expect(bridge).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(bridge).to_have_count(0)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("link", name="Next puzzle")).to_be_in_viewport(ratio=0.99)


def test_a_missed_puzzle_comes_back_for_practice(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/puzzles/practice")
    expect(page.get_by_text("There is nothing to practise yet.")).to_be_visible()
    page.goto(f"{server.url}/puzzles/{PUZZLE.id}")
    page.locator(".study[data-mine=true]").wait_for()
    page.locator("[data-decline]").click()
    page.locator(".market .foot .primary").click()
    expect(page.get_by_text("There is a better turn.")).to_be_visible()
    expect(page.get_by_text("Your turn: end the turn without a card.")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_text("The best turn:")).to_be_visible()
    # Tomorrow it is due.
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem('kahuna.practice'));
      kept.cards[0].due = '2000-01-01';
      localStorage.setItem('kahuna.practice', JSON.stringify(kept));
    }""")
    page.goto(f"{server.url}/puzzles")
    page.get_by_role("link", name="Learn from your mistakes").click()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("That is all for today. The next position")).to_be_visible()


def test_practice_does_not_count_games_that_are_gone(server, open_page):
    page = open_page()
    page.goto(server.url)
    gone = {"key": "mistake/gone/7", "box": 0, "due": "2000-01-01", "game": "gone", "ply": 7}
    page.evaluate(
        "cards => localStorage.setItem('kahuna.practice', JSON.stringify({ cards }))",
        [
            gone | {"better": "+AB:A", "asGood": []},
            {"key": f"puzzle/{PUZZLE.id}", "box": 0, "due": "2000-01-02"},
        ],
    )
    page.goto(f"{server.url}/puzzles/practice")
    expect(page.get_by_role("link", name="Practice: 1 of 1")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("0 of 1")).to_be_visible()


def test_an_unknown_puzzle_is_told(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/puzzles/nonsense")
    expect(page.get_by_text("There is no such puzzle")).to_be_visible()


def test_the_list_shows_difficulties_and_is_sorted(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/puzzles")
    rows = page.locator("a.puzzle")
    expect(rows).to_have_count(60)
    page.get_by_label("Order").select_option("by difficulty")
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(120)
    levels = [int(text) for text in rows.all_inner_texts()]
    assert levels[0] == 1
    assert levels == sorted(levels)


def test_a_streak_ends_with_the_first_mistake(server, open_page):
    puzzle, other = next(filter(builds_only, load_puzzles())), load_puzzles()[-1]
    page = open_page()
    # Of two puzzles, the easy one comes first.
    hard = {"id": other.id, "theme": other.theme, "difficulty": None, "has_usual_rules": True}
    easy = {"id": puzzle.id, "theme": puzzle.theme, "difficulty": "pua", "has_usual_rules": True}
    page.route(
        "**/api/puzzles",
        lambda route: route.fulfill(json=route.fetch().json() | {"puzzles": [easy, hard]}),
    )
    page.goto(f"{server.url}/puzzles")
    page.get_by_role("link", name="Streak").click()
    play(page, puzzle.solution)
    page.get_by_role("button", name="Next puzzle").click()
    page.locator(".study[data-mine=true]").wait_for()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_text("You solved 1 puzzle.")).to_be_visible()
    expect(page.get_by_text("your best streak so far")).to_be_visible()
    page.get_by_role("link", name="Streak: 1").click()
    expect(page.get_by_role("link", name="Your best: 1")).to_be_visible()
