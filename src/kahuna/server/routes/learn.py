"""Lessons, puzzles, rules, and what a game can choose from.

The server is stateless: every request contains all actions so far. Work that takes longer than a
few milliseconds is done in threads.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request
from sqlalchemy import Connection

from kahuna.hosting.community.account import Account
from kahuna.hosting.community.ratings import Rating, puzzle_rating
from kahuna.hosting.errors import Refused
from kahuna.hosting.learn.catalogue import Catalogue, render_catalogue
from kahuna.hosting.learn.challenges import (
    ChallengesOut,
    JudgedChallenge,
    PlayChallenge,
    list_challenges,
    play_challenge,
)
from kahuna.hosting.learn.lessons import (
    LessonOut,
    Lessons,
    list_lessons,
    open_lesson,
    preview_in_lesson,
)
from kahuna.hosting.learn.puzzles import (
    PuzzleOut,
    PuzzleRated,
    PuzzlesOut,
    list_puzzles,
    open_puzzle,
    preview_in_puzzle,
)
from kahuna.hosting.learn.rules import RulesOut, open_rules
from kahuna.hosting.play.messages import Previewed
from kahuna.hosting.play.names import Language
from kahuna.hosting.play.registry import ATTEMPTS
from kahuna.hosting.play.seating import SeatTaken
from kahuna.hosting.store import ConflictError
from kahuna.hosting.study.analysis import ActionQuestion, ActionsSoFar
from kahuna.server.net.limits import is_loopback
from kahuna.server.routes.common import FAULTS, Api, GameId
from kahuna.server.routes.sessions import CurrentAccount
from kahuna.server.store.puzzle_rows import rate_puzzle


def learn_router(api: Api) -> APIRouter:
    """Build the routes of everything that can be learned."""
    offload = api.endpoints.registry.offload
    router = APIRouter(responses=FAULTS)
    limited = [api.rate_limit("learning")]
    new, finished = [api.rate_limit("games")], [api.rate_limit("records")]

    async def rate(account: Account | None, shown: PuzzleOut) -> PuzzleRated | None:
        """Rate an account's attempt at a puzzle, unless it is not the first one."""
        if account is None or account.is_suspended:
            return None
        facts, is_solved = shown["facts"], shown["stage"] == "solved"
        first, now = puzzle_rating(facts["difficulty"]), api.endpoints.registry.sources.now()

        def write(rows: Connection) -> tuple[Rating, Rating] | None:
            return rate_puzzle(rows, account.id, facts["id"], first, is_solved=is_solved, now=now)

        for _ in range(ATTEMPTS):
            with suppress(ConflictError):  # Somebody else has tried the same puzzle just now.
                if (changed := await api.store.transact(write)) is None:
                    return None
                before, after = changed
                return {
                    "value": round(after.value),
                    "change": round(after.value) - round(before.value),
                    "is_provisional": after.is_provisional,
                }
        return None

    @router.get("/api/catalogue")
    async def catalogue(request: Request) -> Catalogue:
        """List editions, options, bots and islands.

        Only this machine learns its address in the network.
        """
        is_here = request.client is not None and is_loopback(request.client.host)
        return render_catalogue(api.settings.lan_host if is_here else None)

    @router.get("/api/lessons")
    async def lessons() -> Lessons:
        """List all lessons."""
        return list_lessons()

    @router.post("/api/lessons/{key}", dependencies=limited)
    async def lesson(key: str, body: ActionsSoFar) -> LessonOut:
        """Return a lesson after some actions."""
        return await offload(open_lesson, key, body)

    @router.post("/api/lessons/{key}/preview", dependencies=limited)
    async def lesson_preview(key: str, body: ActionQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        return await offload(preview_in_lesson, key, body)

    @router.get("/api/puzzles", dependencies=limited)
    async def puzzles() -> PuzzlesOut:
        """List all puzzles, the easiest first, and name the one of the day."""
        return await offload(list_puzzles)

    @router.post("/api/puzzles/{puzzle_id}", dependencies=limited)
    async def puzzle(
        puzzle_id: str,
        body: ActionsSoFar,
        account: CurrentAccount,
        language: Language = "en",
        *,
        reveal: bool = False,
    ) -> PuzzleOut:
        """Return a puzzle after some actions; ``reveal`` asks for the solution.

        The id ``daily`` stands for the puzzle of the day. The first whole turn of an account
        changes its puzzle rating; whoever asks for the solution has not found it.
        """
        shown = await offload(open_puzzle, puzzle_id, body, language, is_revealed=reveal)
        if reveal or shown["stage"] != "playing":
            shown["rated"] = await rate(account, shown)
        return shown

    @router.post("/api/puzzles/{puzzle_id}/preview", dependencies=limited)
    async def puzzle_preview(puzzle_id: str, body: ActionQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        return await offload(preview_in_puzzle, puzzle_id, body)

    @router.get("/api/challenges")
    async def challenges() -> ChallengesOut:
        """List all challenges, the easiest first, and name the one of the week."""
        return await offload(list_challenges)

    @router.post("/api/challenges/{key}/games", status_code=201, dependencies=new)
    async def new_challenge(key: str, body: PlayChallenge) -> SeatTaken:
        """Create a game of a challenge."""
        return await play_challenge(api.endpoints.seating, key, body)

    @router.get("/api/games/{game_id}/challenges/{key}", dependencies=finished)
    async def judged_challenge(game_id: GameId, key: str) -> JudgedChallenge:
        """Return which goals of a challenge a finished game has reached."""
        return await api.endpoints.judge(game_id, key)

    @router.get("/api/rules")
    async def rules(
        language: Language = "en",
        edition: Annotated[str | None, Query(max_length=40)] = None,
    ) -> RulesOut:
        """Return the rules in a language, complete or for one edition."""
        return await offload(open_rules, language, edition)

    return router
