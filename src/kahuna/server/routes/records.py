"""Records of games, replays of finished ones, and branches from them."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import PlainTextResponse

from kahuna.chart import Look
from kahuna.hosting.play.bodies import BranchGame, ReplayOut, SeatTaken
from kahuna.hosting.play.game_view import RecordOut
from kahuna.hosting.play.imports import check_ply
from kahuna.hosting.play.lobby import Lobby
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.render_game import render_record
from kahuna.hosting.play.render_replay import draw_position, render_replay
from kahuna.record import GameRecord, format_game
from kahuna.server.routes.common import (
    FAULTS,
    Bearer,
    GameId,
    PlyNumber,
    bearer_token,
    finished_game,
    rate_limit,
)
from kahuna.server.settings import Settings


class SvgResponse(Response):
    """An SVG image."""

    media_type = "image/svg+xml"


def records_router(settings: Settings, registry: GameRegistry, lobby: Lobby) -> APIRouter:
    """Build the routes of records and replays."""
    router = APIRouter(responses=FAULTS)
    limited = [rate_limit(settings, registry.hub, "records")]

    @router.get("/api/games/{game_id}/record")
    async def record(game_id: GameId, authorization: Bearer = None) -> RecordOut:
        """Return the record as JSON."""
        return render_record(await _visible_record(registry, game_id, authorization))

    @router.get(
        "/api/games/{game_id}/record.txt",
        response_class=PlainTextResponse,
    )
    async def record_text(game_id: GameId, authorization: Bearer = None) -> str:
        """Return the record as text for people."""
        return format_game(await _visible_record(registry, game_id, authorization))

    @router.get("/api/games/{game_id}/replay", dependencies=limited)
    async def replay(game_id: GameId) -> ReplayOut:
        """Return every position of a finished game."""
        whole, facts = await finished_game(registry, game_id)
        return {"facts": facts, "moments": await registry.in_thread(render_replay, whole)}

    @router.get(
        "/api/games/{game_id}/positions/{ply}.svg",
        dependencies=limited,
        response_class=SvgResponse,
    )
    async def position(game_id: GameId, ply: PlyNumber, look: Look = Look.DAY) -> Response:
        """Draw the board of a finished game after a number of plies."""
        whole, _ = await finished_game(registry, game_id)
        check_ply(whole, ply)
        return SvgResponse(await registry.in_thread(draw_position, whole, ply, look))

    @router.post(
        "/api/games/{game_id}/branch",
        status_code=201,
        dependencies=limited,
    )
    async def branch(game_id: GameId, body: BranchGame) -> SeatTaken:
        """Continue a finished game from one of its positions."""
        whole, _ = await finished_game(registry, game_id)
        return await lobby.branch(whole, body)

    return router


async def _visible_record(
    registry: GameRegistry, game_id: str, authorization: str | None
) -> GameRecord:
    """Return the whole record of a finished game, otherwise what the viewer has seen."""
    async with registry.room(game_id) as room:
        held = await registry.seats_of(room, bearer_token(authorization))
        async with registry.locked(room) as game:
            return await registry.in_thread(game.record_for, held)
