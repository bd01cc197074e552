"""Write the page and its pictures. All numbers come from the games, so that none can go stale."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill as fill_lines

from kahuna.analysis.formatting import FOLDER, Section, fill, percent, points
from kahuna.analysis.results import AnalysisResults
from kahuna.analysis.sections import (
    begin,
    claims,
    flow,
    islands,
    luck,
    opening,
    rules,
    trust,
    turns,
)
from kahuna.analysis.self_play import fingerprint

_SECTIONS = (
    opening.section,
    begin.section,
    islands.section,
    turns.section,
    flow.section,
    luck.section,
    claims.section,
    rules.variants,
    rules.handicaps,
    trust.section,
)


_WIDTH = 120


def write_page(results: AnalysisResults, out: Path) -> Path:
    """Write ``findings.md`` and its pictures into a folder."""
    sections = [section for tell in _SECTIONS if (section := tell(results)) is not None]
    folder = out / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        for name, drawing in section.pictures.items():
            (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
    page = out / "findings.md"
    page.write_text(_page(results, sections), encoding="utf-8")
    return page


def _page(results: AnalysisResults, sections: list[Section]) -> str:
    parts = [_head(results), *(f"## {section.title}\n\n{section.text}" for section in sections)]
    blocks = [block for part in parts for block in part.split("\n\n") if block.strip()]
    return "\n\n".join(_wrapped(block.strip("\n")) for block in blocks) + "\n"


def _wrapped(block: str) -> str:
    """Wrap a paragraph or a list; keep tables, pictures and commands."""
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


def _head(results: AnalysisResults) -> str:
    config, base = results.config, results.flow
    assert base is not None
    return fill(
        "head",
        num_games=f"{results.num_games:,}",
        base=f"{base.num:,}",
        games=config.games,
        seed=config.seed,
        temperature=f"{config.temperature:g}",
        weights=fingerprint(),
        short=_short(results),
    )


def _short(results: AnalysisResults) -> str:
    flow, opening, turn_stats, island_values = (
        results.flow,
        results.opening,
        results.turn_stats,
        results.island_values,
    )
    if flow is None or opening is None or turn_stats is None or island_values is None:
        return ""
    return fill(
        "short",
        first=percent(flow.first_wins),
        waits=percent(opening.cards[0].often),
        full=f"{100 * turn_stats.hand_hist[0][-1]:.0f} %",
        early=percent(flow.leader_wins[0]),
        late=percent(flow.leader_wins[1]),
        last=percent(flow.turnarounds[1]),
        stone=points(island_values.stones[1]),
    )
