"""Links to seats: open your seats on other devices."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kahuna.hosting.play.bodies import Link, Links, LinkWanted
from kahuna.hosting.play.lobby import Lobby
from kahuna.hosting.play.registry import GameRegistry
from kahuna.server.routes.common import (
    FAULTS,
    Bearer,
    GameId,
    LinkId,
    bearer_token,
    rate_limit,
    require_seat,
)
from kahuna.server.settings import Settings


def links_router(settings: Settings, registry: GameRegistry, lobby: Lobby) -> APIRouter:
    """Build the routes that create, list, revoke and renew links."""
    router = APIRouter(responses=FAULTS)
    limited = [rate_limit(settings, registry.hub, "links")]

    @router.post("/api/links", status_code=201, dependencies=limited)
    async def link(body: LinkWanted) -> Link:
        """Create another token for the same seats."""
        async with registry.room(body.game) as room:
            token = await require_seat(registry, room, body.token.get_secret_value())
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

    @router.post("/api/games/{game_id}/links/renew", status_code=201, dependencies=limited)
    async def renew(game_id: GameId, authorization: Bearer = None) -> Link:
        """Replace your token with a new one."""
        async with registry.room(game_id) as room:
            token = await require_seat(registry, room, bearer_token(authorization))
            return await lobby.renew(room, token)

    return router
