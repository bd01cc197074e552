"""How far all this can be trusted."""

from __future__ import annotations

from kahuna.findings.draw import curve
from kahuna.findings.found import Found
from kahuna.findings.words import Section, fill, hundredfold


def section(found: Found) -> Section | None:
    """What the champion expected against what happened."""
    foresight = found.foresight
    if foresight is None:
        return None
    drawn = curve(
        "What it expected against what happened",
        [100 * number for number in foresight.expected],
        [hundredfold(number) for number in foresight.happened],
        below="chance to win that the champion saw at the start of its turn",
        diagonal=True,
    )
    return Section("How far can it be trusted?", fill("trust"), {"trust": drawn})
