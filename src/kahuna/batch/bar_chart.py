"""Bar charts as SVG, without a library: a report should not need one for three pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 300
_LEFT: Final = 24
_BOTTOM: Final = 40
_TOP: Final = 36
_BAR: Final = "#2a7f9e"


def bars(title: str, counts: Sequence[int], offset: int = 0) -> str:
    """A bar for each count, labelled by its place less the offset; empty ends are cut off."""
    places = [place for place, count in enumerate(counts) if count]
    start, stop = (places[0], places[-1] + 1) if places else (0, 1)
    shown = counts[start:stop]
    highest, total = max(*shown, 1), max(sum(shown), 1)
    step = (WIDTH - 2 * _LEFT) / len(shown)
    floor = HEIGHT - _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{title}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{title}</text>',
        f'<text x="{WIDTH - _LEFT}" y="22" text-anchor="end" fill="#555">'
        f"highest bar {100 * highest / total:.2g} %</text>",
    ]
    for i, count in enumerate(shown):
        height = (floor - _TOP) * count / highest
        parts.append(
            f'<rect x="{_LEFT + i * step:.2f}" y="{floor - height:.2f}" '
            f'width="{max(step * 0.9, 0.5):.2f}" height="{height:.2f}" fill="{_BAR}"/>'
        )
    every = max(1, len(shown) // 10)
    parts += [
        f'<text x="{_LEFT + (i + 0.5) * step:.2f}" y="{floor + 18}" text-anchor="middle">'
        f"{start + i - offset}</text>"
        for i in range(0, len(shown), every)
    ]
    return "\n".join([*parts, "</svg>", ""])
