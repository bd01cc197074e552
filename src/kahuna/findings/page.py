"""The page and its pictures, all of it from numbers, so that no number can go stale."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill as fill_lines

from kahuna.findings.found import Found
from kahuna.findings.play import fingerprint
from kahuna.findings.sections import begin, course, islands, luck, opening, rules, trust, turns
from kahuna.findings.words import FOLDER, Section, fill, percent, points

_SECTIONS = (
    opening.section,
    begin.section,
    islands.section,
    turns.section,
    course.section,
    luck.section,
    rules.variants,
    rules.handicaps,
    trust.section,
)


_WIDTH = 120


def write_page(found: Found, out: Path) -> Path:
    """Write ``findings.md`` and its pictures into a folder."""
    sections = [section for tell in _SECTIONS if (section := tell(found)) is not None]
    folder = out / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        for name, drawing in section.pictures.items():
            (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
    page = out / "findings.md"
    page.write_text(_page(found, sections), encoding="utf-8")
    return page


def _page(found: Found, sections: list[Section]) -> str:
    parts = [_head(found), *(f"## {section.title}\n\n{section.text}" for section in sections)]
    blocks = [block for part in parts for block in part.split("\n\n") if block.strip()]
    return "\n\n".join(_wrapped(block.strip("\n")) for block in blocks) + "\n"


def _wrapped(block: str) -> str:
    """A paragraph or a list in lines of even length; tables, pictures and commands as they are."""
    if block.startswith(("|", "!", "#", "    ")):
        return block
    mark = "- " if block.startswith("- ") else ""
    items = block.removeprefix(mark).split(f"\n{mark}") if mark else [block]
    return "\n".join(
        fill_lines(
            mark + " ".join(item.split()),
            _WIDTH,
            subsequent_indent=" " * len(mark),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for item in items
    )


def _head(found: Found) -> str:
    order, base = found.order, found.course
    assert base is not None
    return fill(
        "head",
        num_games=f"{found.num_games:,}",
        base=f"{base.num:,}",
        games=order.games,
        seed=order.seed,
        heat=f"{order.heat:g}",
        weights=fingerprint(),
        short=_short(found),
    )


def _short(found: Found) -> str:
    course, opening, habits, worth = found.course, found.opening, found.habits, found.worth
    if course is None or opening is None or habits is None or worth is None:
        return ""
    return fill(
        "short",
        first=percent(course.first_wins),
        waits=percent(opening.cards[0].often),
        full=f"{100 * habits.hand_hist[0][-1]:.0f} %",
        early=percent(course.leader_wins[0]),
        late=percent(course.leader_wins[1]),
        last=percent(course.turnarounds[1]),
        stone=points(worth.stones[1]),
    )
