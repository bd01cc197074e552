"""Play sampled worlds on with a fast policy, and evaluate where that leads.

This runs on worlds sampled from a view, never on the game itself.
"""

from __future__ import annotations

from random import Random

from kahuna.bots.evaluation import CARD, WIN, evaluate, num_cards
from kahuna.bots.greedy import best_end
from kahuna.core import (
    Action,
    Build,
    Over,
    Remove,
    Replace,
    Seat,
    State,
    Turn,
    advance,
    apply,
    legal_actions,
    mover,
    random_draw,
    view_of,
)
from kahuna.core.legality import legal_for

POINT = 9.0
"""Value of a point already scored, in the units of `evaluate`."""


def plays_of(state: State) -> list[Action]:
    """Return the legal plays; none when the turn is over."""
    phase = state.public.phase
    if not isinstance(phase, Turn):
        return []
    cards = state.private[phase.seat].hand + state.public.shown[phase.seat]
    legal = legal_for(state.ruleset, state.public, cards, state.pile)
    return [a for a in legal if isinstance(a, Build | Remove | Replace)]


def quick_turn(state: State, rng: Random, beam: int) -> State:
    """Play a whole turn with a beam search of the best evaluations."""
    seat = mover(state.public.phase)
    if seat is None:
        return state
    best, frontier = (evaluate(state, seat), state), [state]
    while frontier:
        grown = [
            (evaluate(after, seat), after)
            for before in frontier
            for after in (apply(before, action).state for action in plays_of(before))
        ]
        grown.sort(key=lambda node: -node[0])
        frontier = [after for _, after in grown[:beam]]
        if grown and grown[0][0] > best[0]:
            best = grown[0]
    state = best[1]
    while mover(state.public.phase) is seat:
        legal = legal_actions(view_of(state, seat))
        state = step(state, best_end(state, legal), rng)
    return state


def balance(state: State, seat: Seat) -> float:
    """Evaluate a position between turns for a seat."""
    phase = state.public.phase
    if isinstance(phase, Over):
        return max(-WIN, min(WIN, evaluate(state, seat))) / 10
    value = evaluate(state, seat) - CARD * num_cards(state, seat.other)
    own = sum(score[seat] for score in state.public.points)
    theirs = sum(score[seat.other] for score in state.public.points)
    return value + POINT * (own - theirs)


def step(state: State, action: Action, rng: Random) -> State:
    """Apply an action and draw the cards that follow it at random."""
    return advance(state, action, random_draw(rng)).state
