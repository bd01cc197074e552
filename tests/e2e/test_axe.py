"""axe-core on every screen, in both looks and all four languages.

In a large window, every screen is checked in English by day, in German by night and in Dutch; on a
phone, in Italian.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from tools.screens import TOURS, Games, make_games, switch

from .player import set_language

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async options => {
  const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}"""
NAMES = (
    "aria-dialog-name",
    "button-name",
    "label",
    "label-content-name-mismatch",
    "link-name",
    "select-name",
    "valid-lang",
)
"""What depends on the language; all else is the same in each."""
CHECKS: tuple[tuple[dict[str, str], dict[str, object]], ...] = (
    ({"look": "day", "language": "en"}, {}),
    ({"look": "night", "language": "de"}, {"runOnly": ["color-contrast", *NAMES]}),
    ({"look": "night", "language": "nl"}, {"runOnly": NAMES}),
)
"""Settings, and the rules to check with them: all, or only those that depend on the settings."""


def find_problems(page: Page, screen: str, **options: object) -> list[str]:
    """Return what is wrong with a screen."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return [f"{screen}: {problem}" for problem in page.evaluate(RUN, options)]


@pytest.fixture(scope="module")
def games(server) -> Games:
    return make_games(server.url)


@pytest.mark.parametrize("tour", TOURS)
def test_nothing_is_out_of_reach(server, games, open_page, tour):
    page = open_page(viewport={"width": 1440, "height": 900})
    problems, checks, shown = [], CHECKS, CHECKS[0]
    for screen in TOURS[tour](page, server.url, games):
        for check in checks:
            settings, options = check
            if check is not shown:
                switch(page, **settings)
                shown = check
            problems += find_problems(page, f"{screen}, {settings}", **options)
        # Switching takes as long as checking: begin the next screen as this one ends.
        checks = checks[::-1]
    assert problems == []


@pytest.mark.parametrize("tour", TOURS)
def test_nothing_is_out_of_reach_on_a_phone(server, games, open_page, tour):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    set_language(page, "it")
    problems = []
    for screen in TOURS[tour](page, server.url, games):
        problems += find_problems(page, screen)
    assert problems == []
