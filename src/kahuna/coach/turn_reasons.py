"""Say why a whole turn is better than another, without rollouts: for puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

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
from kahuna.coach.remarks import (
    BreaksControl,
    BreaksMore,
    BridgesDecide,
    EndsRound,
    FillsHand,
    GainsControl,
    GainsMore,
    HasFewCards,
    IsRightOnBoard,
    IsSweptSoon,
    LeavesOneShort,
    Remark,
    ScoresNow,
    Sweeps,
    WinsAtMost,
    WinsMore,
    WinsNothingYet,
)
from kahuna.core import Action, View, believe

MAX_FACTS: Final = 2


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
    found = _differences(view, solution, other)
    if not is_concrete(found):
        found.insert(0, WinsMore(round(value - margin), round(value)))
    return tuple(found[:MAX_REMARKS])


def shortfall(
    view: View,
    solution: Sequence[Action],
    tried: Sequence[Action],
    *,
    value: float,
    margin: float,
) -> tuple[Remark, ...]:
    """Return how far a turn falls short of the solution, without giving the solution away."""
    one, other = (follow(view, turn) for turn in (tried, solution))
    is_right = one.after.public.bridges == other.after.public.bridges
    facts = [*_hidden(_differences(view, solution, tried))][:MAX_FACTS]
    if is_right:
        return (IsRightOnBoard(), *facts)
    return (WinsAtMost(round(value - margin), round(value)), *facts)


def _hidden(remarks: Sequence[Remark]) -> Iterator[Remark]:
    """Count what the solution gains instead of naming it; leave out what would give it away."""
    harmless = (
        BridgesDecide
        | EndsRound
        | FillsHand
        | HasFewCards
        | IsSweptSoon
        | LeavesOneShort
        | ScoresNow
        | Sweeps
        | WinsNothingYet
    )
    for remark in remarks:
        if isinstance(remark, GainsControl):
            yield GainsMore(len(remark.islands))
        elif isinstance(remark, BreaksControl):
            yield BreaksMore(len(remark.islands))
        elif isinstance(remark, harmless):
            yield remark


def _differences(view: View, solution: Sequence[Action], other: Sequence[Action]) -> list[Remark]:
    """Return what the solution has over another turn, the clearest first."""
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
    return completed(found, played, better, belief)
