"""axe-core on every screen, in both looks and all four languages."""

from pathlib import Path

import pytest
from tools.screens import LANGUAGES, make_games, screens, switch

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async options => {
  const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}"""
CONTRAST = {"runOnly": ["color-contrast"]}
NAMES = {
    "runOnly": [
        "aria-dialog-name",
        "button-name",
        "label",
        "label-content-name-mismatch",
        "link-name",
        "select-name",
        "valid-lang",
    ]
}
"""What depends on the language; all else is the same in each."""


def test_nothing_is_out_of_reach(server, open_page):
    page = open_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    problems = []
    for screen in screens(page, server.url, make_games(server.url)):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        problems += [f"{screen}: {found}" for found in page.evaluate(RUN, {})]
        switch(page, look="night")
        problems += [f"{screen}, night: {found}" for found in page.evaluate(RUN, CONTRAST)]
        for language in LANGUAGES[1:]:
            switch(page, language=language)
            problems += [f"{screen}, {language}: {found}" for found in page.evaluate(RUN, NAMES)]
        switch(page, look="day", language=LANGUAGES[0])
    assert problems == []


def test_nothing_is_out_of_reach_on_a_phone(server, open_page):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = open_page(**phone, reduced_motion="reduce")
    problems = []
    for screen in screens(page, server.url, make_games(server.url)):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        problems += [f"{screen}: {found}" for found in page.evaluate(RUN, {})]
    assert problems == []
