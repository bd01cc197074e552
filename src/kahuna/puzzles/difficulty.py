"""Measure how hard a puzzle is: by the weakest bot that finds its solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from kahuna.bots import LEVELS
from kahuna.core import Action, Seat, View, any_world, apply, mover, seen, view_of
from kahuna.match import Agent
from kahuna.puzzles.puzzle import Puzzle

TRIES: Final = 7
"""How often each bot tries; the majority decides."""
MAX_ACTIONS: Final = 30
"""A bot that goes on for longer does not find the solution."""


def play_turn(agent: Agent, view: View) -> list[Action]:
    """Let an agent play one turn, up to the action that ends it."""
    seat = view.viewer
    assert isinstance(seat, Seat)
    state, actions = any_world(view), []
    while mover(state.public.phase) is seat and state.public.turn == view.public.turn:
        now = view_of(state, seat, history=view.history)
        actions.append(agent.decide(now))
        state, events = apply(state, actions[-1])
        view = view._replace(history=(*view.history, *(seen(event, seat) for event in events)))
        if len(actions) > MAX_ACTIONS:
            break
    return actions


def finds_solution(key: str, puzzle: Puzzle) -> bool:
    """Return whether a bot solves a puzzle in most of its tries."""
    solved = 0
    for number in range(TRIES):
        agent = LEVELS[key].make(Random(f"{puzzle.id}/{key}/{number}"))
        solved += puzzle.solves(play_turn(agent, puzzle.view))
        if solved > TRIES // 2 or number - solved >= TRIES // 2:
            break  # The majority is certain.
    return solved > TRIES // 2


def graded(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its difficulty."""
    solver = next((key for key in LEVELS if finds_solution(key, puzzle)), None)
    return replace(puzzle, difficulty=solver)
