"""How much luck there is."""

from __future__ import annotations

from kahuna.analysis.formatting import Section, fill, hundredfold, percent, plain, table
from kahuna.analysis.luck import Luck, Skill, Swings
from kahuna.analysis.results import AnalysisResults
from kahuna.plot import dot_plot

_TITLE = "How often the same seat wins again, percent"
_SHARED = ("if the same seat begins", "with the same deal", "and the same shuffles")
_HEAD = ("heat of the other", "the champion scores", "Elo", "wins both", "one each")


def section(found: AnalysisResults) -> Section | None:
    """Chance, play, and who gets how much out of the same cards."""
    luck = found.luck
    if luck is None:
        return None
    text = fill(
        "luck",
        cards=percent(luck.cards),
        deal=percent(luck.deal),
        first=percent(luck.first),
        swings=_swings(found.swings),
        skill=_skill(found.skill),
    )
    return Section("How much of it is luck?", text, {"luck": _drawn(luck)})


def _drawn(luck: Luck) -> str:
    return dot_plot(_TITLE, list(zip(_SHARED, map(hundredfold, luck), strict=True)))


def _swings(swings: Swings | None) -> str:
    if swings is None:
        return ""
    moved = {f"round_{k}": plain(hundredfold(by), 1) for k, by in enumerate(swings.by_round, 1)}
    return fill("swings", own=percent(swings.own), whole=plain(swings.whole, 2), **moved)


def _skill(skill: dict[float, Skill]) -> str:
    rows = [
        [f"{heat:g}", percent(s.score), plain(s.elo, 0), percent(s.both), percent(s.split)]
        for heat, s in skill.items()
    ]
    return fill("skill", table=table(_HEAD, rows)) if rows else ""
