"""Create and find games; take and share their seats; their records, replays and branches."""

from __future__ import annotations

from fastapi import APIRouter, Response
from starlette.responses import PlainTextResponse

from kahuna.chart import Look
from kahuna.hosting.play.game_view import GameFacts, RecordOut
from kahuna.hosting.play.lobby import (
    JoinGame,
    Link,
    Links,
    LinkWanted,
    MyGames,
    MyTokens,
    SeatTaken,
)
from kahuna.hosting.play.new_game import BranchGame, ImportGame, NewGame, check_ply
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.render_game import render_record
from kahuna.hosting.study.replay import ReplayOut, draw_position, finished_game, render_replay
from kahuna.record import GameRecord, format_game
from kahuna.server.routes.common import (
    FAULT_MODEL,
    FAULTS,
    Api,
    BearerToken,
    GameId,
    LinkId,
    PlyNumber,
    require_seat,
)


class SvgResponse(Response):
    """An SVG image."""

    media_type = "image/svg+xml"


def games_router(api: Api) -> APIRouter:
    """Build the routes of games, their seats and their records."""
    registry, lobby = api.registry, api.lobby
    router = APIRouter(responses=FAULTS)
    new, finished = [api.rate_limit("games")], [api.rate_limit("records")]
    seats, linked = [api.rate_limit("seats")], [api.rate_limit("links")]

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
    async def record(game_id: GameId, token: BearerToken) -> RecordOut:
        """Return the record as JSON."""
        return render_record(await _visible_record(registry, game_id, token))

    @router.get("/api/games/{game_id}/record.txt", response_class=PlainTextResponse)
    async def record_text(game_id: GameId, token: BearerToken) -> str:
        """Return the record as text for people."""
        return format_game(await _visible_record(registry, game_id, token))

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

    @router.post("/api/games/{game_id}/join", dependencies=seats)
    async def join(game_id: GameId, body: JoinGame) -> SeatTaken:
        """Take the free seat."""
        async with registry.room(game_id) as room:
            return await lobby.join(room, body)

    @router.delete("/api/games/{game_id}", status_code=204)
    async def leave(game_id: GameId, token: BearerToken) -> Response:
        """Give up the seats of a token."""
        async with registry.room(game_id) as room:
            await lobby.leave(room, await require_seat(registry, room, token))
            return Response(status_code=204)

    @router.post("/api/my-games", dependencies=seats)
    async def my_games(body: MyTokens) -> MyGames:
        """List the games in which these tokens hold seats."""
        return await lobby.my_games(body)

    @router.post("/api/links", status_code=201, dependencies=linked)
    async def link(body: LinkWanted) -> Link:
        """Create another token for the same seats."""
        async with registry.room(body.game) as room:
            return await lobby.link(room, await require_seat(registry, room, body.token))

    @router.get("/api/games/{game_id}/links")
    async def links(game_id: GameId, token: BearerToken) -> Links:
        """List the tokens that hold your seats."""
        async with registry.room(game_id) as room:
            return await lobby.links(room, await require_seat(registry, room, token))

    @router.delete("/api/games/{game_id}/links/{link_id}", status_code=204)
    async def revoke(game_id: GameId, link_id: LinkId, token: BearerToken) -> Response:
        """Revoke another token that holds your seats."""
        async with registry.room(game_id) as room:
            await lobby.revoke(room, await require_seat(registry, room, token), link_id)
            return Response(status_code=204)

    @router.post("/api/games/{game_id}/links/renew", status_code=201, dependencies=linked)
    async def renew(game_id: GameId, token: BearerToken) -> Link:
        """Replace your token with a new one."""
        async with registry.room(game_id) as room:
            return await lobby.renew(room, await require_seat(registry, room, token))

    return router


async def _visible_record(registry: GameRegistry, game_id: str, token: str | None) -> GameRecord:
    """Return the whole record of a finished game, otherwise what the viewer has seen."""
    async with registry.room(game_id) as room:
        held = await registry.seats_of(room, token)
        async with registry.locked(room) as game:
            return await registry.offload(game.record_for, held)
