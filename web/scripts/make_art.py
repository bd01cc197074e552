"""Write what the page draws with: the scenery in both looks, the pieces, and where all of it lies.

    python web/scripts/make_art.py

Everything comes from ``kahuna.chart``, so that the page, the terminal and the documents show one
board. The files go to ``web/src/generated`` and are not kept in the repository.
"""

import json
import re
from pathlib import Path

from kahuna.chart.geometry import ISLANDS, LINES, SIZE
from kahuna.chart.palette import PALETTES, Look, Palette
from kahuna.chart.pieces import ORNAMENTS, PIECE_DEFS, bridge, stone
from kahuna.chart.scenery import OUTLINES, draw_scenery, scenery_defs
from kahuna.core.board import ARCHIPELAGO

TARGET = Path(__file__).parent.parent / "src" / "generated"

NAMED_COLOURS = ("glow", "ink", "paper", "accent", "surf", "shadow")


def scenery(palette: Palette) -> str:
    """Draw the chart without pieces."""
    width, height = SIZE
    sheet = f'width="{width}" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {sheet}>'
        f"<defs>{scenery_defs(palette)}</defs>{draw_scenery(palette)}</svg>\n"
    )


def colours(look: Look, palette: Palette) -> str:
    """Return the colours of the chart as CSS variables."""
    variables = {name: getattr(palette, name) for name in NAMED_COLOURS} | {
        "free-light": palette.free[0],
        "free-dark": palette.free[1],
        "sea-light": palette.sea[0],
        "sea-deep": palette.sea[1],
        "shallows": palette.depth[-1],
        "land": palette.relief[1],
        "sand": palette.beach[0],
    }
    body = "".join(f"  --chart-{name}: {colour};\n" for name, colour in variables.items())
    return f':root[data-map="{look.value}"] {{\n{body}}}\n'


def _untitled(markup: str) -> str:
    return re.sub(r"<title>.*?</title>", "", markup)


def _inner(markup: str) -> str:
    """Remove the group that positions a drawing."""
    return re.sub(r"^<g [^>]*>(.*)</g>$", r"\1", _untitled(markup))


def pieces() -> str:
    """Return a TypeScript module with the geometry of the board and the pieces."""
    beaches = {island["letter"]: island["beach"] for island in OUTLINES["islands"]}
    islands = [
        {
            "letter": island.letter,
            "name": island.name,
            "stone": island.stone,
            "extent": island.extent,
            "beach": beaches[island.letter],
            "majority": majority,
        }
        for island, majority in zip(ISLANDS, ARCHIPELAGO.majority, strict=True)
    ]
    lines = [{"name": line.name, "islands": line.islands, "ends": line.ends} for line in LINES]
    sticks = [[_untitled(bridge(line, seat)) for seat in (0, 1)] for line in LINES]
    emblems = ORNAMENTS["emblems"]
    return (
        "// Written by scripts/make_art.py from kahuna.chart.\n"
        "export type Point = readonly [number, number];\n"
        "export interface IslandArt {\n  letter: string;\n  name: string;\n  stone: Point;\n"
        "  extent: readonly [number, number, number, number];\n  beach: string;\n"
        "  /** Bridges that hold the island. */\n  majority: number;\n}\n"
        "export interface LineArt {\n  name: string;\n  islands: readonly [number, number];\n"
        "  ends: readonly [Point, Point];\n}\n"
        + _constant("SIZE", "Point", SIZE)
        + _constant("ISLANDS", "readonly IslandArt[]", islands)
        + _constant("LINES", "readonly LineArt[]", lines)
        + _constant("BRIDGES", "readonly (readonly [string, string])[]", sticks)
        + _constant("STONES", "readonly [string, string]", [_inner(stone(0, s)) for s in (0, 1)])
        + _constant(
            "EMBLEMS",
            "readonly [string, string]",
            [emblems["turtle"]["emblem"], emblems["dolphin"]["emblem"]],
        )
        + _constant("PIECE_DEFS", "string", PIECE_DEFS)
        + _constant("CANOE", "{ hull: string; sail: string; rig: string }", ORNAMENTS["canoe"])
    )


def _constant(name: str, kind: str, content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f"export const {name}: {kind} = {text};\n"


def main() -> None:
    """Write all files."""
    TARGET.mkdir(exist_ok=True)
    for look, palette in PALETTES.items():
        (TARGET / f"chart-{look.value}.svg").write_text(scenery(palette), encoding="utf-8")
    sheets = "".join(colours(look, palette) for look, palette in PALETTES.items())
    (TARGET / "palette.css").write_text(sheets, encoding="utf-8")
    (TARGET / "art.ts").write_text(pieces(), encoding="utf-8")


if __name__ == "__main__":
    main()
