"""What really happened at each decision of a game, with every hidden card."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from kahuna.core import Action, Island, Seat, State, apply, mover, resolve
from kahuna.core.memory import Memory, remember
from kahuna.record import GameRecord, replay, to_action


class Draw(NamedTuple):
    """A card that was drawn, and the state before it."""

    before: State
    memory: Memory
    card: Island


class Transition(NamedTuple):
    """A decision and its result."""

    ply: int
    seat: Seat
    action: Action
    before: State
    memory: Memory
    draws: tuple[Draw, ...]
    """The cards drawn after the action."""
    after: State
    memory_after: Memory


def transitions_of(record: GameRecord) -> list[Transition]:
    """Return what really happened at each decision, in order."""
    steps = list(replay(record))
    memory = Memory.at_start((0, 0))
    transitions = []
    for now, following in pairwise(steps):
        memory = remember(record.ruleset, now.events, memory)
        seat = mover(now.state.public.phase)
        assert seat is not None
        assert following.ply is not None
        action = to_action(following.ply.action, now.state.public.phase)
        state, events = apply(now.state, action)
        drawn = following.ply.card
        draws = []
        after = memory
        for card in (*([] if drawn is None else [drawn]), *following.ply.opened):
            after = remember(record.ruleset, events, after)
            draws.append(Draw(state, after, card))
            state, events = resolve(state, card)
        after = remember(record.ruleset, events, after)
        transitions.append(
            Transition(
                following.number,
                seat,
                action,
                now.state,
                memory,
                tuple(draws),
                following.state,
                after,
            )
        )
    return transitions
