"""Who begins, and who takes the last card."""

from __future__ import annotations

from kahuna.findings.draw import dots
from kahuna.findings.found import Found
from kahuna.findings.words import Section, fill, hundredfold, percent, table

_HEAD = (
    "who takes the last card of",
    "is the one who began the game",
    "has more stones at that scoring",
    "wins the game",
)


def section(found: Found) -> Section | None:
    """What the order of turns is worth."""
    course, habits = found.course, found.habits
    if course is None or habits is None:
        return None
    rows = [
        [f"round {number}", *(percent(share) for share in last)]
        for number, last in enumerate(habits.last_card, start=1)
    ]
    text = fill("begin", first=percent(course.first_wins), table=table(_HEAD, rows))
    drawn = dots(
        "What they score in the end, percent",
        [
            ("begins the game", hundredfold(course.first_wins)),
            *(
                (f"takes the last card of round {number}", hundredfold(last.wins))
                for number, last in enumerate(habits.last_card, start=1)
            ),
        ],
    )
    return Section("Should one begin?", text, {"begin": drawn})
