"""Puzzles: positions with one clearly best turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from random import Random
from typing import Final, Literal, TypeAlias

from kahuna.bots import LEVELS
from kahuna.coach.facts import is_concrete
from kahuna.coach.remarks import BreaksControl, GainsControl, Remark, Sweeps
from kahuna.coach.texts import Compared, coach_texts
from kahuna.coach.turn_reasons import explain_steps, explain_turn, shortfall
from kahuna.coach.wording import describe_remarks
from kahuna.core import Action, View
from kahuna.hosting.errors import ApiError, Refused
from kahuna.hosting.play.game_log import GameEvent, render_events
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.messages import Previewed
from kahuna.hosting.schema import TypedDict, closed
from kahuna.hosting.study.analysis import (
    ActionQuestion,
    ActionsSoFar,
    preview_action,
    render_turn,
    try_actions,
)
from kahuna.hosting.study.review import ReviewedMove, render_move
from kahuna.puzzles import Puzzle, Theme, load_puzzles, parse_turn
from kahuna.record import TriedTurn, try_turn

DAILY: Final = "daily"
"""The id under which the puzzle of the day can be opened."""
PuzzleStage: TypeAlias = Literal["playing", "solved", "failed"]


@closed
class PuzzleFacts(TypedDict):
    """A puzzle in the list."""

    id: str
    theme: Theme
    difficulty: str | None
    """The key of the weakest bot that solves it; null if none does."""
    has_usual_rules: bool


@closed
class PuzzlesOut(TypedDict):
    """All puzzles, the easiest first, and the one of the day."""

    puzzles: list[PuzzleFacts]
    daily: str | None
    """Null if there are no puzzles."""
    date: str
    """The day in UTC, ISO 8601."""


@closed
class PuzzleRated(TypedDict):
    """What the first attempt at a puzzle did to the puzzle rating of an account."""

    value: int
    change: int
    is_provisional: bool


@closed
class SolutionStep(TypedDict):
    """An action of the solution, and what it is good for."""

    move: ReviewedMove
    effects: list[str]


@closed
class PuzzleOut(TypedDict):
    """A puzzle after some actions, as the solver sees it."""

    facts: PuzzleFacts
    stage: PuzzleStage
    state: GameOut
    log: list[GameEvent]
    solution: list[SolutionStep]
    """The best turn; empty until the turn has ended or ``reveal`` was asked for."""
    refutation: list[ReviewedMove]
    """The best other turn, given with the solution."""
    tried: list[ReviewedMove]
    """The turn that was played, if it failed."""
    reasons: list[str]
    """What the steps of the solution do not tell about why it is better, given with it: than the
    turn that was played, if that failed, or else than the best other turn."""
    shortfall: list[str]
    """How far a turn that failed falls short. This does not tell the solution."""
    value: float
    """The win probability with the solution, in percent."""
    margin: float
    """Percentage points by which the solution beats every other turn."""
    rated: PuzzleRated | None
    """Null for guests, later attempts and unfinished turns."""


def _render_facts(puzzle: Puzzle) -> PuzzleFacts:
    """Render a puzzle for the list."""
    return {
        "id": puzzle.id,
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "has_usual_rules": puzzle.has_usual_rules,
    }


def render_puzzle(
    puzzle: Puzzle, tried: TriedTurn, actions: Sequence[str], language: str, *, is_revealed: bool
) -> PuzzleOut:
    """Render a puzzle after some actions; include the solution once the turn has ended."""
    is_over = tried.ending is not None
    stage: PuzzleStage = "playing"
    failed: tuple[Action, ...] | None = None
    if is_over:
        turn = parse_turn(puzzle.view, " ".join(actions))
        is_solved = puzzle.solves(turn)
        stage = "solved" if is_solved else "failed"
        failed = None if is_solved else turn
    is_shown = is_over or is_revealed
    return {
        "facts": _render_facts(puzzle),
        "stage": stage,
        "state": render_turn(tried.view, len(actions), is_over=is_over),
        "log": render_events(tried.events, turn=puzzle.view.public.turn),
        "solution": _steps(puzzle, language) if is_shown else [],
        "refutation": _moves(puzzle.view, puzzle.refutation, language) if is_shown else [],
        "tried": _moves(puzzle.view, " ".join(actions), language) if failed else [],
        "reasons": _reasons(puzzle, failed, language) if is_shown else [],
        "shortfall": _shortfall(puzzle, failed, language) if failed else [],
        "value": puzzle.value,
        "margin": puzzle.margin,
        "rated": None,
    }


def has_concrete_reason(puzzle: Puzzle) -> bool:
    """Return whether the solution is explained by more than a number of cards or a chance."""
    return is_concrete(_remarks(puzzle, None))


def _reasons(puzzle: Puzzle, failed: Sequence[Action] | None, language: str) -> list[str]:
    """Say why the solution is better, apart from what its steps tell."""
    texts = coach_texts(language, Compared.OWN_TURN if failed else Compared.NEXT_TURN)
    told = {remark for remarks in _purposes(puzzle) for remark in remarks}
    at_once = GainsControl | BreaksControl | Sweeps
    remarks = [
        remark
        for remark in _remarks(puzzle, failed)
        if remark not in told and not isinstance(remark, at_once)
    ]
    return describe_remarks(remarks, puzzle.view, None, texts)


def _steps(puzzle: Puzzle, language: str) -> list[SolutionStep]:
    """Render the solution with the effects of every action."""
    texts = coach_texts(language, Compared.STEP)
    moves = _moves(puzzle.view, puzzle.solution, language)
    return [
        {"move": move, "effects": describe_remarks(remarks, puzzle.view, None, texts)}
        for move, remarks in zip(moves, _purposes(puzzle), strict=True)
    ]


def _purposes(puzzle: Puzzle) -> list[tuple[Remark, ...]]:
    return explain_steps(puzzle.view, parse_turn(puzzle.view, puzzle.solution))


def _remarks(puzzle: Puzzle, failed: Sequence[Action] | None) -> tuple[Remark, ...]:
    view = puzzle.view
    return explain_turn(
        view,
        parse_turn(view, puzzle.solution),
        failed or parse_turn(view, puzzle.refutation),
        value=puzzle.value,
        margin=puzzle.margin,
    )


def _shortfall(puzzle: Puzzle, failed: Sequence[Action], language: str) -> list[str]:
    view, solution = puzzle.view, parse_turn(puzzle.view, puzzle.solution)
    found = shortfall(view, solution, failed, value=puzzle.value, margin=puzzle.margin)
    return describe_remarks(found, view, None, coach_texts(language, Compared.OWN_TURN))


def _moves(view: View, turn: str, language: str) -> list[ReviewedMove]:
    words = turn.split()
    return [
        render_move(action, try_turn(view, words[:number]).view, language)
        for number, action in enumerate(parse_turn(view, turn))
    ]


def list_puzzles() -> PuzzlesOut:
    """List all puzzles, the easiest first, and name the one of the day."""
    today = datetime.now(UTC).date()
    known = list(_puzzles().values())
    return {
        "puzzles": [_render_facts(puzzle) for puzzle in known],
        "daily": daily_puzzle(known, today),
        "date": today.isoformat(),
    }


def open_puzzle(
    puzzle_id: str, body: ActionsSoFar, language: str, *, is_revealed: bool = False
) -> PuzzleOut:
    """Render a puzzle after some actions, with the solution if it is asked for."""
    puzzle = _puzzle(puzzle_id)
    tried = try_actions(puzzle.view, body.actions)
    return render_puzzle(puzzle, tried, body.actions, language, is_revealed=is_revealed)


def preview_in_puzzle(puzzle_id: str, body: ActionQuestion) -> Previewed | Refused:
    """Render what an action would do, or why it is not legal."""
    return preview_action(try_actions(_puzzle(puzzle_id).view, body.actions).view, body.action)


def daily_puzzle(puzzles: Iterable[Puzzle], day: date) -> str | None:
    """Return the puzzle of a day: the same everywhere, by the usual rules, solved by some bot.

    The themes take turns, and no puzzle of a theme comes again before all were shown.
    """
    fitting = [puzzle for puzzle in puzzles if puzzle.has_usual_rules and puzzle.difficulty]
    themes = sorted({puzzle.theme for puzzle in fitting})
    if not themes:
        return None
    turn, place = divmod(day.toordinal(), len(themes))
    ids = sorted(puzzle.id for puzzle in fitting if puzzle.theme == themes[place])
    cycle, number = divmod(turn, len(ids))
    Random(cycle).shuffle(ids)
    return ids[number]


@cache
def _puzzles() -> Mapping[str, Puzzle]:
    """Return the puzzles by id, the easiest first."""
    levels = [*LEVELS, None]
    puzzles = sorted(load_puzzles(), key=lambda puzzle: levels.index(puzzle.difficulty))
    return {puzzle.id: puzzle for puzzle in puzzles}


def _puzzle(puzzle_id: str) -> Puzzle:
    known = _puzzles()
    if puzzle_id == DAILY:
        puzzle_id = daily_puzzle(known.values(), datetime.now(UTC).date()) or DAILY
    puzzle = known.get(puzzle_id)
    if puzzle is None:
        raise ApiError("not_found", "there is no such puzzle")
    return puzzle
