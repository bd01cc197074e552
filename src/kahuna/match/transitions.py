"""What really happened at each decision of a game, with every hidden card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from kahuna.core import (
    SEATS,
    Action,
    Event,
    Island,
    Recollection,
    Seat,
    State,
    apply,
    mover,
    recollect,
    resolve,
    seen,
    view_of,
)
from kahuna.core.memory import Memory, remember
from kahuna.record import GameRecord, replay, to_action

Recollections: TypeAlias = tuple[Recollection, Recollection]
"""What White and what Black remember."""


class Draw(NamedTuple):
    """A card that was drawn, and the state before it."""

    before: State
    memory: Memory
    recollections: Recollections
    card: Island


class Transition(NamedTuple):
    """A decision and its result."""

    ply: int
    seat: Seat
    action: Action
    before: State
    memory: Memory
    recollections: Recollections
    draws: tuple[Draw, ...]
    """The cards drawn after the action."""
    after: State
    memory_after: Memory
    recollections_after: Recollections


def recollected(recollections: Recollections, events: Sequence[Event]) -> Recollections:
    """Return what both seats remember after more events, each as it saw them."""
    white, black = (
        recollection.after(seen(event, seat) for event in events)
        for seat, recollection in zip(SEATS, recollections, strict=True)
    )
    return white, black


def _recollected_start(state: State, events: Sequence[Event]) -> Recollections:
    white, black = (
        recollect(view_of(state, seat, history=tuple(seen(event, seat) for event in events)))
        for seat in SEATS
    )
    return white, black


def transitions_of(record: GameRecord) -> list[Transition]:
    """Return what really happened at each decision, in order."""
    steps = list(replay(record))
    memory = Memory.at_start((0, 0))
    recollections: Recollections | None = None
    transitions = []
    for now, following in pairwise(steps):
        memory = remember(record.ruleset, now.events, memory)
        if recollections is None:
            recollections = _recollected_start(now.state, now.events)
        else:
            recollections = recollected(recollections, now.events)
        seat = mover(now.state.public.phase)
        assert seat is not None
        assert following.ply is not None
        action = to_action(following.ply.action, now.state.public.phase)
        state, events = apply(now.state, action)
        drawn = following.ply.card
        draws = []
        after, recollected_after = memory, recollections
        for card in (*([] if drawn is None else [drawn]), *following.ply.opened):
            after = remember(record.ruleset, events, after)
            recollected_after = recollected(recollected_after, events)
            draws.append(Draw(state, after, recollected_after, card))
            state, events = resolve(state, card)
        after = remember(record.ruleset, events, after)
        recollected_after = recollected(recollected_after, events)
        transitions.append(
            Transition(
                following.number,
                seat,
                action,
                now.state,
                memory,
                recollections,
                tuple(draws),
                following.state,
                after,
                recollected_after,
            )
        )
    return transitions
