"""Variants, editions and handicaps."""

from __future__ import annotations

from kahuna.core import Termination
from kahuna.findings.course import Course
from kahuna.findings.draw import dots
from kahuna.findings.estimate import elo
from kahuna.findings.found import Found
from kahuna.findings.words import Section, fill, hundredfold, percent, plain, table

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


def variants(found: Found) -> Section | None:
    """What other rules change."""
    if found.course is None or not found.variants:
        return None
    courses = {"base game": found.course, **found.variants}
    rows = [[name, *_row(course)] for name, course in courses.items()]
    drawn = dots(
        "What whoever begins scores, percent",
        [(name, hundredfold(course.first_wins)) for name, course in courses.items()],
    )
    text = fill("variants", table=table(_VARIANTS, rows))
    return Section("What do the variants change?", text, {"variants": drawn})


def _row(course: Course) -> list[str]:
    return [
        percent(course.first_wins),
        plain(course.turns),
        plain(course.lead_changes),
        percent(course.turnarounds[1]),
        plain(course.swept, 2),
        percent(course.ends[Termination.WIPEOUT], 2),
        f"{course.num:,}",
    ]


def handicaps(found: Found) -> Section | None:
    """What bridges ahead are worth."""
    if not found.handicaps:
        return None
    worth = {num: elo(handicap.score) for num, handicap in found.handicaps.items()}
    rows = [
        [
            str(num),
            *(percent(score) for score in handicap),
            plain(worth[num], 0),
            f"{worth[num].value / LEVEL:.1f}",
        ]
        for num, handicap in found.handicaps.items()
    ]
    drawn = dots(
        "What bridges ahead are worth, in Elo",
        [(f"{num} bridge{'s' * (num > 1)}", found) for num, found in worth.items()],
        digits=0,
    )
    text = fill("handicaps", table=table(_HANDICAPS, rows), level=LEVEL)
    return Section("What is a handicap worth?", text, {"handicap": drawn})
