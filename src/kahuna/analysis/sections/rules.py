"""Variants, editions and handicaps."""

from __future__ import annotations

from kahuna.analysis.estimate import elo
from kahuna.analysis.flow import GameFlow
from kahuna.analysis.formatting import Section, fill, hundredfold, percent, plain, table
from kahuna.analysis.results import AnalysisResults
from kahuna.core import Termination
from kahuna.plot import dot_plot

LEVEL = 150
"""By how much Elo the named opponents are apart, about."""
_VARIANTS = (
    "",
    "whoever begins scores",
    "turns",
    "the lead changes",
    "the last turn decides",
    "bridges swept a turn",
    "no bridge left",
    "games",
)
_HANDICAPS = (
    "bridges ahead",
    "scores",
    "if it also begins",
    "if the other begins",
    "worth, in Elo",
    "steps between opponents",
)


def variants(found: AnalysisResults) -> Section | None:
    """What other rules change."""
    if found.flow is None or not found.variants:
        return None
    flows = {"base game": found.flow, **found.variants}
    rows = [[name, *_row(flow)] for name, flow in flows.items()]
    drawn = dot_plot(
        "What whoever begins scores, percent",
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


def handicaps(found: AnalysisResults) -> Section | None:
    """What bridges ahead are worth."""
    if not found.handicaps:
        return None
    values = {num: elo(handicap.score) for num, handicap in found.handicaps.items()}
    rows = [
        [
            str(num),
            *(percent(score) for score in handicap),
            plain(values[num], 0),
            f"{values[num].value / LEVEL:.1f}",
        ]
        for num, handicap in found.handicaps.items()
    ]
    drawn = dot_plot(
        "What bridges ahead are worth, in Elo",
        [(f"{num} bridge{'s' * (num > 1)}", found) for num, found in values.items()],
        digits=0,
    )
    text = fill("handicaps", table=table(_HANDICAPS, rows), level=LEVEL)
    return Section("What is a handicap worth?", text, {"handicap": drawn})
