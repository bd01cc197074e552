"""The pieces on the chart: free lines, wooden bridges, carved stones, and light on what matters.

The seats differ in shape as well as in colour: White's bridges are bare maple lashed with rope and
its stones carry a turtle; Black's are ebony with an inlay of diamonds and a dolphin on the stones.
"""

import math

from kahuna.chart.geometry import ISLANDS, LINES, LineShape, Point, read_package_json
from kahuna.chart.palette import Palette

ORNAMENTS = read_package_json("ornaments.json")

STONE_RADIUS = 16.5
BRIDGE_WIDTH = 9.6
BEAD_SPACING = 9.4
ARROW_HEAD = 24
OVERHANG = 5.5  # how far a bridge reaches inland past the end of its line

PIECE_DEFS = """\
<linearGradient id="maple" x2="0" y2="1">
<stop offset="0" stop-color="#fff3d2"/><stop offset=".45" stop-color="#efd09a"/>
<stop offset="1" stop-color="#bd8a4c"/></linearGradient>
<linearGradient id="ebony" x2="0" y2="1">
<stop offset="0" stop-color="#5d4a42"/><stop offset=".4" stop-color="#2b201d"/>
<stop offset="1" stop-color="#120b0a"/></linearGradient>
<radialGradient id="shell" cx=".36" cy=".3" r=".8">
<stop offset="0" stop-color="#fffdf4"/><stop offset=".55" stop-color="#f1e2c0"/>
<stop offset="1" stop-color="#c39d66"/></radialGradient>
<radialGradient id="lava" cx=".36" cy=".3" r=".8">
<stop offset="0" stop-color="#6a5d62"/><stop offset=".5" stop-color="#2a2226"/>
<stop offset="1" stop-color="#0c080a"/></radialGradient>
"""


def free_line(line: LineShape, palette: Palette) -> str:
    """Draw a dotted line of light beads with a dark rim, visible on any water."""
    (x1, y1), (x2, y2) = line.ends
    light, dark = palette.free
    length = math.dist(*line.ends)
    # The last bead lies on the end; a hair less, lest rounding push it off the line.
    beads = length / round(length / BEAD_SPACING) - 0.01
    track = f'd="M{x1} {y1}L{x2} {y2}" stroke-dasharray="0 {beads:.2f}"'
    return (
        f'<path {track} stroke="{dark}" stroke-width="6.8" opacity=".85"/>'
        f'<path {track} stroke="{light}" stroke-width="4.5"/>'
    )


def bridge(line: LineShape, seat: int) -> str:
    """Draw a wooden stick between two islands."""
    start, end = line.ends
    length = math.dist(start, end) + 2 * OVERHANG
    return (
        f"<g {_turned(start, end)}><title>{line.name}</title>"
        f"{_ebony(length) if seat else _maple(length)}</g>"
    )


def _turned(start: Point, end: Point) -> str:
    """Return the transform that lays the x axis along a line, with the origin in its middle."""
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    # Light falls from the upper left: a stick must never lie upside down.
    angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return f'transform="translate({x:g} {y:g}) rotate({angle:.1f})"'


def _stick(length: float, *, wood: str, rim: str, rim_width: float) -> str:
    x, y = -length / 2, -BRIDGE_WIDTH / 2
    size = f'width="{length:.1f}" height="{BRIDGE_WIDTH:g}" rx="2.6"'
    return (
        f'<rect x="{x + 0.8:.1f}" y="{y + 2.4:g}" {size} fill="#04141c" opacity=".38"/>'
        f'<rect x="{x:.1f}" y="{y:g}" {size} fill="url(#{wood})" stroke="{rim}" '
        f'stroke-width="{rim_width:g}"/>'
    )


def _maple(length: float) -> str:
    half = length / 2
    grain = (
        f"M{-half + 2:.1f}-1.6C{-half / 3:.1f}-3 {half / 3:.1f} 0 {half - 2:.1f}-1.8"
        f"M{-half + 2:.1f} 1.4C{-half / 3:.1f} 3 {half / 3:.1f} .2 {half - 2:.1f} 1.7"
    )
    ropes = "".join(
        f'<path d="M{x:.1f}-5.2V5.2" stroke="#6d4a22" stroke-width="2.3"/>'
        f'<path d="M{x:.1f}-5V5" stroke="#d9b77c" stroke-width=".8"/>'
        for x in (-half + 5, -half + 8, half - 8, half - 5)
    )
    return (
        _stick(length, wood="maple", rim="#5b3a17", rim_width=1.1)
        + f'<path d="{grain}" fill="none" stroke="#a8743a" stroke-width=".7" opacity=".75"/>'
        + ropes
    )


def _ebony(length: float) -> str:
    half = length / 2
    caps = "".join(
        f'<rect x="{x:.1f}" y="-4.8" width="4.6" height="9.6" rx="1.8" fill="#d8c49a" '
        'stroke="#120b0a" stroke-width=".7"/>'
        for x in (-half, half - 4.6)
    )
    diamonds = "".join(f"M{x - 3.4:.1f} 0l3.4-2.2l3.4 2.2l-3.4 2.2z" for x in (-11.0, 0.0, 11.0))
    return (
        _stick(length, wood="ebony", rim="#f0e2bd", rim_width=1.7)
        + caps
        + f'<path d="{diamonds}" fill="#e9d8ac"/>'
    )


def stone(island: int, seat: int) -> str:
    """Draw a carved disc with its seat's emblem."""
    x, y = ISLANDS[island].stone
    emblem = ORNAMENTS["emblems"]["dolphin" if seat else "turtle"]
    disc, rim, groove, ink, cut = (
        ("lava", "#f0e2bd", "#8d7f78", "#f6ead0", "#1d1619")
        if seat
        else ("shell", "#4b3216", "#b08a55", "#5a3414", "#f6e9cb")
    )
    r, width = STONE_RADIUS, 2 if seat else 1.4
    tilt = " rotate(24)" if not seat else ""
    return (
        f'<g transform="translate({x:g} {y:g})"><title>{ISLANDS[island].name}</title>'
        f'<circle cx="1.4" cy="2.6" r="{r:g}" fill="#04141c" opacity=".42"/>'
        f'<circle r="{r:g}" fill="url(#{disc})" stroke="{rim}" stroke-width="{width:g}"/>'
        f'<circle r="{r - 1.7:g}" fill="none" stroke="{groove}" stroke-width=".7"/>'
        f'<g transform="scale({(r - 3) / 50:.3f}){tilt}">'
        f'<path d="{emblem["emblem"]}" fill="{ink}"/>'
        f'<path d="{emblem["carving"]}" fill="none" stroke="{cut}" stroke-width="3.4"/></g></g>'
    )


def lit_line(line: LineShape, palette: Palette) -> str:
    """Draw a glow under a line."""
    (x1, y1), (x2, y2) = line.ends
    track = f'd="M{x1} {y1}L{x2} {y2}" stroke="{palette.glow}" fill="none" stroke-linecap="round"'
    return (
        f'<path {track} stroke-width="28" opacity=".35"/>'
        f'<path {track} stroke-width="18" opacity=".7"/>'
    )


def arrow(start: int, end: int, palette: Palette) -> str:
    """Draw an arrow from one island to another, over everything else."""
    (x1, y1), (x2, y2) = ISLANDS[start].stone, ISLANDS[end].stone
    length = math.dist((x1, y1), (x2, y2))
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    tail, tip = STONE_RADIUS, length - STONE_RADIUS
    neck = tip - ARROW_HEAD
    outline = (
        f"M{tail:.1f}-4H{neck:.1f}V-{ARROW_HEAD / 2:g}L{tip:.1f} 0L{neck:.1f} {ARROW_HEAD / 2:g}"
        f"V4H{tail:.1f}Z"
    )
    return (
        f'<g transform="translate({x1:g} {y1:g}) rotate({angle:.1f})">'
        f"<title>{ISLANDS[start].letter}{ISLANDS[end].letter}</title>"
        f'<path d="{outline}" fill="{palette.glow}" stroke="{palette.shadow}" stroke-width="1.5" '
        'stroke-linejoin="round" opacity=".88"/></g>'
    )


def draw_pieces(
    *, bridges: tuple[int, int], stones: tuple[int, int], lit_lines: int, palette: Palette
) -> str:
    """Draw everything that lies on the chart, from the glow under the lines to the stones."""
    glow = "".join(lit_line(line, palette) for i, line in enumerate(LINES) if lit_lines >> i & 1)
    built = bridges[0] | bridges[1]
    free = "".join(free_line(line, palette) for i, line in enumerate(LINES) if not built >> i & 1)
    sticks = "".join(
        bridge(line, seat)
        for i, line in enumerate(LINES)
        for seat in (0, 1)
        if bridges[seat] >> i & 1
    )
    discs = "".join(
        stone(i, seat) for i in range(len(ISLANDS)) for seat in (0, 1) if stones[seat] >> i & 1
    )
    return f'{glow}<g fill="none" stroke-linecap="round">{free}</g>{sticks}{discs}'
