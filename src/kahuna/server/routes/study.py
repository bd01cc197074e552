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

from kahuna.hosting.errors import ApiError, Refused
from kahuna.hosting.play.messages import Previewed
from kahuna.hosting.play.names import Language
from kahuna.hosting.study.advice import AdviceOut, CheckOut
from kahuna.hosting.study.analysis import AnalysisOut, Study, StudyOut, StudyQuestion, open_study
from kahuna.hosting.study.review import ReviewOut
from kahuna.server.net.limits import ConnectionLimit, CrowdedError
from kahuna.server.routes.common import (
    FAULTS,
    Api,
    BearerToken,
    GameId,
    client_group,
)

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
    endpoints = api.endpoints
    router = APIRouter(responses=FAULTS)
    reviewing, coaching = [api.rate_limit("reviews")], [api.rate_limit("coaching")]
    analysing, studying = [api.rate_limit("analyses")], [api.rate_limit("studies")]
    analyses = ConnectionLimit(MAX_ANALYSES, MAX_ANALYSES_PER_ADDRESS, "address")

    @router.post("/api/games/{game_id}/review", dependencies=reviewing)
    async def start_review(
        game_id: GameId, request: Request, language: Language = "en"
    ) -> ReviewOut:
        """Review a finished game in the background, unless that is done or in progress."""
        player = client_group(request)
        return await endpoints.start_review(game_id, player=player, language=language)

    @router.get("/api/games/{game_id}/review")
    async def review(game_id: GameId, language: Language = "en") -> ReviewOut:
        """Return the status of the review, and the review as far as it is done."""
        return await endpoints.review(game_id, language)

    @router.post("/api/games/{game_id}/advice", dependencies=coaching)
    async def advice(
        game_id: GameId, request: Request, token: BearerToken, language: Language = "en"
    ) -> AdviceOut:
        """Rank your moves. The game is marked as one with help."""
        player = client_group(request)
        advising = endpoints.advice(game_id, token, player=player, language=language)
        return await _while_connected(request, advising)

    @router.post("/api/games/{game_id}/check", dependencies=coaching)
    async def check(
        game_id: GameId,
        request: Request,
        token: BearerToken,
        language: Language = "en",
        is_first: bool = False,  # a parameter of the query
    ) -> CheckOut:
        """Grade your last turn, even if it is unfinished. The game is marked as one with help.

        With `is_first`, the verdicts come quickly, but are less certain.
        """
        player = client_group(request)
        checking = endpoints.check(
            game_id, token, player=player, language=language, is_first=is_first
        )
        return await _while_connected(request, checking)

    @router.post("/api/games/{game_id}/take-back", status_code=204, dependencies=coaching)
    async def undo_turn(game_id: GameId, token: BearerToken) -> None:
        """Go back to the beginning of your last turn, in a game with help."""
        await endpoints.take_back(game_id, token)

    @router.post("/api/study", dependencies=studying)
    async def study(body: Study, language: Language = "en") -> StudyOut:
        """Return a position with its legal moves."""
        return await open_study(endpoints.registry, body, language)

    @router.post("/api/study/preview", dependencies=studying)
    async def preview(body: StudyQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        return await endpoints.preview(body)

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
        player = client_group(request)
        ranking = await endpoints.analyse(body, player=player, language=language)
        counted = ExitStack()
        try:
            counted.enter_context(analyses.counted(player))
        except CrowdedError:
            raise ApiError("too_many", "too many analyses at once: stop one first") from None
        return NdjsonResponse(_lines(ranking), on_end=counted.close)

    return router


async def _lines(ranking: AsyncIterator[AnalysisOut]) -> AsyncIterator[bytes]:
    """Yield each ranking as a line of JSON."""
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
