"""How far all this can be trusted."""

from __future__ import annotations

from kahuna.analysis.formatting import Section, fill, hundredfold
from kahuna.analysis.results import AnalysisResults
from kahuna.plot import line_plot


def section(found: AnalysisResults) -> Section | None:
    """What the champion expected against what happened."""
    calibration = found.calibration
    if calibration is None:
        return None
    drawn = line_plot(
        "What it expected against what happened",
        [100 * number for number in calibration.expected],
        [hundredfold(number) for number in calibration.happened],
        below="chance to win that the champion saw at the start of its turn",
        diagonal=True,
    )
    return Section("How far can it be trusted?", fill("trust"), {"trust": drawn})
