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
)


def seats_router(api: Api) -> APIRouter:
    """Build the routes of seats and of the links to them."""
    endpoints = api.endpoints
    router = APIRouter(responses=FAULTS)
    seats, linked = [api.rate_limit("seats")], [api.rate_limit("links")]

    @router.post("/api/games/{game_id}/join", dependencies=seats)
    async def join(game_id: GameId, body: JoinGame) -> SeatTaken:
        """Take the free seat."""
        return await endpoints.join(game_id, body)

    @router.delete("/api/games/{game_id}", status_code=204)
    async def leave(game_id: GameId, authorization: Bearer = None) -> Response:
        """Give up the seats of a token."""
        await endpoints.leave(game_id, bearer_token(authorization))
        return Response(status_code=204)

    @router.post("/api/my-games", dependencies=seats)
    async def my_games(body: MyTokens) -> MyGames:
        """List the games in which these tokens hold seats."""
        return await endpoints.lobby.my_games(body)

    @router.post("/api/links", status_code=201, dependencies=linked)
    async def link(body: LinkWanted) -> Link:
        """Create another token for the same seats."""
        return await endpoints.link(body)

    @router.get("/api/games/{game_id}/links")
    async def links(game_id: GameId, authorization: Bearer = None) -> Links:
        """List the tokens that hold your seats."""
        return await endpoints.links(game_id, bearer_token(authorization))

    @router.delete("/api/games/{game_id}/links/{link_id}", status_code=204)
    async def revoke(game_id: GameId, link_id: LinkId, authorization: Bearer = None) -> Response:
        """Revoke another token that holds your seats."""
        await endpoints.revoke(game_id, link_id, bearer_token(authorization))
        return Response(status_code=204)

    @router.post("/api/games/{game_id}/links/renew", status_code=201, dependencies=linked)
    async def renew(game_id: GameId, authorization: Bearer = None) -> Link:
        """Replace your token with a new one."""
        return await endpoints.renew(game_id, bearer_token(authorization))

    return router
