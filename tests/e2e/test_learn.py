"""Learning by playing, and the rules to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect
from tools.screens import switch

from kahuna.lessons import FIRST_GAME, LESSONS, run_lesson

from .player import Player, set_language

pytestmark = pytest.mark.slow

WORDS = {
    "en": ("Start", "Next lesson", "You have completed all the lessons", "Sweep"),
    "de": ("Anfangen", "Nächste Lektion", "Du hast alle Lektionen geschafft", "abräumen"),
    "nl": ("Beginnen", "Volgende les", "Je hebt alle lessen gedaan", "opruimen"),
    "it": ("Comincia", "Prossima lezione", "Hai completato tutte le lezioni", "Spazzare"),
}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def do(player: Player, action: str) -> None:
    """Do an action of the notation by keyboard alone."""
    first, second = touched(action)
    player.page.locator(first).first.press("Enter")
    player.page.locator(second).press("Enter")


def touch(player: Player, action: str) -> None:
    """The same with a finger."""
    first, second = touched(action)
    player.page.locator(first).first.tap(force=True)
    player.page.locator(second).tap()


def touched(action: str) -> tuple[str, str]:
    """What is touched for an action, and what then."""
    if action[0] in "+-":
        return f"[data-line={action[1:3]}]", f".choice[data-action='{action}']"
    if action[0] == "x":
        return f".hand [data-card={action[1]}]", "[data-bury]"
    ends = {"<*": "[data-pile]", ".": "[data-decline]"}
    end = ends.get(action, f".market [data-card={action[1:]}]")
    return end, f".market [data-action='{action}']"


def in_each_language(page: Page, languages: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Switch an open page to each language, to the first one last; yield the texts to expect."""
    page.get_by_role("heading").first.wait_for()  # The first texts have been loaded.
    for language in reversed(languages):
        if len(languages) > 1:
            switch(page, language=language)
        yield WORDS[language]


@pytest.mark.parametrize(
    ("languages", "options", "act"),
    [(("en", "de", "nl"), {}, do), (("it",), PHONE, touch)],
    ids=["keyboard", "touch"],
)
def test_the_course_from_beginning_to_end(server, open_page, languages, options, act):
    player = Player(open_page(**options), server.url)
    page = player.page
    set_language(page, languages[0])
    page.goto(f"{server.url}/learn")
    for text, *_ in in_each_language(page, languages):
        expect(page.get_by_role("link", name=text, exact=True)).to_be_visible()
    page.get_by_role("link", name=WORDS[languages[0]][0], exact=True).click()
    for lesson in LESSONS.values():
        page.wait_for_url(f"**/learn/{lesson.key}")
        if lesson.key == "sweep":
            for *_, title in in_each_language(page, languages):
                expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        taken: list[str] = []
        for action in (action for task in lesson.tasks for action in task.solution):
            page.locator(".study[data-mine=true]").wait_for()
            act(player, action)
            taken.append(action)
            progress = run_lesson(lesson, taken)
            teacher = page.locator(f"[data-stage={progress.stage}][data-task='{progress.task}']")
            teacher.wait_for()
        if lesson is not list(LESSONS.values())[-1]:
            for _, text, *_ in in_each_language(page, languages):
                expect(page.get_by_role("link", name=text)).to_be_focused()
            page.get_by_role("link", name=WORDS[languages[0]][1]).click()
    page.goto(f"{server.url}/learn")
    for *_, text, _ in in_each_language(page, languages):
        expect(page.get_by_text(text)).to_be_visible()


def test_the_course_begins_where_everybody_sees_it(server, open_page):
    page = open_page(**PHONE)
    page.goto(f"{server.url}/learn")
    expect(page.get_by_role("link", name="Start", exact=True)).to_be_in_viewport(ratio=1)


def test_a_first_visit_offers_a_guided_game_that_survives_a_reload(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(server.url)
    page.get_by_role("link", name="Your first game").click()
    expect(page.locator("[data-stage]")).to_contain_text("The goal")
    page.keyboard.press("Enter")  # the button to start has the focus
    *before, last = [action for task in FIRST_GAME.tasks for action in task.solution]
    for number, action in enumerate(before, 1):
        target = f".hand [data-card={action[4]}]" if action[0] == "+" else touched(action)[0]
        expect(page.locator(f'[data-points-at="{target}"]')).to_be_visible()
        do(player, action)
        page.locator(f"[data-stage=playing][data-task='{number}']").wait_for()
    page.goto(server.url)
    page.get_by_role("link", name="Pick up where you left off").click()
    page.locator(f"[data-stage=playing][data-task='{len(before)}']").wait_for()
    do(player, last)
    expect(page.locator("[data-scoring='1']")).to_contain_text("1 point for you")
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_focused()
    play.press("Enter")
    page.wait_for_url("**/game/*")
    expect(page.locator(".seat").first).to_contain_text("Pua")


WATCH = """() => {
  window.seen = { wreck: false, shaded: false };
  const look = () => {
    const wreck = document.querySelector('[data-wreck]') !== null;
    seen.wreck ||= wreck;
    seen.shaded ||= wreck && document.querySelector('.spot') !== null;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
}"""
"""Note whether a bridge sinks, and whether that happens under the shade."""


def test_the_first_game_takes_back_a_wrong_move_and_shows_the_collapse(server, open_page):
    size = {"width": 1366, "height": 650}
    player = Player(open_page(viewport=size, reduced_motion="no-preference"), server.url)
    page = player.page
    page.add_init_script("localStorage.setItem('kahuna.settings', '{\"language\": \"en\"}')")
    page.goto(f"{server.url}/learn/{FIRST_GAME.key}")
    start = page.get_by_role("button", name="Let’s go")
    expect(start).to_be_focused()
    page.locator("[data-line=KL]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".popover .refused")).to_be_visible()
    start.click()
    expect(page.locator(".popover")).to_have_count(0)
    page.locator(".market [data-card=D]").click()
    page.locator(".market .foot .primary").click()
    expect(page.locator("[data-stage]")).to_contain_text("That ends your turn. Bridges come first")
    page.get_by_role("button", name="Try again").click()
    do(player, "+DE/E")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_in_viewport(ratio=1)
    expect(again).to_be_focused()
    expect(page.locator("[data-points-at='[data-again]']")).to_be_visible()
    again.click()
    do(player, "+FG/F")
    page.locator("[data-task='1']").wait_for()
    page.evaluate(WATCH)
    do(player, "+AD/A")
    expect(page.locator("[data-points-at='.market [data-card=D]']")).to_be_visible()
    assert page.evaluate("seen") == {"wreck": True, "shaded": False}


def test_the_hint_stands_beside_the_text_on_a_phone_on_its_side(server, open_page):
    page = open_page(viewport={"width": 844, "height": 390}, has_touch=True)
    page.goto(f"{server.url}/learn/{FIRST_GAME.key}")
    page.get_by_role("button", name="Let’s go").click()
    hint = page.get_by_role("button", name="Hint").bounding_box()
    task = page.locator(".task").bounding_box()
    assert hint is not None
    assert task is not None
    assert hint["y"] + hint["height"] <= task["y"]


def test_the_first_game_can_be_skipped(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/learn/{FIRST_GAME.key}")
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("link", name="Your first game")).to_have_count(0)


def test_a_miss_is_answered_and_can_be_tried_again(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(f"{server.url}/learn/draw")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("Tap GOLA")
    do(player, "<*")
    expect(page.locator(".feedback")).to_contain_text("it is not GOLA")
    expect(page.locator("[data-stage=missed]")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".feedback")).to_have_count(0)
    page.get_by_role("button", name="Show me").click()
    page.locator("[data-stage=playing][data-task='1']").wait_for()
    page.locator("[data-decline]").click(force=True)
    expect(page.get_by_role("link", name="Rule R8.4, in a new tab")).to_be_visible()


def test_a_lesson_by_mistake_undone_and_kept(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(f"{server.url}/learn/pay")
    page.locator(".study[data-mine=true]").wait_for()
    do(player, "+AB/B")
    expect(page.locator(".feedback")).to_contain_text("the BARI card is gone")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-bridge=AB]")).to_have_count(0)
    do(player, "+AB/A")
    page.locator("[data-task='1']").wait_for()
    do(player, "+BC/B")
    expect(page.locator(".praise")).to_contain_text("Well done!")
    page.get_by_role("link", name="All lessons").first.click()
    expect(page.get_by_role("link", name="One end is enough")).to_contain_text("done")
    page.goto(f"{server.url}/learn/nothing")
    expect(page.get_by_text("There is no such lesson")).to_be_visible()


def test_rules_are_searched_and_cut_down_to_an_edition(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/rules")
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("holiday")
    expect(page.get_by_role("status")).to_contain_text("2 paragraphs found")
    expect(page.locator("mark").first).to_have_text("holiday")
    search.fill("")
    expect(page.locator("[data-part='R13']")).to_be_visible()
    page.get_by_role("combobox", name="Rulebook").select_option("ksr")
    expect(page.locator("[data-part='R13']")).to_have_count(0)
    page.locator(".language select").select_option("de")
    search = page.get_by_role("searchbox", name="In den Regeln suchen")
    search.fill("wertung")
    expect(page.locator("mark").first).to_have_text(re.compile("wertung", re.IGNORECASE))
    page.get_by_role("link", name="Kurzfassung").click()
    search.fill("")
    expect(page.locator("main h2")).to_have_count(1)


def test_a_refused_move_leads_to_its_paragraph(server, open_page):
    player = Player(open_page(), server.url)
    page = player.page
    page.goto(f"{server.url}/learn/sweep")
    page.locator(".study[data-mine=true]").wait_for()
    player.line("HL").focus()
    page.keyboard.press("Enter")
    link = page.locator(".popover").get_by_role("link")
    with page.expect_popup() as opened:
        link.click()
    rules = opened.value
    number = link.inner_text()
    sought = rules.locator(".sought")
    expect(sought).to_contain_text(number)
    expect(sought).to_be_in_viewport()
    rules.locator("nav").get_by_role("link", name="R8 ").click()
    expect(rules.locator("[data-part='R8']")).to_be_in_viewport()
