"""Reviews of finished games, help during a game, and the analysis board."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack
from typing import Any, TypeVar

import orjson
from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kahuna.core import Seat, View
from kahuna.hosting.errors import ApiError, Refused
from kahuna.hosting.play.messages import Previewed
from kahuna.hosting.play.names import Language
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.tokens import seats_held
from kahuna.hosting.study.advice import AdviceOut, CheckOut, Coach, advise, check_turn, take_back
from kahuna.hosting.study.analysis import (
    Study,
    StudyOut,
    StudyQuestion,
    open_study,
    preview_action,
    try_study,
)
from kahuna.hosting.study.replay import finished_game
from kahuna.hosting.study.review import ReviewOut
from kahuna.server.net.limits import ConnectionLimit, CrowdedError
from kahuna.server.routes.common import (
    FAULTS,
    Api,
    BearerToken,
    GameId,
    client_group,
    require_seat,
)

ANALYSIS_WORLDS = 2048
"""Sampled worlds after which an analysis ends by itself."""
MAX_ANALYSES = 40
MAX_ANALYSES_PER_ADDRESS = 3
_T = TypeVar("_T")


class NdjsonResponse(StreamingResponse):
    """JSON objects, one per line, as they arrive."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncIterator[bytes], on_end: Callable[[], None]) -> None:
        super().__init__(lines)
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines; call ``on_end`` even if the client left before the first one."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_end()


def study_router(api: Api) -> APIRouter:
    """Build the routes of reviews, of the coach and of the analysis board."""
    registry, coach, reviews = api.registry, api.coach, api.reviews
    router = APIRouter(responses=FAULTS)
    reviewing, coaching = [api.rate_limit("reviews")], [api.rate_limit("coaching")]
    analysing, studying = [api.rate_limit("analyses")], [api.rate_limit("studies")]
    analyses = ConnectionLimit(MAX_ANALYSES, MAX_ANALYSES_PER_ADDRESS, "address")

    @router.post("/api/games/{game_id}/review", dependencies=reviewing)
    async def start_review(
        game_id: GameId, request: Request, language: Language = "en"
    ) -> ReviewOut:
        """Review a finished game in the background, unless that is done or in progress."""
        record, _ = await finished_game(registry, game_id)
        if not record.plies:
            raise ApiError("conflict", "the game has no moves")
        await reviews.start(game_id, record, player=client_group(request))
        return await reviews.state(game_id, language)

    @router.get("/api/games/{game_id}/review")
    async def review(game_id: GameId, language: Language = "en") -> ReviewOut:
        """Return the status of the review, and the review once it is done."""
        async with registry.room(game_id):
            return await reviews.state(game_id, language)

    @router.post("/api/games/{game_id}/advice", dependencies=coaching)
    async def advice(
        game_id: GameId, request: Request, token: BearerToken, language: Language = "en"
    ) -> AdviceOut:
        """Rank your moves. The game is marked as one with help."""
        async with registry.room(game_id) as room:
            seat = await _seat_of(registry, room, token)
            player = client_group(request)
            advising = advise(registry, coach, room, seat, player=player, language=language)
            return await _while_connected(request, advising)

    @router.post("/api/games/{game_id}/check", dependencies=coaching)
    async def check(
        game_id: GameId, request: Request, token: BearerToken, language: Language = "en"
    ) -> CheckOut:
        """Grade your last turn, even if it is unfinished. The game is marked as one with help."""
        async with registry.room(game_id) as room:
            seat = await _seat_of(registry, room, token)
            player = client_group(request)
            checking = check_turn(registry, coach, room, seat, player=player, language=language)
            return await _while_connected(request, checking)

    @router.post("/api/games/{game_id}/take-back", status_code=204, dependencies=coaching)
    async def undo_turn(game_id: GameId, token: BearerToken) -> None:
        """Go back to the beginning of your last turn, in a game with help."""
        async with registry.room(game_id) as room:
            await take_back(registry, room, await _seat_of(registry, room, token))

    @router.post("/api/study", dependencies=studying)
    async def study(body: Study, language: Language = "en") -> StudyOut:
        """Return a position with its legal moves."""
        return await open_study(registry, body, language)

    @router.post("/api/study/preview", dependencies=studying)
    async def preview(body: StudyQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        tried = await try_study(registry, body)
        return preview_action(tried.view, body.action)

    @router.post(
        "/api/study/analysis",
        status_code=200,  # FastAPI would look for a default in the constructor of the response.
        dependencies=analysing,
        response_class=NdjsonResponse,
    )
    async def analyse(body: Study, request: Request, language: Language = "en") -> NdjsonResponse:
        """Rank the moves, better and better: a line of JSON (AnalysisOut) for each step.

        Close the connection to stop.
        """
        tried = await try_study(registry, body, language)
        if tried.ending is not None:
            raise ApiError("invalid", "the turn is over")
        player = client_group(request)
        counted = ExitStack()
        try:
            counted.enter_context(analyses.counted(player))
        except CrowdedError:
            raise ApiError("too_many", "too many analyses at once: stop one first") from None
        lines = _ranking_lines(coach, tried.view, player, language)
        return NdjsonResponse(lines, on_end=counted.close)

    return router


async def _seat_of(registry: GameRegistry, room: Room, token: str | None) -> Seat:
    """Return the first seat that a token holds."""
    return seats_held(await require_seat(registry, room, token), room.game.holders)[0]


async def _ranking_lines(
    coach: Coach, view: View, player: str, language: Language
) -> AsyncIterator[bytes]:
    """Rank moves; yield each report as a line of JSON."""
    ranking = coach.rank(
        view,
        player=player,
        language=language,
        num_worlds=ANALYSIS_WORLDS,
        is_waited_for=False,
    )
    try:
        async for found in ranking:
            yield orjson.dumps(found) + b"\n"
    except ApiError:
        return  # The status is already sent; the client sees that the result is incomplete.


async def _while_connected(request: Request, work: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of a coroutine; cancel it when the client of a request disconnects."""
    working = asyncio.create_task(work)
    waiting = asyncio.create_task(_disconnection(request))
    try:
        await asyncio.wait([working, waiting], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ApiError("unavailable", "the client has gone")  # Nobody reads this.
        return await working
    finally:
        for task in (working, waiting):
            task.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)


async def _disconnection(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # A body that nobody reads.
