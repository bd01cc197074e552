"""Puzzles. The server is stateless: every request contains all actions so far."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from random import Random

from fastapi import APIRouter

from kahuna.bots import LEVELS
from kahuna.core import IllegalActionError
from kahuna.hosting.errors import ApiError
from kahuna.hosting.learn.puzzle_types import PuzzleOut, PuzzlesOut
from kahuna.hosting.learn.render_puzzles import render_puzzle, render_puzzle_facts
from kahuna.hosting.learn.types import Language
from kahuna.hosting.play.hub import Hub
from kahuna.hosting.play.messages import Previewed, Refused
from kahuna.hosting.study.advice_types import TurnQuestion, TurnSoFar
from kahuna.puzzles import Puzzle, load_puzzles
from kahuna.record import RecordError, TriedTurn, try_turn
from kahuna.server.routes.common import FAULTS, preview_action, rate_limit
from kahuna.server.settings import Settings


def puzzles_router(settings: Settings, hub: Hub) -> APIRouter:
    """Build the routes of the puzzles."""
    router = APIRouter(responses=FAULTS, dependencies=[rate_limit(settings, hub, "puzzles")])

    @router.get("/api/puzzles")
    async def puzzles() -> PuzzlesOut:
        """List all puzzles, the easiest first, and name the one of the day."""
        today = datetime.now(UTC).date()
        known = _puzzles()
        return {
            "puzzles": [render_puzzle_facts(puzzle) for puzzle in known.values()],
            "daily": daily_puzzle(list(known), today) if known else None,
            "date": today.isoformat(),
        }

    @router.post("/api/puzzles/{puzzle_id}")
    async def puzzle(
        puzzle_id: str, body: TurnSoFar, language: Language = "en", *, reveal: bool = False
    ) -> PuzzleOut:
        """Return a puzzle after some actions; ``reveal`` asks for the solution."""
        found = _puzzle(puzzle_id)
        tried = _try(found, body.actions)
        return await asyncio.to_thread(
            render_puzzle, found, tried, body.actions, language, is_revealed=reveal
        )

    @router.post("/api/puzzles/{puzzle_id}/preview")
    async def preview(puzzle_id: str, body: TurnQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        return preview_action(_try(_puzzle(puzzle_id), body.actions).view, body.action)

    return router


def daily_puzzle(ids: Sequence[str], day: date) -> str:
    """Return the puzzle of a day: the same everywhere, and no repeats before all were shown."""
    cycle, place = divmod(day.toordinal(), len(ids))
    shuffled = sorted(ids)
    Random(cycle).shuffle(shuffled)
    return shuffled[place]


@cache
def _puzzles() -> Mapping[str, Puzzle]:
    """Return the puzzles by id, the easiest first."""
    levels = [*LEVELS, None]
    puzzles = sorted(load_puzzles(), key=lambda puzzle: levels.index(puzzle.difficulty))
    return {puzzle.id: puzzle for puzzle in puzzles}


def _puzzle(puzzle_id: str) -> Puzzle:
    puzzle = _puzzles().get(puzzle_id)
    if puzzle is None:
        raise ApiError("not_found", "there is no such puzzle")
    return puzzle


def _try(puzzle: Puzzle, actions: list[str]) -> TriedTurn:
    try:
        return try_turn(puzzle.view, actions)
    except (IllegalActionError, RecordError) as error:
        raise ApiError("invalid", f"actions: {error}") from None
