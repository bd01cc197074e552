"""Variants, editions and handicaps."""

from __future__ import annotations

from kahuna.analysis.estimate import elo
from kahuna.analysis.flow import GameFlow
from kahuna.analysis.formatting import Section, fill, hundredfold, percent, plain, table
from kahuna.analysis.results import AnalysisResults
from kahuna.core import Termination
from kahuna.plot import dot_plot

LEVEL = 150
"""Approximate distance of the named opponents in Elo."""
_VARIANTS = (
    "",
    "starting player scores",
    "turns",
    "lead changes",
    "last turn decides",
    "bridges removed by islands per turn",
    "won by leaving no bridge",
    "games",
)
_HANDICAPS = (
    "bridges",
    "scores",
    "if also starting player",
    "if second player",
    "value in Elo",
    "steps between opponents",
)


def variants(results: AnalysisResults) -> Section | None:
    """Describe what other rules change."""
    if results.flow is None or not results.variants:
        return None
    flows = {"base game": results.flow, **results.variants}
    rows = [[name, *_row(flow)] for name, flow in flows.items()]
    drawn = dot_plot(
        "Score of the starting player, percent",
        [(name, hundredfold(flow.first_wins)) for name, flow in flows.items()],
    )
    text = fill("variants", table=table(_VARIANTS, rows))
    return Section("What do the variants change?", text, {"variants": drawn})


def _row(flow: GameFlow) -> list[str]:
    return [
        percent(flow.first_wins),
        plain(flow.turns),
        plain(flow.lead_changes),
        percent(flow.turnarounds[1]),
        plain(flow.swept, 2),
        percent(flow.ends[Termination.WIPEOUT], 2),
        f"{flow.num:,}",
    ]


def handicaps(results: AnalysisResults) -> Section | None:
    """Describe the value of handicap bridges."""
    if not results.handicaps:
        return None
    values = {num: elo(handicap.score) for num, handicap in results.handicaps.items()}
    rows = [
        [
            str(num),
            *(percent(score) for score in handicap),
            plain(values[num], 0),
            f"{values[num].value / LEVEL:.1f}",
        ]
        for num, handicap in results.handicaps.items()
    ]
    drawn = dot_plot(
        "Value of handicap bridges, in Elo",
        [(f"{num} bridge{'s' * (num > 1)}", results) for num, results in values.items()],
        digits=0,
    )
    text = fill("handicaps", table=table(_HANDICAPS, rows), level=LEVEL)
    return Section("What is a handicap worth?", text, {"handicap": drawn})
