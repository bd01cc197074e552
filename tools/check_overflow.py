"""List text that does not fit its box when it is twice as large, in any language.

    python tools/check_overflow.py [SCREEN ...]

Text overflows where it leaves the box of a button, a panel or anything else with an edge, where a
box that hides what does not fit cuts it off, and where the page becomes wider than the window.
Boxes that scroll may be longer than they look, and what is cut with dots is whole somewhere else.
"""

from __future__ import annotations

import sys
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from screens import LANGUAGES, SIZES, launch, make_games, open_window, screens, serving, switch

ENLARGE: Final = "document.documentElement.style.fontSize = '212.5%'"
OVERFLOWING: Final = """() => {
  const found = new Set();
  const isEdge = (style) =>
    style.overflowX !== 'visible' || parseFloat(style.borderTopWidth) > 0 ||
    (style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.position !== 'static');
  const scrolls = (style) => /auto|scroll/.test(style.overflowY + style.overflowX);
  const root = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const parent = node.parentElement;
    const isSeen = parent.checkVisibility({ visibilityProperty: true });
    if (!text || !isSeen || parent.closest('.unseen, noscript, option, svg')) continue;
    range.selectNodeContents(node);
    const inside = range.getBoundingClientRect();
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === 'contents' || style.display === 'inline' || !isEdge(style)) continue;
      if (scrolls(style) || style.textOverflow === 'ellipsis' || box.matches('fieldset')) break;
      const edge = box.getBoundingClientRect();
      const over = Math.max(inside.right - edge.right, edge.left - inside.left,
                            inside.bottom - edge.bottom, edge.top - inside.top);
      if (over > 2) {
        const name = box.tagName.toLowerCase() + '.' + [...box.classList].filter(
          (each) => !each.startsWith('svelte')).join('.');
        found.add(`"${text.slice(0, 40)}" leaves ${name} by ${Math.round(over)} px`);
      }
      break;
    }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) found.add(`the page is ${wide} px wider than the window`);
  return [...found];
}"""


def overflowing(browser: Browser, url: str, size: str, wanted: list[str]) -> list[str]:
    """List what does not fit in windows of one size."""
    page = open_window(browser, size)
    found = []
    for screen in screens(page, url, make_games(url)):
        if wanted and screen not in wanted:
            continue
        for language in LANGUAGES:
            switch(page, language=language)
            page.evaluate(ENLARGE)
            found += [f"{size} {screen} {language}: {each}" for each in page.evaluate(OVERFLOWING)]
        page.evaluate("document.documentElement.style.fontSize = ''")
        switch(page, language="en")
    page.context.close()
    return found


def main(wanted: list[str]) -> None:
    """Look at every screen, or at the named ones."""
    with serving() as url, sync_playwright() as playwright:
        browser = launch(playwright)
        found = [each for size in SIZES for each in overflowing(browser, url, size, wanted)]
        browser.close()
    print("\n".join(found) or "All text fits.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main(sys.argv[1:])
