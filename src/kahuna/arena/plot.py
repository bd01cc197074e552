"""Draw the standings as a standalone SVG file that follows the reader's light or dark theme."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

from kahuna.arena.standings import Standings

Estimate: TypeAlias = tuple[float, float, float]
"""A value, and the lower and upper end of its interval."""

WIDTH: Final = 720
LEFT: Final = 64
RIGHT: Final = 32
TOP: Final = 58
BOTTOM: Final = 54
_STYLE: Final = """
:root { color-scheme: light dark }
.sheet { fill: #fffdf6 } .ink { fill: #2e2113 } .quiet { fill: #6d5c45 }
.grid { stroke: #e4d8bd } .zero { stroke: #6d5c45 } .bar { stroke: #2b7591; stroke-width: 3 }
.a { fill: #2b7591 } .b { fill: #d98e32 } .c { fill: #7a9a3c }
.band { fill: #2b7591; opacity: .2 } .curve { fill: none; stroke: #2b7591; stroke-width: 2.5 }
@media (prefers-color-scheme: dark) {
.sheet { fill: #14232c } .ink { fill: #f3e9d2 } .quiet { fill: #b7a98c }
.grid { stroke: #2c414d } .zero { stroke: #b7a98c } .bar, .curve { stroke: #73c0c3 }
.a { fill: #73c0c3 } .b { fill: #e9b066 } .c { fill: #b0cc72 }
.band { fill: #73c0c3 }
}
text { font: 14px system-ui, sans-serif } .title { font-size: 17px; font-weight: 600 }
.small { font-size: 12px } .middle { text-anchor: middle } .end { text-anchor: end }
""".strip()
_MAX_LABEL: Final = 30


def nice_ticks(low: float, high: float) -> list[float]:
    """Return five to twelve round numbers that enclose a range.

    >>> nice_ticks(-93, 121)
    [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0]
    """
    span = max(high - low, 1.0)
    power = 10.0 ** floor(log10(span / 4))
    step = next(power * factor for factor in (10, 5, 2.5, 2, 1) if span / (power * factor) >= 4)
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


def draw_sheet(title: str, height: int, body: str, description: str = "") -> str:
    """Wrap a drawing into an SVG file with a title."""
    about = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>{escape(title)}</title>{about}<style>{_STYLE}</style>"
        f'<rect class="sheet" width="{WIDTH}" height="{height}"/>'
        f'<text class="ink title" x="16" y="30">{escape(title)}</text>{body}</svg>\n'
    )


def draw_text(x: float, y: float, words: str, kind: str = "ink middle") -> str:
    """Draw words; ``kind`` are classes of the style sheet."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def short_number(number: float) -> str:
    """Print a number with a real minus sign."""
    return f"{number:g}".replace("-", "−")


def dot_plot(
    title: str,
    rows: Sequence[tuple[str, Estimate]],
    *,
    digits: int = 1,
    signed: bool = False,
    description: str = "",
) -> str:
    """Draw a dot with its interval for every row; mark zero if it is in the range."""
    step, left, right = 30, 256, 84
    form = f"{'+' if signed else '-'}.{digits}f"
    ticks = nice_ticks(min(low for _, (_, low, _) in rows), max(high for _, (_, _, high) in rows))
    foot = TOP + step * len(rows)

    def x(value: float) -> float:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return left + part * (WIDTH - left - right)

    body = "".join(
        f'<line class="{"grid" if tick else "zero"}" x1="{x(tick):.1f}" x2="{x(tick):.1f}" '
        f'y1="{TOP - 8}" y2="{foot}"/>'
        + draw_text(x(tick), foot + 20, short_number(tick), "quiet middle")
        for tick in ticks
    )
    for row, (label, (value, low, high)) in enumerate(rows):
        y = TOP + step * row + step / 2
        body += (
            draw_text(left - 14, y + 5, _shortened(label), "ink end")
            + f'<line class="bar" x1="{x(low):.1f}" x2="{x(high):.1f}" '
            f'y1="{y}" y2="{y}"/><circle class="a" cx="{x(value):.1f}" cy="{y}" r="5.5"/>'
            + draw_text(WIDTH - 14, y + 5, f"{value:{form}}".replace("-", "−"), "ink end")
        )
    return draw_sheet(title, foot + 36, body, description)


def _shortened(label: str) -> str:
    return label if len(label) <= _MAX_LABEL else label[: _MAX_LABEL - 1] + "…"


def draw_standings(table: Standings) -> str:
    """Draw the ratings as SVG, the strongest on top, with 95 % intervals."""
    rows = [(standing.entrant.name, standing.elo) for standing in table.rows]
    return dot_plot(
        f"Elo after {table.games} games, with 95 % intervals",
        rows,
        digits=0,
        signed=True,
        description=" ".join(
            f"{name}: {elo.value:+.0f}, from {elo.low:+.0f} to {elo.high:+.0f}."
            for name, elo in rows
        ),
    )
