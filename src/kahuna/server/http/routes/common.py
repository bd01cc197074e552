"""What the routes share: parameter types, error responses, rate limits and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request

from kahuna.core import Seat
from kahuna.record.game_record import MAX_PLIES
from kahuna.server.games.tokens import seats_held
from kahuna.server.http.addresses import address_group
from kahuna.server.http.rate_limit import RateLimiter
from kahuna.server.settings import Settings
from kahuna.server.wire.errors import ApiError
from kahuna.server.wire.http_bodies import FaultOut

GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
LinkId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
PlyNumber = Annotated[int, Path(ge=0, le=MAX_PLIES)]
Bearer = Annotated[str | None, Header(alias="authorization", max_length=120)]

Responses = dict[int | str, dict[str, Any]]
FAULTS: Responses = {
    status: {"model": FaultOut} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
_FAULT_SCHEMA = {"$ref": "#/components/schemas/FaultOut"}
FILE_FAULTS: Responses = {
    status: {"description": "a fault", "content": {"application/json": {"schema": _FAULT_SCHEMA}}}
    for status in FAULTS
}
"""Error responses of routes that answer with a file: errors are JSON all the same."""


def rate_limit(settings: Settings) -> Any:  # noqa: ANN401  FastAPI's own type for a dependency
    """Rate-limit endpoints that create resources, by client address."""
    limiter = RateLimiter(settings.requests_per_second, settings.request_burst)

    async def check(request: Request) -> None:
        address = request.client.host if request.client else ""
        if not limiter.take(address_group(address)):
            raise ApiError("too_many", "too many requests: wait a little")

    return Depends(check)


def bearer_token(authorization: str | None) -> str | None:
    """Return the token of an ``Authorization: Bearer`` header, if there is one."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def require_seats(token: str | None, holders: Mapping[str, tuple[Seat, ...]]) -> tuple[Seat, ...]:
    """Return the seats that a token holds; refuse a token without any."""
    held = () if token is None else seats_held(token, holders)
    if not held:
        raise ApiError("unknown_token", "this token holds no seat of this game")
    return held


def require_token(authorization: str | None, holders: Mapping[str, tuple[Seat, ...]]) -> str:
    """Return the token of a header; refuse one that holds no seat."""
    token = bearer_token(authorization)
    require_seats(token, holders)
    assert token is not None
    return token
