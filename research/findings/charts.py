"""Bar charts and curves, in the style of the arena's chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kahuna.arena.plot import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Estimate,
    draw_sheet,
    draw_text,
    nice_ticks,
    short_number,
)

_COLOURS: Final = "abc"


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
    foot = height - BOTTOM
    highest = max(max(values) for values in series) or 1.0
    ticks = [tick for tick in nice_ticks(0, highest) if tick <= highest]
    step = (WIDTH - LEFT - RIGHT) / len(labels)
    wide = step * 0.82 / len(series)

    def y(value: float) -> float:
        return foot - value / highest * (foot - TOP - 14)

    body = "".join(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        + draw_text(LEFT - 8, y(t) + 5, f"{short_number(t)} %", "quiet end")
        for t in ticks
    )
    for number, values in enumerate(series):
        for place, value in enumerate(values):
            left = LEFT + place * step + step * 0.09 + number * wide
            body += (
                f'<rect class="{_COLOURS[number]}" x="{left:.1f}" y="{y(value):.1f}" '
                f'width="{wide:.1f}" height="{foot - y(value):.1f}"/>'
            )
    every = max(1, len(labels) // 14)
    for place in range(0, len(labels), every):
        body += draw_text(LEFT + (place + 0.5) * step, foot + 19, labels[place])
    body += draw_text((LEFT + WIDTH - RIGHT) / 2, foot + 42, below, "quiet middle small")
    return draw_sheet(title, height, body + _legend(names))


def _legend(names: Sequence[str]) -> str:
    parts, x = [], WIDTH - RIGHT - sum(30 + 8 * len(name) for name in names)
    for number, name in enumerate(names):
        parts.append(f'<rect class="{_COLOURS[number]}" x="{x}" y="42" width="12" height="12"/>')
        parts.append(draw_text(x + 17, 53, name, "ink small"))
        x += 30 + 8 * len(name)
    return "".join(parts)


def line_plot(
    title: str, xs: Sequence[float], ys: Sequence[Estimate], *, below: str, diagonal: bool
) -> str:
    """Draw a curve with its confidence band, both axes in percent."""
    height = 400
    foot, right = height - BOTTOM, WIDTH - RIGHT
    low = 0.0 if diagonal else 50.0

    def x(value: float) -> float:
        return LEFT + value / 100 * (right - LEFT)

    def y(value: float) -> float:
        return foot - (value - low) / (100 - low) * (foot - TOP)

    body = ""
    for tick in range(0, 101, 20):
        body += draw_text(x(tick), foot + 19, f"{tick} %", "quiet middle")
    for level in (low + part * (100 - low) / 5 for part in range(6)):
        across = f'x1="{LEFT}" x2="{right}" y1="{y(level):.1f}" y2="{y(level):.1f}"'
        body += f'<line class="grid" {across}/>'
        body += draw_text(LEFT - 8, y(level) + 5, f"{level:.0f} %", "quiet end")
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
    body += draw_text((LEFT + right) / 2, foot + 42, below, "quiet middle small")
    return draw_sheet(title, height, body)
