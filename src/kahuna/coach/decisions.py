"""What each player of a finished game knew when deciding.

Verdicts are functions of a :class:`Decision`, which holds no hidden card. Only the ledger of luck
reads what really happened: :class:`~kahuna.match.transitions.Transition`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from kahuna.core import (
    SEATS,
    Action,
    Belief,
    Recollection,
    Seat,
    SeenEvent,
    View,
    believe,
    legal_actions,
    mover,
    recollect,
    seen,
    view_of,
)
from kahuna.core.memory import Memory, memory_of
from kahuna.record import GameRecord, replay, to_action


class Situation(NamedTuple):
    """What the player to move knows."""

    view: View
    belief: Belief
    """The exact probabilities of what is hidden."""
    memory: Memory
    """Cards taken openly, a part of the observation."""
    recollection: Recollection
    """What the network remembers beyond it."""
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


def situation_of(view: View) -> Situation:
    """Return what the viewer of a view knows; it must be the viewer's turn."""
    return _situation(view, believe(view))


def _situation(view: View, belief: Belief) -> Situation:
    return Situation(view, belief, memory_of(view), recollect(view), legal_actions(view))


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
        action = to_action(following.ply.action, now.state.public.phase)
        decisions.append(Decision(following.number, _situation(view, beliefs[to_move]), action))
    return decisions
