"""Render puzzles."""

from __future__ import annotations

from collections.abc import Sequence

from kahuna.core import View
from kahuna.hosting.learn.puzzle_types import PuzzleFacts, PuzzleOut, PuzzleStage
from kahuna.hosting.play.render_log import render_events
from kahuna.hosting.study.render_advice import render_turn
from kahuna.hosting.study.render_review import render_move
from kahuna.hosting.study.review_types import ReviewedMove
from kahuna.puzzles import Puzzle, parse_turn
from kahuna.record import TriedTurn, try_turn


def render_puzzle_facts(puzzle: Puzzle) -> PuzzleFacts:
    """Render a puzzle for the list."""
    return {"id": puzzle.id, "theme": puzzle.theme, "difficulty": puzzle.difficulty}


def render_puzzle(
    puzzle: Puzzle, tried: TriedTurn, actions: Sequence[str], language: str, *, is_revealed: bool
) -> PuzzleOut:
    """Render a puzzle after some actions; include the solution once the turn has ended."""
    is_over = tried.ending is not None
    stage: PuzzleStage = "playing"
    if is_over:
        is_solved = puzzle.solves(parse_turn(puzzle.view, " ".join(actions)))
        stage = "solved" if is_solved else "failed"
    is_shown = is_over or is_revealed
    solution = try_turn(puzzle.view, puzzle.solution.split())
    turn = puzzle.view.public.turn
    return {
        "facts": render_puzzle_facts(puzzle),
        "stage": stage,
        "state": render_turn(tried.view, len(actions), is_over=is_over),
        "log": render_events(tried.events, turn=turn),
        "solution": _moves(puzzle.view, puzzle.solution, language) if is_shown else [],
        "effects": render_events(solution.events, turn=turn) if is_shown else [],
        "refutation": _moves(puzzle.view, puzzle.refutation, language) if is_shown else [],
        "value": puzzle.value,
        "margin": puzzle.margin,
    }


def _moves(view: View, turn: str, language: str) -> list[ReviewedMove]:
    # The coach needs NumPy: load it only when a solution is shown.
    from kahuna.coach.report import move_text
    from kahuna.coach.texts import coach_texts

    moves = []
    words = turn.split()
    for number, action in enumerate(parse_turn(view, turn)):
        seen = try_turn(view, words[:number]).view
        moves.append(render_move(move_text(action, seen, coach_texts(language))))
    return moves
