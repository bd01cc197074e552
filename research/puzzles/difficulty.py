"""Measure how hard a puzzle is: by the weakest bot that finds its solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from kahuna.bots import LEVELS
from kahuna.match import play_turn
from kahuna.puzzles.puzzle import Puzzle, load_puzzles

_SCALE: Final = {puzzle.difficulty for puzzle in load_puzzles()}
GRADERS: Final = tuple(key for key in LEVELS if key in _SCALE)
"""The bots that graded the shipped puzzles, the weakest first. Others would change the scale."""
TRIES: Final = 7
"""How often each bot tries; the majority decides."""


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
    solver = next((key for key in GRADERS if finds_solution(key, puzzle)), None)
    return replace(puzzle, difficulty=solver)
