"""How games go."""

from __future__ import annotations

import numpy as np

from kahuna.core import Termination
from kahuna.findings.course import Course, Foresight
from kahuna.findings.draw import columns, curve
from kahuna.findings.found import Found
from kahuna.findings.words import Section, fill, hundredfold, percent, plain, table

_HOW = {
    Termination.POINTS: "more points",
    Termination.THIRD_SCORING: "equal points, the better third scoring",
    Termination.BRIDGES: "equal stones too, more bridges",
    Termination.DRAW: "a draw",
    Termination.WIPEOUT: "no bridge left on the board",
}


def section(found: Found) -> Section | None:
    """Length, leads, chain reactions, ends."""
    course, foresight = found.course, found.foresight
    if course is None or foresight is None:
        return None
    swept = 100 * course.swept_hist / course.swept_hist.sum()
    swing = 100 * course.swing_hist / course.swing_hist.sum()
    margins = course.margin_hist / course.margin_hist.sum()
    text = fill(
        "course",
        turns=plain(course.turns),
        decisions=plain(course.decisions),
        half_way=percent(foresight.favourite[len(foresight.favourite) // 2]),
        first=percent(course.leader_wins[0]),
        began=percent(course.early_leader_wins[0]),
        followed=percent(course.early_leader_wins[1]),
        level=percent(course.level[0]),
        second=percent(course.leader_wins[1]),
        comebacks=percent(course.comebacks),
        lead_changes=plain(course.lead_changes),
        last_two=percent(course.turnarounds[0]),
        last=percent(course.turnarounds[1]),
        swept=f"{swept[1:].sum():.0f} %",
        swept_3=f"{swept[3:].sum():.1f} %",
        swing_4=f"{swing[4:].sum():.1f} %",
        wildest=len(swing) - 1,
        table=table(("decided by", "how often"), _ends(course)),
        margin=f"{(margins * np.arange(len(margins))).sum():.1f}",
        close=f"{100 * margins[:2].sum():.0f} %",
    )
    pictures = {"favourite": _favourite(foresight), "swept": _swept(swept.tolist())}
    pictures["length"] = _length(course)
    return Section("How do games go?", text, pictures)


def _ends(course: Course) -> list[list[str]]:
    return [[_HOW[how], percent(part, 2)] for how, part in course.ends.items()]


def _favourite(foresight: Foresight) -> str:
    last = len(foresight.favourite) - 1
    return curve(
        "How often the favourite wins, as the game goes on",
        [100 * i / last for i in range(last + 1)],
        [hundredfold(number) for number in foresight.favourite],
        below="how many of the game's turns have been played",
        diagonal=False,
    )


def _length(course: Course) -> str:
    shares = 100 * course.turns_hist / course.num
    shortest = int(np.flatnonzero(shares)[0])
    return columns(
        "How long games are",
        [str(turns) for turns in range(shortest, len(shares))],
        [shares[shortest:].tolist()],
        below="turns of both together",
    )


def _swept(shares: list[float]) -> str:
    most = len(shares) - 1
    return columns(
        "Turns that sweep bridges away, by how many",
        [*(str(number) for number in range(1, most)), f"{most} or more"],
        [shares[1:]],
        below="bridges of the other that go because an island is gained",
    )
