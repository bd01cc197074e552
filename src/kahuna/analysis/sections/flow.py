"""The course of games."""

from __future__ import annotations

import numpy as np

from kahuna.analysis.flow import Calibration, GameFlow
from kahuna.analysis.formatting import Section, fill, hundredfold, percent, plain, table
from kahuna.analysis.results import AnalysisResults
from kahuna.core import Termination
from kahuna.plot import bar_chart, line_plot

_HOW = {
    Termination.POINTS: "more points",
    Termination.THIRD_SCORING: "equal points, third scoring",
    Termination.BRIDGES: "equal stones too, more bridges",
    Termination.DRAW: "a draw",
    Termination.WIPEOUT: "no bridge left on the board",
}


def section(results: AnalysisResults) -> Section | None:
    """Describe length, leads, chain reactions and endings."""
    flow, calibration = results.flow, results.calibration
    if flow is None or calibration is None:
        return None
    swept = 100 * flow.swept_hist / flow.swept_hist.sum()
    swing = 100 * flow.swing_hist / flow.swing_hist.sum()
    margins = flow.margin_hist / flow.margin_hist.sum()
    text = fill(
        "flow",
        turns=plain(flow.turns),
        decisions=plain(flow.decisions),
        half_way=percent(calibration.favourite[len(calibration.favourite) // 2]),
        first=percent(flow.leader_wins[0]),
        began=percent(flow.early_leader_wins[0]),
        followed=percent(flow.early_leader_wins[1]),
        level=percent(flow.level[0]),
        second=percent(flow.leader_wins[1]),
        comebacks=percent(flow.comebacks),
        lead_changes=plain(flow.lead_changes),
        last_two=percent(flow.turnarounds[0]),
        last=percent(flow.turnarounds[1]),
        swept=f"{swept[1:].sum():.0f} %",
        swept_3=f"{swept[3:].sum():.1f} %",
        swing_4=f"{swing[4:].sum():.1f} %",
        wildest=len(swing) - 1,
        table=table(("decided by", "how often"), _ends(flow)),
        margin=f"{(margins * np.arange(len(margins))).sum():.1f}",
        close=f"{100 * margins[:2].sum():.0f} %",
    )
    pictures = {"favourite": _favourite(calibration), "swept": _swept(swept.tolist())}
    pictures["length"] = _length(flow)
    return Section("How do games go?", text, pictures)


def _ends(flow: GameFlow) -> list[list[str]]:
    return [[_HOW[how], percent(part, 2)] for how, part in flow.ends.items()]


def _favourite(calibration: Calibration) -> str:
    last = len(calibration.favourite) - 1
    return line_plot(
        "How often the favourite wins",
        [100 * i / last for i in range(last + 1)],
        [hundredfold(number) for number in calibration.favourite],
        below="share of the game's turns played",
        diagonal=False,
    )


def _length(flow: GameFlow) -> str:
    shares = 100 * flow.turns_hist / flow.num
    shortest = int(np.flatnonzero(shares)[0])
    return bar_chart(
        "Length of games",
        [str(turns) for turns in range(shortest, len(shares))],
        [shares[shortest:].tolist()],
        below="turns of both players",
    )


def _swept(shares: list[float]) -> str:
    most = len(shares) - 1
    return bar_chart(
        "Turns that remove bridges by gaining an island",
        [*(str(number) for number in range(1, most)), f"{most} or more"],
        [shares[1:]],
        below="bridges removed from the opponent",
    )
