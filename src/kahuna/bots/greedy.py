"""Look ahead to the end of the bot's own turn and play what evaluates best.

The bot tries one and two plays deep in a world with the same visible cards. It plays the best
sequence if that gains more than the cards cost, and then takes the card that allows the best
play next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

from kahuna.bots.evaluation import WIN, card_value, evaluate, num_cards, pile_card_value
from kahuna.core import (
    DECLINE,
    Action,
    Build,
    Bury,
    DrawPile,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    State,
    TakeOpen,
    Turn,
    View,
    any_world,
    apply,
    legal_actions,
    mover,
    view_of,
)
from kahuna.core.events import DrawDeclined, SeenEvent, TurnStarted

EXPANDED = 6
"""Number of first plays for which a second play is tried."""


class GreedyBot:
    """Play what looks best within the bot's own turn."""

    is_memoryless: Literal[True] = True

    def __init__(self, rng: Random, *, name: str = "greedy") -> None:
        self.name = name
        self._rng = rng

    def decide(self, view: View) -> Action:
        """Return the best play if it gains more than its cards cost, else the best draw."""
        legal = list(legal_actions(view))
        self._rng.shuffle(legal)
        state = any_world(view)
        plays = [a for a in legal if isinstance(a, Build | Remove | Replace | PlaceHandicap)]
        if plays and (play := best_play(state, plays)) is not None:
            return play
        return best_end(state, legal, makes_room=has_declined(view))


def last_turn(view: View) -> list[SeenEvent]:
    """Return the events of the viewer's previous turn, newest first; none in its first turn."""
    events: list[SeenEvent] = []
    num_started = 0
    for event in reversed(view.history):
        if isinstance(event, TurnStarted):
            num_started += event.seat is view.viewer
            if num_started == 2:
                return events
            events = []
        events.append(event)
    return []


def has_declined(view: View) -> bool:
    """Return whether the viewer ended its previous turn without a draw."""
    return any(isinstance(event, DrawDeclined) for event in last_turn(view))


def best_play(state: State, plays: Sequence[Action]) -> Action | None:
    """Return the first of the best one or two plays, or ``None`` if not playing is better."""
    seat = _mover(state)
    tried = [(action, apply(state, action).state) for action in plays]
    firsts = [(evaluate(after, seat), action, after) for action, after in tried]
    firsts.sort(key=lambda first: -first[0])
    best, chosen = evaluate(state, seat), None
    for rank, (value, action, after) in enumerate(firsts):
        if rank < EXPANDED or isinstance(action, Remove):
            value = max(value, _best_after(after, seat))
        if value > best or (isinstance(action, PlaceHandicap) and chosen is None):
            best, chosen = value, action
    return chosen


def best_end(state: State, legal: Sequence[Action], *, makes_room: bool = False) -> Action:
    """Return the draw with the best follow-up play; with a full hand, decline or make room.

    In the last two turns nobody draws, so making room is pointless. [R10.1]
    """
    seat = _mover(state)
    board = state.ruleset.board
    own, opposing = state.public.bridges[seat], state.public.bridges[seat.other]

    def value(action: Action) -> float:
        if isinstance(action, TakeOpen | Bury):
            return card_value(board, own, opposing, action.card)
        return pile_card_value(board, own, opposing)

    if draws := [a for a in legal if isinstance(a, TakeOpen | DrawPile)]:
        return max(draws, key=value)
    buries = [a for a in legal if isinstance(a, Bury)]
    is_full = num_cards(state, seat) == board.hand_limit
    phase = state.public.phase
    can_draw = isinstance(phase, Turn) and not phase.last_turns
    if DECLINE in legal and not (makes_room and is_full and can_draw and buries):
        return DECLINE
    return min(buries, key=value)


def _mover(state: State) -> Seat:
    seat = mover(state.public.phase)
    assert seat is not None
    return seat


def _best_after(state: State, seat: Seat) -> float:
    """Return the best evaluation that one more play can reach."""
    plays = (
        action
        for action in legal_actions(view_of(state, seat))
        if isinstance(action, Build | Remove | Replace)
    )
    return max((evaluate(apply(state, action).state, seat) for action in plays), default=-WIN)
