"""Draw charts as standalone SVG files that follow the reader's light or dark theme."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

Estimate: TypeAlias = tuple[float, float, float]
"""A value, and the lower and upper end of its interval."""

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


def _sheet(title: str, height: int, body: str, description: str = "") -> str:
    about = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>{escape(title)}</title>{about}<style>{_STYLE}</style>"
        f'<rect class="sheet" width="{WIDTH}" height="{height}"/>'
        f'<text class="ink title" x="16" y="30">{escape(title)}</text>{body}</svg>\n'
    )


def _text(x: float, y: float, words: str, kind: str = "ink middle") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _short_number(number: float) -> str:
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
    foot = _TOP + step * len(rows)

    def x(value: float) -> float:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return left + part * (WIDTH - left - right)

    body = "".join(
        f'<line class="{"grid" if tick else "zero"}" x1="{x(tick):.1f}" x2="{x(tick):.1f}" '
        f'y1="{_TOP - 8}" y2="{foot}"/>'
        + _text(x(tick), foot + 20, _short_number(tick), "quiet middle")
        for tick in ticks
    )
    for row, (label, (value, low, high)) in enumerate(rows):
        y = _TOP + step * row + step / 2
        body += (
            _text(left - 14, y + 5, _shortened(label), "ink end")
            + f'<line class="bar" x1="{x(low):.1f}" x2="{x(high):.1f}" '
            f'y1="{y}" y2="{y}"/><circle class="a" cx="{x(value):.1f}" cy="{y}" r="5.5"/>'
            + _text(WIDTH - 14, y + 5, f"{value:{form}}".replace("-", "−"), "ink end")
        )
    return _sheet(title, foot + 36, body, description)


def _shortened(label: str) -> str:
    return label if len(label) <= _MAX_LABEL else label[: _MAX_LABEL - 1] + "…"


def histogram(title: str, counts: Sequence[int], *, offset: int = 0) -> str:
    """Draw the share of each count, labelled by its index minus ``offset``; trim empty ends."""
    used = [index for index, count in enumerate(counts) if count]
    start, stop = (used[0], used[-1] + 1) if used else (0, 1)
    total = max(sum(counts), 1)
    labels = [str(index - offset).replace("-", "−") for index in range(start, stop)]
    return bar_chart(title, labels, [[100 * count / total for count in counts[start:stop]]])


def bar_chart(
    title: str,
    labels: Sequence[str],
    series: Sequence[Sequence[float]],
    *,
    names: Sequence[str] = (),
    below: str = "",
) -> str:
    """Draw a bar for every label, or one of each series side by side, in percent."""
    height = 320
    foot = height - _BOTTOM
    highest = max(max(values) for values in series) or 1.0
    ticks = [tick for tick in nice_ticks(0, highest) if tick <= highest]
    step = (WIDTH - _LEFT - _RIGHT) / len(labels)
    wide = step * 0.82 / len(series)

    def y(value: float) -> float:
        return foot - value / highest * (foot - _TOP - 14)

    body = "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        + _text(_LEFT - 8, y(t) + 5, f"{_short_number(t)} %", "quiet end")
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


def line_plot(
    title: str, xs: Sequence[float], ys: Sequence[Estimate], *, below: str, diagonal: bool
) -> str:
    """Draw a curve with its confidence band, both axes in percent."""
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
    pairs = list(zip(xs, ys, strict=True))
    edge = [f"{x(at):.1f},{y(high):.1f}" for at, (_, _, high) in pairs]
    edge += [f"{x(at):.1f},{y(low):.1f}" for at, (_, low, _) in reversed(pairs)]
    points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, (value, _, _) in pairs)
    body += f'<polygon class="band" points="{" ".join(edge)}"/>'
    body += f'<polyline class="curve" points="{points}"/>'
    body += "".join(
        f'<circle class="a" cx="{x(at):.1f}" cy="{y(value):.1f}" r="3.5"/>'
        for at, (value, _, _) in pairs
    )
    body += _text((_LEFT + right) / 2, foot + 42, below, "quiet middle small")
    return _sheet(title, height, body)
