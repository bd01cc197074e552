"""The standings as a picture: a dot with its interval for every bot, in one standalone SVG."""

from __future__ import annotations

from math import ceil, floor, log10
from xml.sax.saxutils import escape

from kahuna.arena.standings import Standing, Standings

WIDTH = 720
ROW = 34
TOP = 54
BOTTOM = 46
LEFT = 190
RIGHT = 80
_STYLE = """
:root { color-scheme: light dark }
.sheet { fill: #fffdf6 } .ink { fill: #2e2113 } .quiet { fill: #6d5c45 }
.grid { stroke: #e4d8bd } .bar { stroke: #2b7591; stroke-width: 3 } .dot { fill: #2b7591 }
@media (prefers-color-scheme: dark) {
.sheet { fill: #14232c } .ink { fill: #f3e9d2 } .quiet { fill: #b7a98c }
.grid { stroke: #2c414d } .bar { stroke: #73c0c3 } .dot { fill: #73c0c3 }
}
text { font: 14px system-ui, sans-serif } .title { font-size: 17px; font-weight: 600 }
""".strip()


def draw_standings(table: Standings) -> str:
    """The ratings of a table, the strongest on top, with intervals of 95 %."""
    height = TOP + ROW * len(table.rows) + BOTTOM
    title = f"Elo after {table.games} games, with 95 % intervals"
    ticks = nice_ticks(
        min(standing.elo.low for standing in table.rows),
        max(standing.elo.high for standing in table.rows),
    )
    rows = "".join(_row(standing, row, ticks) for row, standing in enumerate(table.rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-labelledby="elo-title elo-desc">'
        f'<title id="elo-title">{title}</title>'
        f'<desc id="elo-desc">{escape(_description(table))}</desc>'
        f"<style>{_STYLE}</style>"
        f'<rect class="sheet" width="{WIDTH}" height="{height}"/>'
        f'<text class="ink title" x="16" y="30">{title}</text>'
        f"{''.join(_tick(tick, ticks, height) for tick in ticks)}{rows}</svg>\n"
    )


def nice_ticks(low: float, high: float) -> list[float]:
    """Round numbers that enclose a range, five to twelve of them.

    >>> nice_ticks(-93, 121)
    [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0]
    """
    span = max(high - low, 1.0)
    power = 10.0 ** floor(log10(span / 4))
    step = next(power * factor for factor in (10, 5, 2.5, 2, 1) if span / (power * factor) >= 4)
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


def _x(elo: float, ticks: list[float]) -> float:
    span = max(ticks[-1] - ticks[0], 1.0)
    return round(LEFT + (WIDTH - LEFT - RIGHT) * (elo - ticks[0]) / span, 1)


def _tick(tick: float, ticks: list[float], height: int) -> str:
    x, foot = _x(tick, ticks), height - BOTTOM
    label = f"{tick:+g}" if tick else "0"
    return (
        f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{foot}"/>'
        f'<text class="quiet" x="{x}" y="{foot + 22}" text-anchor="middle">{label}</text>'
    )


def _row(standing: Standing, row: int, ticks: list[float]) -> str:
    y = TOP + ROW * row + ROW // 2
    value, low, high = (_x(elo, ticks) for elo in standing.elo)
    name = standing.entrant.name
    shown = name if len(name) <= 20 else name[:19] + "…"
    return (
        f'<text class="ink" x="{LEFT - 14}" y="{y + 5}" text-anchor="end">{escape(shown)}</text>'
        f'<line class="bar" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
        f'<circle class="dot" cx="{value}" cy="{y}" r="6"/>'
        f'<text class="ink" x="{WIDTH - 14}" y="{y + 5}" text-anchor="end">'
        f"{standing.elo.value:+.0f}</text>"
    )


def _description(table: Standings) -> str:
    return " ".join(
        f"{standing.entrant.name}: {standing.elo.value:+.0f}, "
        f"from {standing.elo.low:+.0f} to {standing.elo.high:+.0f}."
        for standing in table.rows
    )
