"""Take a finished game apart: what each player knew when deciding, and what really happened.

The two are separate types on purpose. Verdicts are functions of a :class:`Decision`, which holds
no hidden card; only the ledger of luck reads a :class:`Transition`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from kahuna.core import (
    SEATS,
    Action,
    Belief,
    Island,
    Seat,
    SeenEvent,
    State,
    View,
    apply,
    believe,
    legal_actions,
    mover,
    resolve,
    seen,
    view_of,
)
from kahuna.encoding.memory import Memory, memory_of, remember
from kahuna.record import GameRecord, replay, to_action


class Situation(NamedTuple):
    """What the player to move knows."""

    view: View
    belief: Belief
    """The exact probabilities of what is hidden."""
    memory: Memory
    """Cards taken openly, which the network remembers."""
    legal: tuple[Action, ...]

    @property
    def seat(self) -> Seat:
        """Return the player to move."""
        assert isinstance(self.view.viewer, Seat)
        return self.view.viewer


class Decision(NamedTuple):
    """One decision of a game, as its player saw it."""

    ply: int
    """The number of the ply, from 1."""
    situation: Situation
    played: Action

    @property
    def seat(self) -> Seat:
        """Return who decided."""
        return self.situation.seat

    @property
    def is_forced(self) -> bool:
        """Return whether there was nothing to decide."""
        return len(self.situation.legal) == 1


class Draw(NamedTuple):
    """A card that chance turned up: the state that awaited it, and the card."""

    before: State
    memory: Memory
    card: Island


class Transition(NamedTuple):
    """What really happened at a decision, with every hidden card."""

    ply: int
    seat: Seat
    before: State
    memory: Memory
    draws: tuple[Draw, ...]
    """What chance turned up after the action."""
    after: State
    memory_after: Memory


def situation_of(view: View) -> Situation:
    """Return what the viewer of a view knows; it must be the viewer's turn."""
    return Situation(view, believe(view), memory_of(view), legal_actions(view))


def decisions_of(record: GameRecord) -> list[Decision]:
    """Return the decisions of a recorded game in order; raise if the record does not replay."""
    steps = list(replay(record))
    histories: dict[Seat, list[SeenEvent]] = {seat: [] for seat in SEATS}
    beliefs: dict[Seat, Belief] = {}
    decisions = []
    for now, following in pairwise(steps):
        for seat in SEATS:
            news = [seen(event, seat) for event in now.events]
            histories[seat] += news
            if seat in beliefs:
                for event in news:
                    beliefs[seat] = beliefs[seat].after(event)
            else:
                beliefs[seat] = believe(view_of(now.state, seat, history=tuple(news)))
        to_move = mover(now.state.public.phase)
        assert to_move is not None
        assert following.ply is not None
        view = view_of(now.state, to_move, history=tuple(histories[to_move]))
        situation = Situation(view, beliefs[to_move], memory_of(view), legal_actions(view))
        action = to_action(following.ply.action, now.state.public.phase)
        decisions.append(Decision(following.number, situation, action))
    return decisions


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
        state, events = apply(now.state, to_action(following.ply.action, now.state.public.phase))
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
                following.number, seat, now.state, memory, tuple(draws), following.state, after
            )
        )
    return transitions
