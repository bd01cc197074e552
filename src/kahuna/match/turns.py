"""Try out whole turns of an agent without a game."""

from __future__ import annotations

from kahuna.core import Action, Seat, View, any_world, apply, mover, seen, view_of
from kahuna.match.agent import Agent


def play_turn(agent: Agent, view: View) -> tuple[Action, ...]:
    """Return the turn that an agent would play from here, up to the action that ends it.

    Within a turn, nothing depends on cards that the agent cannot see.
    """
    seat = view.viewer
    assert isinstance(seat, Seat)
    state, turn = any_world(view), view.public.turn
    actions: list[Action] = []
    while mover(state.public.phase) is seat and state.public.turn == turn:
        actions.append(agent.decide(view))
        state, events = apply(state, actions[-1])
        history = (*view.history, *(seen(event, seat) for event in events))
        view = view_of(state, seat, history=history)
    return tuple(actions)
