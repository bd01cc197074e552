"""Create, join, list and leave games."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kahuna.server.games.lobby import Lobby
from kahuna.server.games.registry import GameRegistry
from kahuna.server.games.room_cache import UnknownGameError
from kahuna.server.games.tokens import token_hash
from kahuna.server.http.routes.common import (
    FAULT_MODEL,
    FAULTS,
    Bearer,
    GameId,
    LinkId,
    bearer_token,
    rate_limit,
    require_seat,
)
from kahuna.server.render.names import seat_name
from kahuna.server.settings import Settings
from kahuna.server.wire.errors import RefusedError
from kahuna.server.wire.http_bodies import (
    GameFacts,
    ImportGame,
    JoinGame,
    Link,
    Links,
    LinkWanted,
    MyGame,
    MyGames,
    MyTokens,
    NewGame,
    SeatTaken,
)
from kahuna.server.wire.vocabulary import Refusal


def games_router(settings: Settings, registry: GameRegistry, lobby: Lobby) -> APIRouter:
    """Build the routes that create and find games."""
    router = APIRouter(responses=FAULTS)
    limited = [rate_limit(settings, registry.hub, "games")]

    @router.post("/api/games", status_code=201, dependencies=limited, responses=FAULT_MODEL)
    async def make(wanted: NewGame) -> SeatTaken:
        """Create a game."""
        return await lobby.make(wanted)

    @router.post("/api/games/import", status_code=201, dependencies=limited)
    async def import_record(body: ImportGame) -> SeatTaken:
        """Create a game from a record."""
        return await lobby.import_record(body)

    @router.get("/api/games/{game_id}")
    async def facts(game_id: GameId) -> GameFacts:
        """Return what is public about a game."""
        async with registry.room(game_id) as room, registry.locked(room) as game:
            return game.facts()

    return router


def seats_router(settings: Settings, registry: GameRegistry, lobby: Lobby) -> APIRouter:
    """Build the routes that give, share and free seats."""
    router = APIRouter(responses=FAULTS)
    limited = [rate_limit(settings, registry.hub, "seats")]

    @router.post("/api/games/{game_id}/join", dependencies=limited)
    async def join(game_id: GameId, body: JoinGame) -> SeatTaken:
        """Take the free seat."""
        async with registry.room(game_id) as room:
            return await lobby.join(room, body.invite.get_secret_value(), body.name)

    @router.delete("/api/games/{game_id}", status_code=204)
    async def leave(game_id: GameId, authorization: Bearer = None) -> Response:
        """Give up the seats of a token."""
        async with registry.room(game_id) as room:
            token = await require_seat(registry, room, bearer_token(authorization))
            await lobby.leave(room, token)
            return Response(status_code=204)

    @router.post("/api/my-games", dependencies=limited)
    async def my_games(body: MyTokens) -> MyGames:
        """List the games in which these tokens hold seats."""
        hashes = [token_hash(token.get_secret_value()) for token in body.tokens]
        games: list[MyGame] = []
        for game_id, seats in (await registry.store.games_of(hashes)).items():
            try:
                async with registry.room(game_id) as room, registry.locked(room) as game:
                    facts, is_my_turn = game.facts(), game.mover in seats
            except UnknownGameError:
                continue  # It was just deleted.
            except RefusedError as error:
                if error.code is Refusal.UNKNOWN_GAME:
                    continue
                raise
            mine = [seat_name(seat) for seat in seats]
            games.append({"facts": facts, "seats": mine, "is_my_turn": is_my_turn})
        return {"games": games}

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
