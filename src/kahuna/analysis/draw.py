"""Charts as SVG, by day and by night: dots with intervals, columns and curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from kahuna.analysis.estimate import Interval
from kahuna.arena.plot import nice_ticks

WIDTH: Final = 720
_LEFT: Final = 64
_RIGHT: Final = 32
_TOP: Final = 58
_BOTTOM: Final = 54
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
_COLOURS: Final = "abc"


def _sheet(title: str, height: int, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f'<rect class="sheet" width="{WIDTH}" height="{height}"/>'
        f'<text class="ink title" x="16" y="30">{escape(title)}</text>{body}</svg>\n'
    )


def _text(x: float, y: float, words: str, kind: str = "ink middle") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _number(number: float) -> str:
    return f"{number:g}".replace("-", "−")


def dots(title: str, rows: Sequence[tuple[str, Interval]], *, digits: int = 1) -> str:
    """A dot with its interval for every row; zero is marked where it is on the chart."""
    step, left, right = 30, 256, 84
    ticks = nice_ticks(min(i.low for _, i in rows), max(i.high for _, i in rows))
    foot = _TOP + step * len(rows)

    def x(value: float) -> float:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return left + part * (WIDTH - left - right)

    body = "".join(
        f'<line class="{"grid" if tick else "zero"}" x1="{x(tick):.1f}" x2="{x(tick):.1f}" '
        f'y1="{_TOP - 8}" y2="{foot}"/>' + _text(x(tick), foot + 20, _number(tick), "quiet middle")
        for tick in ticks
    )
    for row, (label, found) in enumerate(rows):
        y = _TOP + step * row + step / 2
        body += (
            _text(left - 14, y + 5, label, "ink end")
            + f'<line class="bar" x1="{x(found.low):.1f}" x2="{x(found.high):.1f}" '
            f'y1="{y}" y2="{y}"/><circle class="a" cx="{x(found.value):.1f}" cy="{y}" r="5.5"/>'
            + _text(WIDTH - 14, y + 5, f"{found.value:.{digits}f}".replace("-", "−"), "ink end")
        )
    return _sheet(title, foot + 36, body)


def columns(
    title: str,
    labels: Sequence[str],
    series: Sequence[Sequence[float]],
    *,
    names: Sequence[str] = (),
    below: str = "",
) -> str:
    """A column for every label, or one of each series side by side, in percent."""
    height = 320
    foot = height - _BOTTOM
    highest = max(max(values) for values in series)
    ticks = [tick for tick in nice_ticks(0, highest) if tick <= highest]
    step = (WIDTH - _LEFT - _RIGHT) / len(labels)
    wide = step * 0.82 / len(series)

    def y(value: float) -> float:
        return foot - value / highest * (foot - _TOP - 14)

    body = "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        + _text(_LEFT - 8, y(t) + 5, f"{_number(t)} %", "quiet end")
        for t in ticks
    )
    for number, values in enumerate(series):
        for place, value in enumerate(values):
            left = _LEFT + place * step + step * 0.09 + number * wide
            body += (
                f'<rect class="{_COLOURS[number]}" x="{left:.1f}" y="{y(value):.1f}" '
                f'width="{wide:.1f}" height="{foot - y(value):.1f}"/>'
            )
    every = max(1, len(labels) // 14)
    for place in range(0, len(labels), every):
        body += _text(_LEFT + (place + 0.5) * step, foot + 19, labels[place])
    body += _text((_LEFT + WIDTH - _RIGHT) / 2, foot + 42, below, "quiet middle small")
    return _sheet(title, height, body + _legend(names))


def _legend(names: Sequence[str]) -> str:
    parts, x = [], WIDTH - _RIGHT - sum(30 + 8 * len(name) for name in names)
    for number, name in enumerate(names):
        parts.append(f'<rect class="{_COLOURS[number]}" x="{x}" y="42" width="12" height="12"/>')
        parts.append(_text(x + 17, 53, name, "ink small"))
        x += 30 + 8 * len(name)
    return "".join(parts)


def curve(
    title: str, xs: Sequence[float], found: Sequence[Interval], *, below: str, diagonal: bool
) -> str:
    """A curve in its band, both axes in percent."""
    height = 400
    foot, right = height - _BOTTOM, WIDTH - _RIGHT
    low = 0.0 if diagonal else 50.0

    def x(value: float) -> float:
        return _LEFT + value / 100 * (right - _LEFT)

    def y(value: float) -> float:
        return foot - (value - low) / (100 - low) * (foot - _TOP)

    body = ""
    for tick in range(0, 101, 20):
        body += _text(x(tick), foot + 19, f"{tick} %", "quiet middle")
    for level in (low + part * (100 - low) / 5 for part in range(6)):
        across = f'x1="{_LEFT}" x2="{right}" y1="{y(level):.1f}" y2="{y(level):.1f}"'
        body += f'<line class="grid" {across}/>'
        body += _text(_LEFT - 8, y(level) + 5, f"{level:.0f} %", "quiet end")
    if diagonal:
        body += (
            f'<line class="zero" stroke-dasharray="3 5" x1="{x(0)}" y1="{y(0)}" '
            f'x2="{x(100)}" y2="{y(100)}"/>'
        )
    pairs = list(zip(xs, found, strict=True))
    edge = [f"{x(at):.1f},{y(i.high):.1f}" for at, i in pairs]
    edge += [f"{x(at):.1f},{y(i.low):.1f}" for at, i in reversed(pairs)]
    points = " ".join(f"{x(at):.1f},{y(i.value):.1f}" for at, i in pairs)
    body += f'<polygon class="band" points="{" ".join(edge)}"/>'
    body += f'<polyline class="curve" points="{points}"/>'
    body += "".join(
        f'<circle class="a" cx="{x(at):.1f}" cy="{y(i.value):.1f}" r="3.5"/>' for at, i in pairs
    )
    body += _text((_LEFT + right) / 2, foot + 42, below, "quiet middle small")
    return _sheet(title, height, body)
