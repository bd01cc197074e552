"""The colours of the chart by day and by night."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from kahuna.chart.geometry import read_package_json


class Look(Enum):
    """Day or night colours."""

    DAY = "day"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by purpose; ``depth`` runs from the open sea to the shallows."""

    sea: tuple[str, str]
    depth: tuple[str, ...]
    contour: str
    reef: str
    reef_edge: str
    surf: str
    beach: tuple[str, str]
    land: str
    relief: tuple[str, ...]
    edge: tuple[str, str]
    coast: str
    tree: str
    peak: tuple[str, str]
    ink: str
    halo: str
    rose: tuple[str, str]
    chart_line: str
    paper: str
    frame: tuple[str, str]
    accent: str
    free: tuple[str, str]
    glow: str
    shadow: str
    grain: float


def _palette(raw: dict[str, Any]) -> Palette:
    colours: dict[str, Any] = {
        purpose: tuple(value) if isinstance(value, list) else value
        for purpose, value in raw.items()
    }
    return Palette(**colours)


_COLOURS: Final = read_package_json("palettes.json")
PALETTES: Final = {look: _palette(_COLOURS[look.value]) for look in Look}
