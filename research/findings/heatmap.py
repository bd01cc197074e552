"""Draw numbers on the map: islands and lines coloured by value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kahuna.chart import draw_chart
from kahuna.chart.geometry import ISLANDS, LINES
from kahuna.chart.palette import PALETTES, Look
from kahuna.chart.scenery import OUTLINES, draw_names

_LOW: Final = (0xFB, 0xF3, 0xD9)
_HIGH: Final = (0xB8, 0x3A, 0x1E)
_DARK: Final = 0.55
"""From this shade on, labels are light."""


def _part(value: float, values: Sequence[float]) -> float:
    low, high = min(values), max(values)
    return (value - low) / (high - low) if high > low else 0.5


def _colour(part: float) -> str:
    mixed = (round(a + (b - a) * part) for a, b in zip(_LOW, _HIGH, strict=True))
    return "#" + "".join(f"{number:02x}" for number in mixed)


def island_map(title: str, values: Sequence[float], digits: int = 1) -> str:
    """Draw the map with a number on every island; higher is redder."""
    land, numbers = "", ""
    for island, shape, value in zip(ISLANDS, OUTLINES["islands"], values, strict=True):
        part = _part(value, values)
        x, y = island.stone
        land += f'<path d="{shape["land"]}" fill="{_colour(part)}" opacity=".8"/>'
        numbers += _label(x, y, f"{value:.{digits}f}", part, 17, 13)
    # Draw the names again: the colour covers those on land.
    return _over(title, land + draw_names(PALETTES[Look.DAY]) + numbers)


def line_map(title: str, values: Sequence[float], digits: int = 1) -> str:
    """Draw the map with a number on every line; higher is redder."""
    strokes, numbers = "", ""
    for line, value in zip(LINES, values, strict=True):
        part = _part(value, values)
        (x1, y1), (x2, y2) = line.ends
        track = f'd="M{x1} {y1}L{x2} {y2}" stroke-linecap="round"'
        strokes += (
            f'<path {track} stroke="#2e2113" stroke-width="11"/>'
            f'<path {track} stroke="{_colour(part)}" stroke-width="8.5"/>'
        )
        shown = f"{value:.{digits}f}".replace("-", "−")
        numbers += _label((x1 + x2) / 2, (y1 + y2) / 2, shown, part, 13, 11)
    return _over(title, strokes + numbers)


def _label(x: float, y: float, number: str, part: float, radius: float, size: int) -> str:
    ink = "#fff8e6" if part > _DARK else "#2e2113"
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{_colour(part)}" stroke="#2e2113" '
        f'stroke-width="1.2"/><text x="{x:g}" y="{y + size * 0.36:g}" fill="{ink}" '
        f'font-size="{size}" font-weight="bold" font-family="system-ui, sans-serif" '
        f'text-anchor="middle">{number}</text>'
    )


def _over(title: str, drawing: str) -> str:
    chart = draw_chart(title=title)
    foot = "</svg>"
    return chart.removesuffix(f"{foot}\n") + drawing + f"{foot}\n"
