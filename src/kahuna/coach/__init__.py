"""The coach: review finished games and analyse positions.

:func:`review` grades every decision of a game and separates luck from skill; :func:`judge` grades
some decisions; :func:`rank_actions` ranks the moves of a position. Decisions are judged only by
what their player could know.

These names load on first use: labels, remarks and their words are enough for most programs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kahuna.coach.estimate import Estimate
    from kahuna.coach.game_review import (
        Review,
        UnfinishedGameError,
        Verdict,
        judge,
        review,
        reviews,
    )
    from kahuna.coach.labels import Label
    from kahuna.coach.ledger import Ledger
    from kahuna.coach.ranking import RankedAction, Ranking, rank_actions

_HOMES = {
    "Estimate": "estimate",
    "Label": "labels",
    "Ledger": "ledger",
    "RankedAction": "ranking",
    "Ranking": "ranking",
    "Review": "game_review",
    "UnfinishedGameError": "game_review",
    "Verdict": "game_review",
    "judge": "game_review",
    "rank_actions": "ranking",
    "review": "game_review",
    "reviews": "game_review",
}
"""The modules of the public names."""

__all__ = [
    "Estimate",
    "Label",
    "Ledger",
    "RankedAction",
    "Ranking",
    "Review",
    "UnfinishedGameError",
    "Verdict",
    "judge",
    "rank_actions",
    "review",
    "reviews",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401  # whatever the module holds
    if name not in _HOMES:
        raise AttributeError(f"module 'kahuna.coach' has no attribute {name!r}")
    return getattr(import_module(f"kahuna.coach.{_HOMES[name]}"), name)
