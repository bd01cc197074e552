"""Puzzles."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from kahuna.hosting.play.events import GameEvent, closed
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.study.review_types import ReviewedMove
from kahuna.puzzles import Theme

PuzzleStage = TypeAliasType("PuzzleStage", Literal["playing", "solved", "failed"])


@closed
class PuzzleFacts(TypedDict):
    """A puzzle in the list."""

    id: str
    theme: Theme
    difficulty: str | None
    """The key of the weakest bot that solves it; null if none does."""


@closed
class PuzzlesOut(TypedDict):
    """All puzzles, the easiest first, and the one of the day."""

    puzzles: list[PuzzleFacts]
    daily: str | None
    """Null if there are no puzzles."""
    date: str
    """The day in UTC, ISO 8601."""


@closed
class PuzzleOut(TypedDict):
    """A puzzle after some actions, as the solver sees it."""

    facts: PuzzleFacts
    stage: PuzzleStage
    state: GameOut
    log: list[GameEvent]
    solution: list[ReviewedMove]
    """The best turn; empty until the turn has ended or ``reveal`` was asked for."""
    effects: list[GameEvent]
    """What the best turn does, given with it."""
    refutation: list[ReviewedMove]
    """The best other turn, given with the solution."""
    value: float
    """The win probability with the solution, in percent."""
    margin: float
    """Percentage points by which the solution beats every other turn."""
