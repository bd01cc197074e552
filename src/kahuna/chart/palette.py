"""The colours of the chart by day and by night."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


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


PALETTES: Final[dict[Look, Palette]] = {
    Look.DAY: Palette(
        sea=("#3f93a8", "#2b7591"),
        depth=("#489fb0", "#5aafba", "#73c0c3", "#93d1cb"),
        contour="#1d5f78",
        reef="#c4e9d8",
        reef_edge="#f3fbef",
        surf="#ffffff",
        beach=("#f6e6b8", "#e2c384"),
        land="#a9bd6b",
        relief=("#8fb05c", "#76a052", "#5f8f4b", "#7f8f50", "#a08d5a", "#bd9f6b"),
        edge=("#eef2b0", "#2c4a24"),
        coast="#8a6a35",
        tree="#2d5a32",
        peak=("#c3c683", "#44552c"),
        ink="#2e2113",
        halo="#fbf3d9",
        rose=("#f7ecd0", "#2e2113"),
        chart_line="#0f4a63",
        paper="#f7ecd0",
        frame=("#f4e7c5", "#4a3a24"),
        accent="#b5462f",
        free=("#fffaf0", "#123c50"),
        glow="#ffd23f",
        shadow="#06222f",
        grain=0.20,
    ),
    Look.NIGHT: Palette(
        sea=("#12304a", "#081a2d"),
        depth=("#153752", "#1a425c", "#215066", "#2a6070"),
        contour="#5d9db0",
        reef="#3a7a80",
        reef_edge="#8fc9c2",
        surf="#bfe6e2",
        beach=("#a99d80", "#857857"),
        land="#55775a",
        relief=("#486b53", "#3d604c", "#345444", "#465a43", "#5d5f45", "#746d50"),
        edge=("#b9cfa2", "#0b1a16"),
        coast="#1c1a14",
        tree="#16302a",
        peak=("#7c8d70", "#14241d"),
        ink="#fbf0cf",
        halo="#0c1c28",
        rose=("#efe0b6", "#4a4635"),
        chart_line="#8fc3d4",
        paper="#d8c9a0",
        frame=("#1b2b38", "#c9b581"),
        accent="#e0a050",
        free=("#f4ecd2", "#04101c"),
        glow="#ffd766",
        shadow="#000509",
        grain=0.14,
    ),
}
