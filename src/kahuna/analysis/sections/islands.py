"""The value of islands and lines."""

from __future__ import annotations

from kahuna.analysis.formatting import Section, fill, listed, points, table
from kahuna.analysis.heatmap import island_map
from kahuna.analysis.islands import IslandValues
from kahuna.analysis.results import AnalysisResults
from kahuna.chart.geometry import LINES
from kahuna.core import ARCHIPELAGO

_SOME = 3
_HEAD = ("island", "lines", "at the first scoring", "at the second", "controlled", "changes hands")
_TITLE = "Value of an island at the second scoring, in percentage points of winning"


def section(results: AnalysisResults) -> Section | None:
    """Describe the value of control at a scoring."""
    values = results.island_values
    if values is None:
        return None
    late = values.islands[1]
    names = ARCHIPELAGO.names
    ranks = sorted(ARCHIPELAGO.islands, key=lambda i: -late[i].value)
    lines = sorted(ARCHIPELAGO.lines, key=lambda i: -values.lines[i].value)
    built = sorted(ARCHIPELAGO.lines, key=lambda i: -values.built[i])
    text = fill(
        "islands",
        best=listed([names[i] for i in ranks[:_SOME]]),
        least=listed([names[i] for i in ranks[-_SOME:]]),
        early=points(values.stones[0]),
        late=points(values.stones[1]),
        table=table(_HEAD, [_row(values, i) for i in ranks]),
        scored_early=points(values.beyond[0]),
        scored_late=points(values.beyond[1]),
        best_lines=_told(values, lines[:_SOME]),
        least_lines=_told(values, lines[-_SOME:]),
        most_built=listed([LINES[i].name for i in built[:_SOME]]),
        most=f"{values.built[built[0]]:.1f}",
        least_built=listed([LINES[i].name for i in built[-_SOME:]]),
        fewest=f"{values.built[built[-1]]:.1f}",
    )
    drawn = island_map(_TITLE, [100 * number.value for number in late])
    return Section("How much is an island worth?", text, {"islands": drawn})


def _row(values: IslandValues, island: int) -> list[str]:
    early, late = values.islands
    return [
        ARCHIPELAGO.names[island],
        str(ARCHIPELAGO.lines_at[island].bit_count()),
        points(early[island]),
        points(late[island]),
        f"{100 * values.held[island]:.0f} %",
        f"{values.changes[island]:.1f} times",
    ]


def _told(values: IslandValues, lines: list[int]) -> str:
    return listed([f"{LINES[i].name} ({100 * values.lines[i].value:+.1f})" for i in lines])
