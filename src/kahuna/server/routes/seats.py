"""Take, list, share and free seats."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kahuna.hosting.play.lobby import (
    JoinGame,
    Link,
    Links,
    LinkWanted,
    MyGames,
    MyTokens,
    SeatTaken,
)
from kahuna.server.routes.common import (
    FAULTS,
    Api,
    Bearer,
    GameId,
    LinkId,
    bearer_token,
    require_seat,
)


def seats_router(api: Api) -> APIRouter:
    """Build the routes of seats and of the links to them."""
    registry, lobby = api.registry, api.lobby
    router = APIRouter(responses=FAULTS)
    seats, linked = [api.rate_limit("seats")], [api.rate_limit("links")]

    @router.post("/api/games/{game_id}/join", dependencies=seats)
    async def join(game_id: GameId, body: JoinGame) -> SeatTaken:
        """Take the free seat."""
        async with registry.room(game_id) as room:
            return await lobby.join(room, body.invite, body.name)

    @router.delete("/api/games/{game_id}", status_code=204)
    async def leave(game_id: GameId, authorization: Bearer = None) -> Response:
        """Give up the seats of a token."""
        async with registry.room(game_id) as room:
            token = await require_seat(registry, room, bearer_token(authorization))
            await lobby.leave(room, token)
            return Response(status_code=204)

    @router.post("/api/my-games", dependencies=seats)
    async def my_games(body: MyTokens) -> MyGames:
        """List the games in which these tokens hold seats."""
        return await lobby.my_games(body)

    @router.post("/api/links", status_code=201, dependencies=linked)
    async def link(body: LinkWanted) -> Link:
        """Create another token for the same seats."""
        async with registry.room(body.game) as room:
            token = await require_seat(registry, room, body.token)
            return await lobby.link(room, token)

    @router.get("/api/games/{game_id}/links")
    async def links(game_id: GameId, authorization: Bearer = None) -> Links:
        """List the tokens that hold your seats."""
        async with registry.room(game_id) as room:
            token = await require_seat(registry, room, bearer_token(authorization))
            return await lobby.links(room, token)

    @router.delete("/api/games/{game_id}/links/{link_id}", status_code=204)
    async def revoke(game_id: GameId, link_id: LinkId, authorization: Bearer = None) -> Response:
        """Revoke another token that holds your seats."""
        async with registry.room(game_id) as room:
            token = await require_seat(registry, room, bearer_token(authorization))
            await lobby.revoke(room, token, link_id)
            return Response(status_code=204)

    @router.post("/api/games/{game_id}/links/renew", status_code=201, dependencies=linked)
    async def renew(game_id: GameId, authorization: Bearer = None) -> Link:
        """Replace your token with a new one."""
        async with registry.room(game_id) as room:
            token = await require_seat(registry, room, bearer_token(authorization))
            return await lobby.renew(room, token)

    return router
