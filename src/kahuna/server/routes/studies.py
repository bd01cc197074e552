"""The analysis board. The server is stateless: every request contains the position."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import orjson
from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kahuna.core import IllegalActionError, View
from kahuna.hosting.errors import ApiError
from kahuna.hosting.learn.types import Language
from kahuna.hosting.play.messages import Previewed, Refused
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.study.advice_types import Study, StudyOut, StudyQuestion
from kahuna.hosting.study.render_advice import render_ranking, render_study
from kahuna.hosting.study.studies import StudiedPosition, study_game, study_position
from kahuna.record import GameRecord, RecordError, TriedTurn, try_turn
from kahuna.server.jobs.coach_pool import CoachPool
from kahuna.server.net.admission import ConnectionLimit
from kahuna.server.routes.common import (
    FAULTS,
    client_group,
    finished_game,
    preview_action,
    rate_limit,
)
from kahuna.server.settings import Settings

ANALYSIS_WORLDS = 2048
"""Sampled worlds after which an analysis ends by itself."""
MAX_ANALYSES = 40
MAX_ANALYSES_PER_ADDRESS = 3


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


def studies_router(settings: Settings, registry: GameRegistry, coach: CoachPool) -> APIRouter:
    """Build the routes of the analysis board."""
    router = APIRouter(responses=FAULTS)
    limited = [rate_limit(settings, registry.hub, "studies")]
    limited_lookups = [rate_limit(settings, registry.hub, "positions")]
    analyses = ConnectionLimit(MAX_ANALYSES, MAX_ANALYSES_PER_ADDRESS)

    @router.post("/api/study", dependencies=limited_lookups)
    async def study(body: Study, language: Language = "en") -> StudyOut:
        """Return a position with its legal moves."""
        record = await _record(registry, body)

        def look() -> StudyOut:
            found, tried = _find(record, body, language)
            return render_study(tried, found.text, len(body.actions))

        return await registry.in_thread(look)

    @router.post("/api/study/preview", dependencies=limited_lookups)
    async def preview(body: StudyQuestion) -> Previewed | Refused:
        """Return what an action would do, or why it is not legal."""
        record = await _record(registry, body)

        def look() -> Previewed | Refused:
            _, tried = _find(record, body)
            return preview_action(tried.view, body.action)

        return await registry.in_thread(look)

    @router.post(
        "/api/study/analysis",
        status_code=200,  # FastAPI would look for a default in the constructor of the response.
        dependencies=limited,
        response_class=NdjsonResponse,
    )
    async def analyse(body: Study, request: Request, language: Language = "en") -> NdjsonResponse:
        """Rank the moves, better and better: a line of JSON (AnalysisOut) for each step.

        Close the connection to stop.
        """
        record = await _record(registry, body)
        _, tried = await registry.in_thread(_find, record, body, language)
        if tried.ending is not None:
            raise ApiError("invalid", "the turn is over")
        player = client_group(request)
        if analyses.enter(player) is not None:
            raise ApiError("too_many", "too many analyses at once: stop one first")
        lines = _ranking_lines(coach, tried.view, player, language)
        return NdjsonResponse(lines, on_end=lambda: analyses.leave(player))

    return router


async def _record(registry: GameRegistry, study: Study) -> GameRecord | None:
    """Return the game of a study, or ``None`` if it has a position."""
    if (study.game is None) == (study.position is None):
        raise ApiError("invalid", "name a game or a position")
    return None if study.game is None else (await finished_game(registry, study.game))[0]


def _find(
    record: GameRecord | None, study: Study, language: str = "en"
) -> tuple[StudiedPosition, TriedTurn]:
    """Return the position of a study, and the turn as far as it was tried. This takes a while."""
    if record is None:
        assert study.position is not None
        found = study_position(study.position, language)
    else:
        found = study_game(record, study.ply, knows_hand=study.knows_hand)
    return found, _try(found, study.actions)


async def _ranking_lines(
    coach: CoachPool, view: View, player: str, language: Language
) -> AsyncIterator[bytes]:
    """Rank moves; yield each report as a line of JSON."""
    try:
        async for report in coach.rank(
            view,
            player=player,
            language=language,
            num_worlds=ANALYSIS_WORLDS,
            is_waited_for=False,
        ):
            yield orjson.dumps(render_ranking(report)) + b"\n"
    except ApiError:
        return  # The status is already sent; the client sees that the result is incomplete.


def _try(position: StudiedPosition, actions: list[str]) -> TriedTurn:
    try:
        return try_turn(position.view, actions)
    except (IllegalActionError, RecordError) as error:
        raise ApiError("invalid", f"actions: {error}") from None
