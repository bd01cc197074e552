"""Say why a whole turn is better than another, without rollouts: for puzzles."""

from __future__ import annotations

from collections.abc import Sequence

from kahuna.coach.facts import (
    MAX_REMARKS,
    at_once,
    denied_removal,
    endings,
    follow,
    is_concrete,
    new_threat,
    one_short,
    open_card,
)
from kahuna.coach.prospects import completed, prospects
from kahuna.coach.remarks import Remark, WinsMore
from kahuna.core import Action, View, believe


def explain_turn(
    view: View,
    solution: Sequence[Action],
    other: Sequence[Action],
    *,
    value: float,
    margin: float,
) -> tuple[Remark, ...]:
    """Return why a whole turn is better than another; figures are points of win probability.

    There is always a reason.
    """
    played, better = follow(view, other), follow(view, solution)
    belief = believe(view)
    found: list[Remark] = [
        *at_once(played, better),
        *new_threat(played, better),
        *open_card(played, better),
        *one_short(played, better, belief),
        *prospects(played, better),
        *denied_removal(played, better, belief),
        *endings(played, better),
    ]
    found = completed(found, played, better, belief)
    if not is_concrete(found):
        found.insert(0, WinsMore(round(value - margin), round(value)))
    return tuple(found[:MAX_REMARKS])
