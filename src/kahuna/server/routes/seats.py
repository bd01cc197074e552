"""Take, list and free seats."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kahuna.core import Seat
from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.bodies import JoinGame, MyGame, MyGames, MyTokens, SeatTaken
from kahuna.hosting.play.lobby import Lobby
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.render_names import seat_name
from kahuna.hosting.play.room_cache import UnknownGameError
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.play.vocabulary import Refusal
from kahuna.server.routes.common import (
    FAULTS,
    Bearer,
    GameId,
    bearer_token,
    rate_limit,
    require_seat,
)
from kahuna.server.settings import Settings


def seats_router(settings: Settings, registry: GameRegistry, lobby: Lobby) -> APIRouter:
    """Build the routes that take, list and free seats."""
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
        held = await registry.store.games_of(hashes)
        games = [await _my_game(registry, game, seats) for game, seats in held.items()]
        return {"games": [game for game in games if game is not None]}

    return router


async def _my_game(registry: GameRegistry, game_id: str, seats: tuple[Seat, ...]) -> MyGame | None:
    """Render a game for the holder of some seats; ``None`` if it was just deleted."""
    try:
        async with registry.room(game_id) as room, registry.locked(room) as game:
            return {
                "facts": game.facts(),
                "seats": [seat_name(seat) for seat in seats],
                "is_my_turn": game.mover in seats,
            }
    except UnknownGameError:
        return None
    except RefusedError as error:
        if error.code is Refusal.UNKNOWN_GAME:
            return None
        raise
