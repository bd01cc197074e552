"""The first turn."""

from __future__ import annotations

from kahuna.analysis.counterfactual import MAX_POSITIONS
from kahuna.analysis.estimate import Interval
from kahuna.analysis.formatting import Section, fill, hundredfold, listed, percent, points, table
from kahuna.analysis.heatmap import line_map
from kahuna.analysis.openings import OpeningStats
from kahuna.analysis.results import AnalysisResults
from kahuna.chart.geometry import LINES
from kahuna.core import ARCHIPELAGO
from kahuna.plot import dot_plot

_SOME = 3
_HEAD = ("first turn", "how often", "starting player then wins")
_ENDS = {"open": "taking an open card", "pile": "drawing from the pile", "decline": "declining"}
_WANTED = "Taken on the first turn if it is open, percent"
_BRIDGES = "Value of a bridge on the first turn compared with none, in percentage points"


def section(results: AnalysisResults) -> Section | None:
    """Describe how the champion opens."""
    opening = results.opening
    if opening is None:
        return None
    names = ARCHIPELAGO.names
    wanted = sorted(ARCHIPELAGO.islands, key=lambda i: -opening.takes[i].value)
    best, *_, worst = sorted(ARCHIPELAGO.islands, key=lambda i: -opening.dealt[i].value)
    text = fill(
        "opening",
        bridges=_bridges(results.bridges, min(results.config.games, MAX_POSITIONS)),
        waits=percent(opening.cards[0].often),
        ways=table(_HEAD, _ways(opening)),
        wanted=listed([names[i] for i in wanted[:_SOME]]),
        unwanted=listed([names[i] for i in wanted[-_SOME:]]),
        best=names[best],
        best_value=points(opening.dealt[best]),
        worst=names[worst],
        worst_value=points(opening.dealt[worst]),
    )
    taken = [(names[i], hundredfold(opening.takes[i])) for i in wanted]
    pictures = {"wanted": dot_plot(_WANTED, taken, digits=0)}
    if results.bridges:
        values = [100 * number.value for number in results.bridges]
        pictures["first-bridge"] = line_map(_BRIDGES, values)
    return Section("How does the champion open?", text, pictures)


def _ways(opening: OpeningStats) -> list[list[str]]:
    ways = {f"plays {num} card{'s' * (num != 1)}": way for num, way in enumerate(opening.cards)}
    ways |= {f"ends by {_ENDS[name]}": way for name, way in opening.draws.items()}
    return [
        [name, percent(way.often), percent(way.score) if way.often.value else "–"]
        for name, way in ways.items()
    ]


def _bridges(values: list[Interval], deals: int) -> str:
    if not values:
        return ""
    order = sorted(ARCHIPELAGO.lines, key=lambda i: -values[i].value)
    good = [LINES[i].name for i in order if values[i].high > 0]
    verdict = f"Only {listed(good)} {'is' if len(good) == 1 else 'are'} as good as waiting"
    return fill(
        "bridges",
        verdict=verdict if good else "No line is as good as waiting",
        best=LINES[order[0]].name,
        best_value=points(values[order[0]]),
        worst=LINES[order[-1]].name,
        worst_value=points(values[order[-1]]),
        deals=f"{deals:,}",
    )
