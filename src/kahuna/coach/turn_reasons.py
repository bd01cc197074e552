"""Say why a whole turn is better than another, without rollouts: for puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from kahuna.coach.facts import (
    MAX_REMARKS,
    Line,
    at_once,
    denied_removal,
    endings,
    follow,
    gained_by,
    is_concrete,
    new_threat,
    one_short,
    open_card,
)
from kahuna.coach.hands import own_view
from kahuna.coach.prospects import closer_to, completed, prospects
from kahuna.coach.remarks import (
    Blocks,
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
    OpensPlaces,
    Remark,
    ScoresNow,
    SparesBridge,
    Sweeps,
    TakesSpare,
    ThreatensRemoval,
    WinsAtMost,
    WinsMore,
    WinsNothingYet,
)
from kahuna.core import Action, Island, Seat, View, believe

MAX_FACTS: Final = 2
_PROGRESS: Final = Blocks | OpensPlaces | SparesBridge | TakesSpare | ThreatensRemoval
"""What a single action can be good for, if it has no effect at once."""


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


def explain_steps(view: View, turn: Sequence[Action]) -> list[tuple[Remark, ...]]:
    """Return what each action of a turn brings: at once, or towards the islands it will gain."""
    lines = [follow(view, turn[:number]) for number in range(len(turn) + 1)]
    assert isinstance(view.viewer, Seat)
    goals = gained_by(lines[-1].events, view.viewer)
    return [tuple(_step(before, after, goals)) for before, after in pairwise(lines)]


def _step(before: Line, after: Line, goals: Collection[Island]) -> Iterator[Remark]:
    """Say what one action changes, its effects first."""
    effects = list(at_once(before, after))
    if effects:
        yield from effects
        return
    found = [
        *closer_to(own_view(before), own_view(after), goals),
        *new_threat(before, after),
        *open_card(before, after),
        *(remark for remark in prospects(before, after) if isinstance(remark, _PROGRESS)),
    ]
    yield from found[:1]


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
