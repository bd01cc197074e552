"""What the routes share: parameter types, error responses, rate limits and tokens."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request

from kahuna.core import IllegalActionError, View, preview
from kahuna.hosting.errors import ApiError, RefusedError
from kahuna.hosting.play.bodies import FaultOut, GameFacts
from kahuna.hosting.play.hub import Hub
from kahuna.hosting.play.messages import Previewed, Refused
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.render_log import render_events
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.hosting.play.vocabulary import Refusal
from kahuna.record import GameRecord, RecordError, parse_action
from kahuna.record.game_record import MAX_PLIES
from kahuna.server.net.addresses import address_group
from kahuna.server.net.rate_limit import RateLimiter
from kahuna.server.settings import Settings

GameId = Annotated[str, Path(pattern=GAME_ID)]
LinkId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
PlyNumber = Annotated[int, Path(ge=0, le=MAX_PLIES)]
Bearer = Annotated[str | None, Header(alias="authorization", max_length=120)]

Responses = dict[int | str, dict[str, Any]]
_FAULT_SCHEMA = {"$ref": "#/components/schemas/FaultOut"}
FAULTS: Responses = {
    status: {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": _FAULT_SCHEMA}},
    }
    for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
"""Error responses of all routes: JSON, even where the response is a file.

They only refer to the model: for a model, FastAPI builds a validator for each status of each route,
which used to take most of the time to start a server.
"""
FAULT_MODEL: Responses = {422: {"model": FaultOut}}
"""The same error response with the model itself, for the one route that declares it."""


def rate_limit(settings: Settings, hub: Hub, scope: str) -> Any:  # noqa: ANN401  FastAPI's own type
    """Rate-limit endpoints that create resources, by client address.

    Endpoints with the same scope share a limit; so do all nodes while the hub works.
    """
    rate, burst = settings.requests_per_second, settings.request_burst
    limiter = RateLimiter(rate, burst)

    async def check(request: Request) -> None:
        address = client_group(request)
        is_allowed = await hub.take(f"{scope} {address}", rate, burst)
        if is_allowed is None:
            is_allowed = limiter.take(address)
        if not is_allowed:
            raise ApiError("too_many", "too many requests: wait a little")

    return Depends(check)


def client_group(request: Request) -> str:
    """Return what limits count as one client."""
    return address_group(request.client.host if request.client else "")


def preview_action(view: View, text: str) -> Previewed | Refused:
    """Render what an action would do, or why it is not legal."""
    try:
        events = preview(view, parse_action(text, view.public.phase))
    except IllegalActionError as error:
        refused = RefusedError(Refusal.ILLEGAL_ACTION, reason=error.reason, action=text)
        return refused.message("preview")
    except RecordError as error:
        raise ApiError("invalid", f"action: {error}") from None
    return {"type": "previewed", "action": text, "events": render_events(events)}


def bearer_token(authorization: str | None) -> str | None:
    """Return the token of an ``Authorization: Bearer`` header, if there is one."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


async def require_seat(registry: GameRegistry, room: Room, token: str | None) -> str:
    """Return a token; refuse one that holds no seat."""
    if token is None or not await registry.seats_of(room, token):
        raise ApiError("unknown_token", "this token holds no seat of this game")
    return token


async def finished_game(registry: GameRegistry, game_id: str) -> tuple[GameRecord, GameFacts]:
    """Return a finished game with every card; refuse a running one."""
    async with registry.room(game_id) as room, registry.locked(room) as game:
        if not game.is_over:
            raise ApiError("conflict", "the game is not over")
        return game.record(), game.facts()
