"""The sentences about luck and skill that the table and the page share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.hosting.study.review import ReviewReportOut


def ledger_lines(report: ReviewReportOut) -> list[str]:
    """Return the summary and one line per player."""
    form = spoken().review_seat
    return [
        *report["summary"],
        *(
            form.format(
                player=seat["player"],
                skill=f"{seat['skill']:+.0f}",
                error=f"{seat['skill_error']:.0f}",
                luck=f"{seat['luck']:+.0f}",
                hidden=f"{seat['hidden']:+.0f}",
            )
            for seat in (report["white"], report["black"])
        ),
    ]
