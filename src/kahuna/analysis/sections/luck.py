"""Luck and skill."""

from __future__ import annotations

from kahuna.analysis.formatting import Section, fill, hundredfold, percent, plain, table
from kahuna.analysis.luck import Luck, Skill, Swings
from kahuna.analysis.results import AnalysisResults
from kahuna.plot import dot_plot

_TITLE = "How often the same seat wins again, percent"
_SHARED = ("same starting player", "same deal", "same deal and shuffles")
_HEAD = ("opponent", "champion scores", "Elo", "wins both games", "one game each")


def section(results: AnalysisResults) -> Section | None:
    """Describe luck, skill, and what different players get out of the same cards."""
    luck = results.luck
    if luck is None:
        return None
    text = fill(
        "luck",
        cards=percent(luck.cards),
        deal=percent(luck.deal),
        first=percent(luck.first),
        swings=_swings(results.swings),
        skill=_skill(results.skill),
    )
    return Section("How much of it is luck?", text, {"luck": _drawn(luck)})


def _drawn(luck: Luck) -> str:
    return dot_plot(_TITLE, list(zip(_SHARED, map(hundredfold, luck), strict=True)))


def _swings(swings: Swings | None) -> str:
    if swings is None:
        return ""
    moved = {f"round_{k}": plain(hundredfold(by), 1) for k, by in enumerate(swings.by_round, 1)}
    return fill("swings", own=percent(swings.own), whole=plain(swings.whole, 2), **moved)


def _skill(skill: dict[str, Skill]) -> str:
    rows = [
        [opponent, percent(s.score), plain(s.elo, 0), percent(s.both), percent(s.split)]
        for opponent, s in skill.items()
    ]
    return fill("skill", table=table(_HEAD, rows)) if rows else ""
