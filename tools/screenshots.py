"""Take a screenshot of every screen and arrange them on contact sheets.

    python tools/screenshots.py [FOLDER] [--size phone] [--language de] [--look night]
    python tools/screenshots.py --cover docs/images/game.jpg

There is a sheet for each window size and theme, with a row per screen and a column per language.
Needs the built page, Playwright, and Chromium (``KAHUNA_CHROMIUM`` names it if it is not
Debian's). The server runs on a temporary database.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from screens import (
    LANGUAGES,
    LOOKS,
    SIZES,
    launch,
    make_games,
    open_window,
    screens,
    serving,
    switch,
)

THUMBS: Final = {"desktop": 480, "phone": 240, "landscape": 480}
"""Width of a picture on a sheet."""


def photograph(
    browser: Browser, url: str, size: str, looks: Sequence[str], languages: Sequence[str], to: Path
) -> list[str]:
    """Take all screens in a window of one size; return their names."""
    page = open_window(browser, size)
    names = []
    for screen in screens(page, url, make_games(url)):
        names.append(screen)
        for look in looks:
            for language in languages:
                switch(page, look=look, language=language)
                page.screenshot(path=to / f"{screen}-{size}-{look}-{language}.png")
        switch(page, look="day", language="en")
    page.context.close()
    return names


def lay_out(
    browser: Browser, folder: Path, size: str, look: str, languages: Sequence[str], names: list[str]
) -> Path:
    """Make one sheet with the pictures of a size and a theme."""
    width = THUMBS[size]
    rows = "".join(
        f"<tr><th>{name}</th>"
        + "".join(
            f'<td><img width="{width}" src="{name}-{size}-{look}-{language}.png"></td>'
            for language in languages
        )
        + "</tr>"
        for name in names
    )
    head = "".join(f"<th>{language}</th>" for language in languages)
    sheet = folder / f"sheet-{size}-{look}.html"
    style = "body{font:14px sans-serif;background:#888}th{text-align:left;vertical-align:top}"
    sheet.write_text(
        f'<meta charset="utf-8"><style>{style}</style><table><tr><th></th>{head}</tr>{rows}</table>'
    )
    page = browser.new_page(viewport={"width": (width + 12) * len(languages) + 100, "height": 600})
    page.goto(sheet.resolve().as_uri(), wait_until="load")
    picture = sheet.with_suffix(".png")
    page.screenshot(path=picture, full_page=True)
    page.close()
    return picture


def take_cover(browser: Browser, url: str, to: Path) -> None:
    """Take the picture for the README: a preview of the next bridge."""
    page = open_window(browser, "desktop")
    for screen in screens(page, url, make_games(url)):
        if screen == "preview":
            page.screenshot(path=to, type="jpeg", quality=82)
            break
    page.context.close()


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--look", action="append", choices=LOOKS)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--cover", type=Path, metavar="FILE", help="only the README's picture")
    asked = parser.parse_args()
    folder: Path = asked.folder
    looks, languages = asked.look or LOOKS, asked.language or LANGUAGES
    with serving() as url, sync_playwright() as playwright:
        browser = launch(playwright)
        if asked.cover:
            take_cover(browser, url, asked.cover)
            return
        folder.mkdir(parents=True, exist_ok=True)
        for size in asked.size or ("desktop", "phone"):
            names = photograph(browser, url, size, looks, languages, folder)
            for look in looks:
                print(lay_out(browser, folder, size, look, languages, names))
        browser.close()


if __name__ == "__main__":
    main()
