"""Who begins, and who takes the last card."""

from __future__ import annotations

from kahuna.analysis.formatting import Section, fill, hundredfold, percent, table
from kahuna.analysis.results import AnalysisResults
from kahuna.plot import dot_plot

_HEAD = (
    "who takes the last card of",
    "is the one who began the game",
    "has more stones at that scoring",
    "wins the game",
)


def section(found: AnalysisResults) -> Section | None:
    """What the order of turns is worth."""
    flow, turn_stats = found.flow, found.turn_stats
    if flow is None or turn_stats is None:
        return None
    rows = [
        [f"round {number}", *(percent(share) for share in last)]
        for number, last in enumerate(turn_stats.last_card, start=1)
    ]
    text = fill("begin", first=percent(flow.first_wins), table=table(_HEAD, rows))
    drawn = dot_plot(
        "What they score in the end, percent",
        [
            ("begins the game", hundredfold(flow.first_wins)),
            *(
                (f"takes the last card of round {number}", hundredfold(last.wins))
                for number, last in enumerate(turn_stats.last_card, start=1)
            ),
        ],
    )
    return Section("Should one begin?", text, {"begin": drawn})
