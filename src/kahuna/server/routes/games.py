"""Create and find games; take and share their seats; their records, replays and branches."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.responses import PlainTextResponse

from kahuna.chart import Look
from kahuna.hosting.community.account import player_of
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.game_view import GameFacts, RecordOut
from kahuna.hosting.play.new_game import BranchGame, ImportGame, NewGame, invalid_record
from kahuna.hosting.play.render_game import render_record
from kahuna.hosting.play.seating import (
    JoinGame,
    Link,
    Links,
    LinkWanted,
    MyGames,
    MyTokens,
    SeatTaken,
)
from kahuna.hosting.study.replay import ReplayOut
from kahuna.record import RecordError, format_game, parse_lines
from kahuna.server.net.board_image import CAN_DRAW, draw_board
from kahuna.server.routes.common import (
    FAULT_MODEL,
    FAULTS,
    Api,
    BearerToken,
    GameId,
    LinkId,
    PlyNumber,
)
from kahuna.server.routes.sessions import CurrentAccount

LineNames = Annotated[str, Query(max_length=100)]
"""Lines, separated by commas; ``-`` for none."""
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}


class SvgResponse(Response):
    """An SVG image."""

    media_type = "image/svg+xml"


class PngResponse(Response):
    """A PNG image."""

    media_type = "image/png"


def games_router(api: Api) -> APIRouter:
    """Build the routes of games, their seats and their records."""
    endpoints, seating = api.endpoints, api.endpoints.seating
    router = APIRouter(responses=FAULTS)
    new, finished = [api.rate_limit("games")], [api.rate_limit("records")]
    drawn, drawing = [api.rate_limit("boards")], asyncio.Lock()
    seats, linked = [api.rate_limit("seats")], [api.rate_limit("links")]

    @router.post("/api/games", status_code=201, dependencies=new, responses=FAULT_MODEL)
    async def make(wanted: NewGame, account: CurrentAccount) -> SeatTaken:
        """Create a game."""
        return await seating.make(wanted, player_of(account))

    @router.post("/api/games/import", status_code=201, dependencies=new)
    async def import_record(body: ImportGame) -> SeatTaken:
        """Create a game from a record."""
        return await seating.import_record(body)

    @router.get("/api/games/{game_id}")
    async def facts(game_id: GameId) -> GameFacts:
        """Return what is public about a game."""
        return await endpoints.facts(game_id)

    @router.get("/api/games/{game_id}/record")
    async def record(game_id: GameId, token: BearerToken) -> RecordOut:
        """Return the record as JSON."""
        return render_record(await endpoints.record(game_id, token))

    @router.get("/api/games/{game_id}/record.txt", response_class=PlainTextResponse)
    async def record_text(game_id: GameId, token: BearerToken) -> str:
        """Return the record as text for people."""
        return format_game(await endpoints.record(game_id, token))

    @router.get("/api/games/{game_id}/replay", dependencies=finished)
    async def replay(game_id: GameId) -> ReplayOut:
        """Return every position of a finished game."""
        return await endpoints.replay(game_id)

    @router.get(
        "/api/games/{game_id}/positions/{ply}.svg",
        dependencies=finished,
        response_class=SvgResponse,
    )
    async def position(game_id: GameId, ply: PlyNumber, look: Look = Look.DAY) -> Response:
        """Draw the board of a finished game after a number of plies."""
        return SvgResponse(await endpoints.picture(game_id, ply, look))

    @router.get("/api/board.png", dependencies=drawn, response_class=PngResponse)
    async def board(white: LineNames = "-", black: LineNames = "-") -> Response:
        """Draw a board with the bridges of both seats, for previews of links."""
        try:
            bridges = parse_lines(white), parse_lines(black)
        except RecordError as error:
            raise invalid_record(error) from None
        if bridges[0] & bridges[1]:
            raise ApiError("invalid", "a line has one bridge")
        if not CAN_DRAW:
            raise ApiError("not_found", "this server cannot draw PNG files")
        async with drawing:
            image = await endpoints.registry.offload(draw_board, *bridges)
        return PngResponse(image, headers=FOREVER)

    @router.post("/api/games/{game_id}/branch", status_code=201, dependencies=finished)
    async def branch(game_id: GameId, body: BranchGame, account: CurrentAccount) -> SeatTaken:
        """Continue a finished game from one of its positions."""
        return await endpoints.branch(game_id, body, player_of(account))

    @router.post("/api/games/{game_id}/join", dependencies=seats)
    async def join(game_id: GameId, body: JoinGame, account: CurrentAccount) -> SeatTaken:
        """Take the free seat."""
        return await endpoints.join(game_id, body, player_of(account))

    @router.delete("/api/games/{game_id}", status_code=204)
    async def leave(game_id: GameId, token: BearerToken) -> Response:
        """Give up the seats of a token."""
        await endpoints.leave(game_id, token)
        return Response(status_code=204)

    @router.post("/api/my-games", dependencies=seats)
    async def my_games(body: MyTokens) -> MyGames:
        """List the games in which these tokens hold seats."""
        return await seating.my_games(body)

    @router.post("/api/links", status_code=201, dependencies=linked)
    async def link(body: LinkWanted) -> Link:
        """Create another token for the same seats."""
        return await endpoints.link(body)

    @router.get("/api/games/{game_id}/links")
    async def links(game_id: GameId, token: BearerToken) -> Links:
        """List the tokens that hold your seats."""
        return await endpoints.links(game_id, token)

    @router.delete("/api/games/{game_id}/links/{link_id}", status_code=204)
    async def revoke(game_id: GameId, link_id: LinkId, token: BearerToken) -> Response:
        """Revoke another token that holds your seats."""
        await endpoints.revoke(game_id, link_id, token)
        return Response(status_code=204)

    @router.post("/api/games/{game_id}/links/renew", status_code=201, dependencies=linked)
    async def renew(game_id: GameId, token: BearerToken) -> Link:
        """Replace your token with a new one."""
        return await endpoints.renew(game_id, token)

    return router
