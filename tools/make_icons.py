"""Draw the icons of the installed page from ``web/src/icon.svg``.

    python tools/make_icons.py

A maskable icon fills its square, and what matters lies in the inner circle of four fifths.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from kahuna.chart import draw_chart
from kahuna.core import ARCHIPELAGO, Lines
from kahuna.record import parse_line

WEB = Path(__file__).parent.parent / "web"
TARGET = WEB / "public" / "icons"
PREVIEW_SIZE = ViewportSize(width=1200, height=630)
CHROMIUM = os.environ.get("KAHUNA_CHROMIUM", "/usr/bin/chromium")


def maskable(drawing: str) -> str:
    """Return the drawing without rounded corners, and with a wider margin around the stone."""
    square = re.sub(r'(<rect [^>]*) rx="\d+"', r"\1", drawing, count=1)
    return square.replace('viewBox="-64 -64 128 128"', 'viewBox="-76 -76 152 152"').replace(
        '<rect x="-64" y="-64" width="128" height="128"',
        '<rect x="-76" y="-76" width="152" height="152"',
    )


def preview() -> str:
    """Return the picture that other sites show beside a link: the chart with some pieces."""
    white, black = (lines_of(text) for text in ("AB,AD,BC,BD", "EF,EH,EI,EJ,HI,HL"))
    stones = ARCHIPELAGO.held(white), ARCHIPELAGO.held(black)
    chart = draw_chart(bridges=(white, black), stones=stones).replace(
        "<svg ", '<svg width="1240" ', 1
    )
    return f'<body style="margin:-170px 0 0 -20px;overflow:hidden">{chart}</body>'


def lines_of(text: str) -> Lines:
    """Return lines by their names."""
    return sum(1 << parse_line(name) for name in text.split(","))


def main() -> None:
    """Write all icons."""
    TARGET.mkdir(parents=True, exist_ok=True)
    drawing = (WEB / "src" / "icon.svg").read_text(encoding="utf-8")
    icons = {
        "icon-192.png": (192, drawing),
        "icon-512.png": (512, drawing),
        "maskable-512.png": (512, maskable(drawing)),
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (size, markup) in icons.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            sized = markup.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page.set_content(f'<body style="margin:0;background:none">{sized}</body>')
            page.screenshot(path=TARGET / name, omit_background=True)
        page = browser.new_page(viewport=PREVIEW_SIZE)
        page.set_content(preview())
        page.screenshot(path=TARGET / "preview.jpg", type="jpeg", quality=78)
        browser.close()


if __name__ == "__main__":
    main()
