"""The starting player, and the last card of a round."""

from __future__ import annotations

from kahuna.analysis.formatting import Section, fill, hundredfold, percent, table
from kahuna.analysis.results import AnalysisResults
from kahuna.plot import dot_plot

_HEAD = (
    "takes the last card of",
    "is the starting player",
    "has more stones at that scoring",
    "wins the game",
)


def section(results: AnalysisResults) -> Section | None:
    """Describe the value of the order of turns."""
    flow, turn_stats = results.flow, results.turn_stats
    if flow is None or turn_stats is None:
        return None
    rows = [
        [f"round {number}", *(percent(share) for share in last)]
        for number, last in enumerate(turn_stats.last_card, start=1)
    ]
    text = fill("begin", first=percent(flow.first_wins), table=table(_HEAD, rows))
    drawn = dot_plot(
        "Final score, percent",
        [
            ("starting player", hundredfold(flow.first_wins)),
            *(
                (f"takes the last card of round {number}", hundredfold(last.wins))
                for number, last in enumerate(turn_stats.last_card, start=1)
            ),
        ],
    )
    return Section("Is it better to start?", text, {"begin": drawn})
