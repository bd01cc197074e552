"""Where the islands and lines lie, in the chart's own 800 x 637 frame (y grows downwards)."""

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

Point = tuple[float, float]
Disc = tuple[float, float, float]
Curve = tuple[Point, Point, Point]


@dataclass(frozen=True, slots=True)
class IslandShape:
    """The geometry of an island."""

    letter: str
    name: str
    stone: Point
    label: Curve
    spine: tuple[tuple[Disc, ...], ...]
    extent: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LineShape:
    """A line: its two letters, the islands they stand for, and its end on each of them."""

    name: str
    islands: tuple[int, int]
    ends: tuple[Point, Point]


def read_package_json(filename: str) -> dict[str, Any]:
    """Parse a JSON file that ships with this package."""
    text = resources.files(__package__).joinpath(filename).read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def _island(raw: dict[str, Any]) -> IslandShape:
    start, bend, end = (_point(p) for p in raw["label"])
    x0, y0, x1, y1 = raw["extent"]
    return IslandShape(
        letter=raw["letter"],
        name=raw["name"],
        stone=_point(raw["stone"]),
        label=(start, bend, end),
        spine=tuple(tuple((x, y, r) for x, y, r in chain) for chain in raw["spine"]),
        extent=(x0, y0, x1, y1),
    )


def _line(raw: dict[str, Any]) -> LineShape:
    first, second = raw["name"]
    start, end = (_point(p) for p in raw["ends"])
    return LineShape(raw["name"], (ord(first) - ord("A"), ord(second) - ord("A")), (start, end))


def _point(raw: list[float]) -> Point:
    x, y = raw
    return (x, y)


_RAW: Final = read_package_json("geometry.json")

SIZE: Final[tuple[int, int]] = (_RAW["size"][0], _RAW["size"][1])
ISLANDS: Final[tuple[IslandShape, ...]] = tuple(_island(raw) for raw in _RAW["islands"])
LINES: Final[tuple[LineShape, ...]] = tuple(_line(raw) for raw in _RAW["lines"])
