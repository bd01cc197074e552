"""Pictures of the board for environments: text, SVG, or an array of pixels."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from kahuna.chart import draw_chart, draw_text
from kahuna.chart.geometry import ISLANDS, LINES, SIZE, Point
from kahuna.core import Ruleset

RENDER_MODES: Final = ("ansi", "svg", "rgb_array")

Pixels = npt.NDArray[np.uint8]

_SEA: Final = (38, 110, 138)
_LAND: Final = (196, 178, 120)
_FREE: Final = (120, 172, 188)
_SEATS: Final = ((245, 226, 184), (34, 24, 22))
_ISLAND_RADIUS: Final = 24.0
_STONE_RADIUS: Final = 13.0
_LINE_WIDTHS: Final = (1.5, 5.0)
"""Half the width of a free line and of a bridge."""


def render(mode: str | None, ruleset: Ruleset, bridges: tuple[int, int]) -> str | Pixels | None:
    """Draw a position in one of the modes; ``None`` draws nothing."""
    held = ruleset.board.held
    stones = held(bridges[0]), held(bridges[1])
    if mode == "ansi":
        return draw_text(bridges=bridges, stones=stones)
    if mode == "svg":
        return draw_chart(bridges=bridges, stones=stones)
    return draw_pixels(bridges, stones) if mode == "rgb_array" else None


def draw_pixels(bridges: tuple[int, int], stones: tuple[int, int]) -> Pixels:
    """Draw a plain chart as an array of shape (height, width, 3)."""
    width, height = SIZE
    picture = np.full((height, width, 3), _SEA, dtype=np.uint8)
    for island in ISLANDS:
        _fill(picture, island.stone, island.stone, _ISLAND_RADIUS, _LAND)
    for number, line in enumerate(LINES):
        owners = [seat for seat in (0, 1) if bridges[seat] >> number & 1]
        colour = _SEATS[owners[0]] if owners else _FREE
        _fill(picture, *line.ends, _LINE_WIDTHS[bool(owners)], colour)
    for number, island in enumerate(ISLANDS):
        for seat in (0, 1):
            if stones[seat] >> number & 1:
                _fill(picture, island.stone, island.stone, _STONE_RADIUS, _SEATS[seat])
    return picture


def _fill(
    picture: Pixels, start: Point, end: Point, radius: float, colour: tuple[int, int, int]
) -> None:
    """Colour every pixel within a distance of a segment."""
    (x1, y1), (x2, y2) = start, end
    low_x, low_y = int(min(x1, x2) - radius), int(min(y1, y2) - radius)
    low_x, low_y = max(low_x, 0), max(low_y, 0)
    high_x, high_y = int(max(x1, x2) + radius) + 2, int(max(y1, y2) + radius) + 2
    part = picture[low_y:high_y, low_x:high_x]
    y, x = np.mgrid[low_y : low_y + part.shape[0], low_x : low_x + part.shape[1]]
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else np.zeros(x.shape)
    along = np.clip(along, 0, 1)
    distance = (x - x1 - along * (x2 - x1)) ** 2 + (y - y1 - along * (y2 - y1)) ** 2
    part[distance <= radius**2] = colour
