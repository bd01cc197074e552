"""A sensible player that looks no further than the end of its own turn.

It tries its plays one and two deep on a world with the same cards in sight, counts islands, steps
towards islands and what the cards cost, plays the best line if it is worth the cards, and then
takes the card that opens the best play next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
    View,
    any_world,
    apply,
    legal_actions,
    mover,
    view_of,
)

EXPANDED = 6
"""How many first plays are followed up with a second one."""


class GreedyBot:
    """Plays what looks best within its own turn."""

    name = "greedy"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View) -> Action:
        """The best play if it is worth its cards, else the best draw."""
        legal = list(legal_actions(view))
        self._rng.shuffle(legal)
        state = any_world(view)
        plays = [a for a in legal if isinstance(a, Build | Remove | Replace | PlaceHandicap)]
        if plays and (play := best_play(state, plays)) is not None:
            return play
        return best_end(state, legal)


def best_play(state: State, plays: Sequence[Action]) -> Action | None:
    """The first step of the best one or two plays; none if playing nothing is better."""
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


def best_end(state: State, legal: Sequence[Action], *, never_decline: bool = False) -> Action:
    """The card that opens the best play; with a full hand decline, or make room."""
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
    if DECLINE in legal and not (never_decline and is_full):
        return DECLINE
    return min(buries, key=value)


def _mover(state: State) -> Seat:
    seat = mover(state.public.phase)
    assert seat is not None
    return seat


def _best_after(state: State, seat: Seat) -> float:
    """The best that one more play can make of a state in the middle of a turn."""
    plays = (
        action
        for action in legal_actions(view_of(state, seat))
        if isinstance(action, Build | Remove | Replace)
    )
    return max((evaluate(apply(state, action).state, seat) for action in plays), default=-WIN)
