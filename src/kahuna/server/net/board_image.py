"""Draw a board as a PNG for link previews; messengers do not show SVG."""

from __future__ import annotations

from base64 import b64encode
from functools import cache, lru_cache
from typing import Final

from kahuna.chart.geometry import ISLANDS, SIZE
from kahuna.chart.palette import PALETTES, Look
from kahuna.chart.pieces import PIECE_DEFS, draw_pieces, stone
from kahuna.chart.scenery import draw_scenery, scenery_defs
from kahuna.core import ARCHIPELAGO, Islands, Lines

try:
    from resvg_py import svg_to_bytes

    CAN_DRAW = True
except ImportError:  # This machine has no wheel: all links get the same picture.
    CAN_DRAW = False

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size in pixels that sites recommend."""
CHART_WIDTH: Final = 720
"""Larger charts make some files exceed 600 kB, which messengers do not show."""
SCALE: Final = CHART_WIDTH / SIZE[0]
CHART_HEIGHT: Final = round(SIZE[1] * SCALE)
LEFT: Final = (WIDTH - CHART_WIDTH) // 2
TOP: Final = (HEIGHT - CHART_HEIGHT) // 2
STONES_PER_ROW: Final = 3
MAX_CACHED: Final = 32
"""Images in memory, half a megabyte each."""
FONTS: Final = 'text { font-family: serif, "Liberation Serif", "DejaVu Serif" }'
"""Where no fontconfig says what a serif font is, name the usual ones."""
PALETTE: Final = PALETTES[Look.DAY]


@lru_cache(maxsize=MAX_CACHED)
def draw_board(white: Lines, black: Lines) -> bytes:
    """Draw the chart with bridges, and beside it the stones of each seat."""
    stones = (ARCHIPELAGO.held(white), ARCHIPELAGO.held(black))
    pieces = draw_pieces(bridges=(white, black), stones=stones, lit_lines=0, palette=PALETTE)
    chart = (
        f'<image width="{CHART_WIDTH}" height="{CHART_HEIGHT}" image-rendering="optimizeSpeed" '
        'preserveAspectRatio="none" href="data:image/png;base64,'
        f'{_scenery()}"/><g transform="scale({SCALE:.4f})">{pieces}</g>'
    )
    return svg_to_bytes(
        svg_string=(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
            f'<defs>{PIECE_DEFS}</defs><rect width="{WIDTH}" height="{HEIGHT}" '
            f'fill="{PALETTE.paper}"/><g transform="translate({LEFT} {TOP})">{chart}</g>'
            f"{_tally(0, stones[0], LEFT / 2)}{_tally(1, stones[1], WIDTH - LEFT / 2)}</svg>"
        ),
        skip_system_fonts=True,
    )


@cache
def _scenery() -> str:
    """Return a PNG of the chart without pieces; it takes longer to draw than everything else."""
    width, height = SIZE
    scenery = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f"<defs>{scenery_defs(PALETTE)}</defs>{draw_scenery(PALETTE, has_grain=False)}</svg>"
    )
    image = svg_to_bytes(svg_string=scenery, width=CHART_WIDTH, style_sheet=FONTS)
    return b64encode(image).decode()


def _tally(seat: int, stones: Islands, x: float) -> str:
    """Draw the emblem of a seat, and a small stone for every island that it holds."""
    small = (
        _stone(seat, x + (k % STONES_PER_ROW - 1) * 40, 360 + k // STONES_PER_ROW * 40, 1.0)
        for k in range(stones.bit_count())
    )
    return _stone(seat, x, 240, 4.0) + "".join(small)


def _stone(seat: int, x: float, y: float, scale: float) -> str:
    left, top = ISLANDS[0].stone
    place = f"translate({x:g} {y:g}) scale({scale:g}) translate({-left:g} {-top:g})"
    return f'<g transform="{place}">{stone(0, seat)}</g>'
