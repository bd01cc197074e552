"""Draw the board with plain characters, and describe it in words."""

import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from textwrap import wrap
from typing import Final

from kahuna.chart.geometry import ISLANDS, LINES, SIZE, Disc, Point
from kahuna.core.board import ARCHIPELAGO, bits
from kahuna.i18n import ENGLISH as ENGLISH_LANGUAGE
from kahuna.i18n import load_section

CELL_SHAPE: Final = 0.62
"""Width of a cell by its height: about a half in most fonts; a little more reads better."""
LOW_CELL_SHAPE: Final = 0.365
"""The same for a map of 80 columns and 19 rows, in which every bridge can be seen."""


@dataclass(frozen=True, slots=True)
class ChartTexts:
    """The texts of the map in one language."""

    island: str
    held: tuple[str, str]
    unheld: str
    bridge: tuple[str, str]
    free: str
    key: str


@cache
def chart_texts(language: str) -> ChartTexts:
    """Return the texts of a language."""
    return load_section(ChartTexts, language, "chart")


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters of the map; each differs from the others in shape."""

    land: str = "░"
    free: str = "·"
    bridges: tuple[str, str] = ("=", "#")
    stones: tuple[str, str] = ("W", "B")


ENGLISH: Final = chart_texts(ENGLISH_LANGUAGE)
PLAIN: Final = Marks()


def draw_text(
    *,
    bridges: tuple[int, int],
    stones: tuple[int, int],
    width: int = 80,
    is_low: bool = False,
    words: ChartTexts = ENGLISH,
    marks: Marks = PLAIN,
) -> str:
    """Draw a position in plain characters, with a key below; needs at least 60 columns.

    A low map of 80 columns has 19 rows, for a terminal of 24.
    """
    shape = LOW_CELL_SHAPE if is_low else CELL_SHAPE
    canvas = [list(row) for row in _land(width, shape, marks.land)]
    for i, line in enumerate(LINES):
        owner = _owner(bridges, i)
        mark = marks.free if owner is None else marks.bridges[owner]
        for row, column in _cells(line.ends, width, shape):
            canvas[row][column] = mark
    for i, island in enumerate(ISLANDS):
        holder = _owner(stones, i)
        label = f"{island.name}[{' ' if holder is None else marks.stones[holder]}]"
        row, column = _cell(island.stone, width, shape)
        start = column - len(label) // 2
        canvas[row][start : start + len(label)] = label
    rows = ["".join(row).rstrip() for row in canvas]
    filled = [number for number, row in enumerate(rows) if row]
    key = words.key.format(
        free=marks.free * 3,
        white=marks.bridges[0] * 3,
        black=marks.bridges[1] * 3,
        white_stone=marks.stones[0],
        black_stone=marks.stones[1],
    )
    return "\n".join([*rows[filled[0] : filled[-1] + 1], "", *wrap(key, width)]) + "\n"


def _cell(point: Point, width: int, shape: float) -> tuple[int, int]:
    """Return the row and column of a point of the chart."""
    scale = (width - 1) / SIZE[0]
    return round(point[1] * scale * shape), round(point[0] * scale)


def _cells(ends: tuple[Point, Point], width: int, shape: float) -> list[tuple[int, int]]:
    """Return the cells that a line crosses, each once."""
    (row, column), (last_row, last_column) = (_cell(end, width, shape) for end in ends)
    steps = max(abs(last_row - row), abs(last_column - column), 1)
    return [
        (
            round(row + (last_row - row) * k / steps),
            round(column + (last_column - column) * k / steps),
        )
        for k in range(steps + 1)
    ]


@cache
def _land(width: int, shape: float, mark: str) -> tuple[str, ...]:
    """Return an empty sea with the shapes of the islands."""
    scale = SIZE[0] / (width - 1)
    rows = round(SIZE[1] / scale * shape) + 1
    return tuple(
        "".join(
            mark if _is_land((column * scale, row * scale / shape)) else " "
            for column in range(width)
        )
        for row in range(rows)
    )


def _is_land(point: Point) -> bool:
    return any(
        _in_capsule(point, a, b)
        for island in ISLANDS
        for chain in island.spine
        for a, b in pairwise(chain)
    )


def _in_capsule(point: Point, a: Disc, b: Disc) -> bool:
    """Return whether a point lies in the hull of two discs."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = min(max(t, 0.0), 1.0)
    return math.dist(point, (a[0] + t * dx, a[1] + t * dy)) < a[2] + t * (b[2] - a[2])


def describe(
    *, bridges: tuple[int, int], stones: tuple[int, int], words: ChartTexts = ENGLISH
) -> list[str]:
    """Describe the board in one sentence per island, for screen readers.

    >>> describe(bridges=(1, 4), stones=(1, 0))[0]
    "ALOA (A), 3 lines, majority 2: held by White;
    to BARI White's bridge, to DUDA free, to HUNA Black's bridge."
    """
    return [_sentence(i, bridges, stones, words) for i in range(len(ISLANDS))]


def _sentence(
    island: int, bridges: tuple[int, int], stones: tuple[int, int], words: ChartTexts
) -> str:
    holder = _owner(stones, island)
    parts = []
    for i in bits(ARCHIPELAGO.lines_at[island]):
        first, second = LINES[i].islands
        name = ISLANDS[second if first == island else first].name
        owner = _owner(bridges, i)
        parts.append((words.free if owner is None else words.bridge[owner]).format(name=name))
    return words.island.format(
        name=ISLANDS[island].name,
        letter=ISLANDS[island].letter,
        lines=len(parts),
        majority=ARCHIPELAGO.majority[island],
        holder=words.unheld if holder is None else words.held[holder],
        bridges=", ".join(parts),
    )


def _owner(masks: tuple[int, int], index: int) -> int | None:
    return next((seat for seat in (0, 1) if masks[seat] >> index & 1), None)
