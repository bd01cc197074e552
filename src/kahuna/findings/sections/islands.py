"""What islands and lines are worth."""

from __future__ import annotations

from kahuna.chart.geometry import LINES
from kahuna.core import ARCHIPELAGO
from kahuna.findings.found import Found
from kahuna.findings.islands import Worth
from kahuna.findings.sea import island_map
from kahuna.findings.words import Section, fill, listed, points, table

_SOME = 3
_HEAD = ("island", "lines", "at the first scoring", "at the second", "held", "changes hands")
_TITLE = "What an island is worth at the second scoring, in percentage points of winning"


def section(found: Found) -> Section | None:
    """What holding something at a scoring is worth."""
    worth = found.worth
    if worth is None:
        return None
    late = worth.islands[1]
    names = ARCHIPELAGO.names
    ranks = sorted(ARCHIPELAGO.islands, key=lambda i: -late[i].value)
    lines = sorted(ARCHIPELAGO.lines, key=lambda i: -worth.lines[i].value)
    built = sorted(ARCHIPELAGO.lines, key=lambda i: -worth.built[i])
    text = fill(
        "islands",
        best=listed([names[i] for i in ranks[:_SOME]]),
        least=listed([names[i] for i in ranks[-_SOME:]]),
        early=points(worth.stones[0]),
        late=points(worth.stones[1]),
        table=table(_HEAD, [_row(worth, i) for i in ranks]),
        scored_early=points(worth.beyond[0]),
        scored_late=points(worth.beyond[1]),
        best_lines=_told(worth, lines[:_SOME]),
        least_lines=_told(worth, lines[-_SOME:]),
        most_built=listed([LINES[i].name for i in built[:_SOME]]),
        most=f"{worth.built[built[0]]:.1f}",
        least_built=listed([LINES[i].name for i in built[-_SOME:]]),
        fewest=f"{worth.built[built[-1]]:.1f}",
    )
    drawn = island_map(_TITLE, [100 * number.value for number in late])
    return Section("How much is an island worth?", text, {"islands": drawn})


def _row(worth: Worth, island: int) -> list[str]:
    early, late = worth.islands
    return [
        ARCHIPELAGO.names[island],
        str(ARCHIPELAGO.lines_at[island].bit_count()),
        points(early[island]),
        points(late[island]),
        f"{100 * worth.held[island]:.0f} %",
        f"{worth.changes[island]:.1f} times",
    ]


def _told(worth: Worth, lines: list[int]) -> str:
    return listed([f"{LINES[i].name} ({100 * worth.lines[i].value:+.1f})" for i in lines])
