"""Create and find games; their records, replays and branches."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import PlainTextResponse

from kahuna.chart import Look
from kahuna.hosting.play.game_view import GameFacts, RecordOut
from kahuna.hosting.play.lobby import SeatTaken
from kahuna.hosting.play.new_game import BranchGame, ImportGame, NewGame, check_ply
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.render_game import render_record
from kahuna.hosting.study.replay import ReplayOut, draw_position, finished_game, render_replay
from kahuna.record import GameRecord, format_game
from kahuna.server.routes.common import (
    FAULT_MODEL,
    FAULTS,
    Api,
    Bearer,
    GameId,
    PlyNumber,
    bearer_token,
)


class SvgResponse(Response):
    """An SVG image."""

    media_type = "image/svg+xml"


def games_router(api: Api) -> APIRouter:
    """Build the routes of games and their records."""
    registry, lobby = api.registry, api.lobby
    router = APIRouter(responses=FAULTS)
    new, finished = [api.rate_limit("games")], [api.rate_limit("records")]

    @router.post("/api/games", status_code=201, dependencies=new, responses=FAULT_MODEL)
    async def make(wanted: NewGame) -> SeatTaken:
        """Create a game."""
        return await lobby.make(wanted)

    @router.post("/api/games/import", status_code=201, dependencies=new)
    async def import_record(body: ImportGame) -> SeatTaken:
        """Create a game from a record."""
        return await lobby.import_record(body)

    @router.get("/api/games/{game_id}")
    async def facts(game_id: GameId) -> GameFacts:
        """Return what is public about a game."""
        async with registry.room(game_id) as room, registry.locked(room) as game:
            return game.facts()

    @router.get("/api/games/{game_id}/record")
    async def record(game_id: GameId, authorization: Bearer = None) -> RecordOut:
        """Return the record as JSON."""
        return render_record(await _visible_record(registry, game_id, authorization))

    @router.get("/api/games/{game_id}/record.txt", response_class=PlainTextResponse)
    async def record_text(game_id: GameId, authorization: Bearer = None) -> str:
        """Return the record as text for people."""
        return format_game(await _visible_record(registry, game_id, authorization))

    @router.get("/api/games/{game_id}/replay", dependencies=finished)
    async def replay(game_id: GameId) -> ReplayOut:
        """Return every position of a finished game."""
        whole, facts = await finished_game(registry, game_id)
        return {"facts": facts, "moments": await registry.offload(render_replay, whole)}

    @router.get(
        "/api/games/{game_id}/positions/{ply}.svg",
        dependencies=finished,
        response_class=SvgResponse,
    )
    async def position(game_id: GameId, ply: PlyNumber, look: Look = Look.DAY) -> Response:
        """Draw the board of a finished game after a number of plies."""
        whole, _ = await finished_game(registry, game_id)
        check_ply(whole, ply)
        return SvgResponse(await registry.offload(draw_position, whole, ply, look))

    @router.post("/api/games/{game_id}/branch", status_code=201, dependencies=finished)
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
            return await registry.offload(game.record_for, held)
