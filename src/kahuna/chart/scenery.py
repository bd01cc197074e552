"""What the pieces lie on: the sea with its depths, the islands, and the chart's ornaments."""

import math
from typing import Any

from kahuna.chart.geometry import SIZE, read_package_json
from kahuna.chart.palette import Palette
from kahuna.chart.pieces import ORNAMENTS

OUTLINES = read_package_json("outlines.json")

WIDTH, HEIGHT = SIZE
MARGIN = 13.0
ROSE = (727.0, 122.0)
CARTOUCHE = (122.0, 572.0)
CANOE = (318.0, 580.0)


def scenery_defs(palette: Palette) -> str:
    """Return the gradients, symbols and the filter that the scenery needs."""
    top, bottom = palette.sea
    light, dark = palette.edge
    sand, wet = palette.beach
    rock, shade = palette.peak
    peak = ORNAMENTS["peak"]
    return (
        f'<radialGradient id="sea" cx=".45" cy=".45" r=".8"><stop offset="0" stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{bottom}"/></radialGradient>'
        '<linearGradient id="edge" x2=".8" y2="1">'
        f'<stop offset="0" stop-color="{light}" stop-opacity=".85"/>'
        f'<stop offset=".5" stop-color="{light}" stop-opacity=".1"/>'
        f'<stop offset="1" stop-color="{dark}" stop-opacity=".8"/></linearGradient>'
        f'<linearGradient id="sand" x2=".3" y2="1"><stop offset="0" stop-color="{sand}"/>'
        f'<stop offset="1" stop-color="{wet}"/></linearGradient>'
        f"{_fading('rock', rock)}{_fading('lee', shade)}"
        '<radialGradient id="vignette" r=".72"><stop offset=".62" stop-color="#000" '
        'stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".34"/></radialGradient>'
        '<filter id="paper" x="0" y="0" width="100%" height="100%">'
        '<feTurbulence type="fractalNoise" baseFrequency=".035 .05" numOctaves="3" seed="7"/>'
        '<feColorMatrix values="0 0 0 0 .5 0 0 0 0 .4 0 0 0 0 .25 1.6 0 0 0 -.62"/></filter>'
        f'<path id="palm" d="{ORNAMENTS["palm"]}" fill="{palette.tree}"/>'
        f'<g id="peak"><path d="{peak["body"]}" fill="url(#rock)"/>'
        f'<path d="{peak["shade"]}" fill="url(#lee)"/>'
        f'<path d="{peak["ridge"]}" fill="none" stroke="{shade}" stroke-width=".8" '
        'stroke-linecap="round"/></g>'
    )


def _fading(name: str, colour: str) -> str:
    """Define a gradient that fades out towards its foot."""
    return (
        f'<linearGradient id="{name}" x2="0" y2="1"><stop offset=".3" stop-color="{colour}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></linearGradient>'
    )


def draw_scenery(palette: Palette, lit_islands: int = 0, *, has_grain: bool = True) -> str:
    """Draw everything that the pieces lie on; without the grain of the paper, files are smaller."""
    sheet = f'width="{WIDTH}" height="{HEIGHT}"'
    grain = f'<rect {sheet} filter="url(#paper)" opacity="{palette.grain}"/>' if has_grain else ""
    return (
        f"{draw_sea(palette)}{draw_islands(palette, lit_islands)}{grain}"
        f'<rect {sheet} fill="url(#vignette)"/>{draw_ornaments(palette)}{draw_names(palette)}'
    )


def draw_sea(palette: Palette) -> str:
    """Draw water from deep to shallow, rhumb lines and a few waves."""
    bands = "".join(
        f'<path d="{path}" fill="{colour}"/>'
        for path, colour in zip(OUTLINES["depth"], palette.depth, strict=True)
    )
    lines = "".join(f'<path d="{path}"/>' for path in OUTLINES["depth"])
    waves = "".join(
        f'<path d="{ORNAMENTS["wave"]}" transform="translate({x} {y})"/>'
        for x, y in ORNAMENTS["waves"]
    )
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sea)"/>{bands}'
        f'<g fill="none" stroke="{palette.contour}" stroke-width=".7" opacity=".45">{lines}</g>'
        f'<g fill="none" stroke="{palette.chart_line}" stroke-width=".6" opacity=".28">'
        f'<path d="{_rhumbs()}"/><path d="{_graticule()}" stroke-dasharray="1 5"/></g>'
        f'<g fill="none" stroke="{palette.surf}" stroke-width="1.1" stroke-linecap="round" '
        f'opacity=".42">{waves}</g>'
    )


def _rhumbs() -> str:
    x, y = ROSE
    return "".join(
        f"M{x:g} {y:g}l{1000 * math.cos(a):.1f} {1000 * math.sin(a):.1f}"
        for a in (k * math.pi / 8 for k in range(16))
    )


def _graticule() -> str:
    across = "".join(f"M{x} 0V{HEIGHT}" for x in range(100, WIDTH, 100))
    return across + "".join(f"M0 {y}H{WIDTH}" for y in range(118, HEIGHT, 100))


def draw_islands(palette: Palette, lit: int) -> str:
    """Draw all islands; highlighted ones have a ring of light."""
    islands = OUTLINES["islands"]
    shallows = "".join(_shallows(island, palette) for island in islands)
    glow = "".join(
        f'<path d="{island["beach"]}" stroke-width="{width}" opacity="{opacity}"/>'
        for i, island in enumerate(islands)
        if lit >> i & 1
        for width, opacity in ((22, 0.3), (14, 0.5), (7, 0.95))
    )
    halo = f'<g fill="none" stroke="{palette.glow}" stroke-linejoin="round">{glow}</g>'
    return shallows + halo + "".join(_island(island, palette) for island in islands)


def _shallows(island: dict[str, Any], palette: Palette) -> str:
    return (
        f'<path d="{island["reef"]}" fill="{palette.reef}" fill-opacity=".62" '
        f'stroke="{palette.reef_edge}" stroke-width="1.5" stroke-dasharray="5 2.2 1.4 2.6" '
        'stroke-linecap="round" stroke-opacity=".75"/>'
    )


def _island(island: dict[str, Any], palette: Palette) -> str:
    x, y = island["stone"]
    sand = palette.beach[0]
    relief = "".join(
        f'<path d="{path}" fill="{colour}"/>'
        for path, colour in zip(island["relief"], palette.relief, strict=False)
    )
    plants = [(y, f'<use href="#palm" x="{x}" y="{y}"/>') for x, y in island["palms"]]
    peaks = [(y, f'<use href="#peak" x="{x}" y="{y}"/>') for x, y in island["peaks"]]
    growth = "".join(drawing for _, drawing in sorted(plants + peaks))
    return (
        f"<g><title>{island['name']}</title>"
        f'<path d="{island["beach"]}" fill="{palette.shadow}" opacity=".3" '
        'transform="translate(2 3.4)"/>'
        f'<path d="{island["beach"]}" fill="none" stroke="{palette.surf}" stroke-width="3.4" '
        'opacity=".7"/>'
        f'<path d="{island["beach"]}" fill="url(#sand)" stroke="{palette.coast}" '
        'stroke-width=".8"/>'
        f'<g stroke="url(#edge)" stroke-width="1.1"><path d="{island["land"]}" '
        f'fill="{palette.land}"/>{relief}</g>{growth}'
        f'<circle cx="{x}" cy="{y}" r="11.5" fill="{sand}" fill-opacity=".2" stroke="{sand}" '
        'stroke-width="1.5" stroke-dasharray="2.4 2.416" stroke-opacity=".8"/></g>'
    )


def draw_names(palette: Palette) -> str:
    """Place each letter of a name by itself, so that no font can push it onto a line."""
    names = "".join(
        f"<g><title>{island['name']}</title>{_letters(island)}</g>"
        for island in OUTLINES["islands"]
    )
    return (
        '<g font-family="serif" font-weight="bold" font-size="19" text-anchor="middle" '
        f'fill="{palette.ink}" stroke="{palette.halo}" stroke-width="3.6" stroke-opacity=".85" '
        f'stroke-linejoin="round" paint-order="stroke">{names}</g>'
    )


def _letters(island: dict[str, Any]) -> str:
    return "".join(
        f'<text transform="translate({x:g} {y:g}) rotate({turn:g})" y="6.6">{letter}</text>'
        for letter, (x, y, turn) in zip(island["name"], island["label"]["glyphs"], strict=True)
    )


def draw_ornaments(palette: Palette) -> str:
    """Draw compass rose, cartouche, a sailing canoe and the frame."""
    return _rose(palette) + _cartouche(palette) + _canoe(palette) + _frame(palette)


def _ray(angle: float, length: float, waist: float) -> tuple[str, str]:
    """Draw the light and the dark half of one point of the rose."""
    tip = (length * math.sin(angle), -length * math.cos(angle))
    sides = [
        (waist * math.sin(angle + turn), -waist * math.cos(angle + turn))
        for turn in (-math.pi / 4, math.pi / 4)
    ]
    left, right = (f"M0 0L{tip[0]:.1f} {tip[1]:.1f}L{x:.1f} {y:.1f}Z" for x, y in sides)
    return left, right


def _rose(palette: Palette) -> str:
    light, dark = palette.rose
    rays = ""
    for first, length, waist in (
        (math.pi / 8, 30.0, 6.0),
        (math.pi / 4, 38.0, 8.0),
        (0.0, 52.0, 11.0),
    ):
        count = 8 if first == math.pi / 8 else 4
        for k in range(count):
            left, right = _ray(first + k * 2 * math.pi / count, length, waist)
            rays += f'<path d="{left}" fill="{light}"/><path d="{right}" fill="{dark}"/>'
    around = [(math.sin(k * math.pi / 36), math.cos(k * math.pi / 36)) for k in range(72)]
    ticks = "".join(f"M{42 * x:.1f} {42 * y:.1f}l{3.5 * x:.1f} {3.5 * y:.1f}" for x, y in around)
    return (
        f'<g transform="translate({ROSE[0]:g} {ROSE[1]:g})" stroke="{palette.ink}" '
        'stroke-width=".6" stroke-linejoin="round">'
        f'<circle r="46" fill="{palette.paper}" fill-opacity=".16"/>'
        f'<path d="{ticks}M42 0A42 42 0 1 1 42-.1Z" fill="none"/>{rays}'
        f'<path d="M0-72C5-65 9-63 4-56C2-58-2-58-4-56C-9-63-5-65 0-72Z" fill="{palette.accent}"/>'
        f'<circle r="4.6" fill="{palette.accent}"/><circle r="1.6" fill="{palette.paper}"/></g>'
    )


def _cartouche(palette: Palette) -> str:
    x, y = CARTOUCHE
    light, dark = palette.frame
    return (
        f'<g transform="translate({x:g} {y:g})" stroke="{dark}" stroke-width="1.1" '
        'stroke-linejoin="round">'
        f'<path d="M-70 2L-96 8L-86 20L-96 34L-62 29ZM70 2L96 8L86 20L96 34L62 29Z" '
        f'fill="{light}"/><path d="M-70 2L-62 29L-76 18ZM70 2L62 29L76 18Z" fill="{dark}"/>'
        f'<path d="M-76-10C-40-20 40-20 76-10V18C40 8-40 8-76 18Z" fill="{light}"/>'
        f'<path d="M-72-7C-40-16.5 40-16.5 72-7M-72 14C-40 5 40 5 72 14" fill="none" '
        'stroke-width=".6"/>'
        f'<g fill="{dark}" stroke="none" font-family="serif" font-weight="bold" font-size="21" '
        'text-anchor="middle">'
        + "".join(
            f'<text x="{dx}" y="{5.5 + dx * dx / 900:.1f}" transform="rotate({dx / 10:g} {dx} 0)">'
            f"{letter}</text>"
            for letter, dx in zip("KAHUNA", (-53, -32, -10, 13, 35, 55), strict=True)
        )
        + "</g></g>"
    )


def _canoe(palette: Palette) -> str:
    canoe = ORNAMENTS["canoe"]
    return (
        f'<g transform="translate({CANOE[0]:g} {CANOE[1]:g})" stroke="{palette.ink}" '
        'stroke-width=".9" stroke-linejoin="round" stroke-linecap="round" opacity=".9">'
        f'<path d="{canoe["sail"]}" fill="{palette.paper}"/>'
        f'<path d="{canoe["hull"]}" fill="{palette.accent}"/>'
        f'<path d="{canoe["rig"]}" fill="none"/></g>'
    )


def _frame(palette: Palette) -> str:
    """Draw a border of degrees: a light band with dark fields."""
    light, dark = palette.frame
    m, w, h = MARGIN, WIDTH, HEIGHT
    band = f"M0 0H{w}V{h}H0ZM{m:g} {m:g}V{h - m:g}H{w - m:g}V{m:g}Z"
    across = (w - 2 * m) / 24
    down = (h - 2 * m) / 19
    fields = "".join(
        f"M{m + k * across:.1f} {y:g}h{across:.1f}v3.5h{-across:.1f}z"
        for k in range(24)
        for y in (m - 5.5, h - m + 2)
        if k % 2
    ) + "".join(
        f"M{x:g} {m + k * down:.1f}h3.5v{down:.1f}h-3.5z"
        for k in range(19)
        for x in (m - 5.5, w - m + 2)
        if k % 2
    )
    inner = f'x="{m:g}" y="{m:g}" width="{w - 2 * m:g}" height="{h - 2 * m:g}"'
    degrees = (
        f'x="{m - 5.5:g}" y="{m - 5.5:g}" width="{w - 2 * m + 11:g}" height="{h - 2 * m + 11:g}"'
    )
    return (
        f'<path d="{band}" fill="{light}"/><path d="{fields}" fill="{dark}"/>'
        f'<g fill="none" stroke="{dark}"><rect {inner} stroke-width="1.2"/>'
        f'<rect {degrees} stroke-width=".7"/>'
        f'<rect x=".6" y=".6" width="{w - 1.2:g}" height="{h - 1.2:g}" stroke-width="1.2"/></g>'
    )
