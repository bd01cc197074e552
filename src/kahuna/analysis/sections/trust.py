"""The reliability of the findings."""

from __future__ import annotations

from kahuna.analysis.formatting import Section, fill, hundredfold
from kahuna.analysis.results import AnalysisResults
from kahuna.plot import line_plot


def section(results: AnalysisResults) -> Section | None:
    """Compare expected with actual results."""
    calibration = results.calibration
    if calibration is None:
        return None
    drawn = line_plot(
        "Expected against actual results",
        [100 * number for number in calibration.expected],
        [hundredfold(number) for number in calibration.happened],
        below="expected winning probability at the start of a turn",
        diagonal=True,
    )
    return Section("How reliable is this?", fill("trust"), {"trust": drawn})
