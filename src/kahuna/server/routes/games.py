"""Create and find games."""

from __future__ import annotations

from fastapi import APIRouter

from kahuna.hosting.play.bodies import GameFacts, ImportGame, NewGame, SeatTaken
from kahuna.hosting.play.lobby import Lobby
from kahuna.hosting.play.registry import GameRegistry
from kahuna.server.routes.common import FAULT_MODEL, FAULTS, GameId, rate_limit
from kahuna.server.settings import Settings


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
