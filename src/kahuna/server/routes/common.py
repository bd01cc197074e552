"""What the routes share: parameter types, error responses, rate limits and tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import Annotated, Any

from fastapi import Depends, Header, HTTPException, Path, Request

from kahuna.hosting.endpoints import Endpoints
from kahuna.hosting.errors import FaultOut
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.record.game_record import MAX_PLIES
from kahuna.server.cluster.hub import Hub
from kahuna.server.matchmaker import Matchmaker
from kahuna.server.net.limits import RateLimiter, address_group
from kahuna.server.settings import Settings
from kahuna.server.store.store import SqlGameStore
from kahuna.server.vacations import Vacations

GameId = Annotated[str, Path(pattern=GAME_ID)]
LinkId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
PlyNumber = Annotated[int, Path(ge=0, le=MAX_PLIES)]

Responses = dict[int | str, dict[str, Any]]
_FAULT_SCHEMA = {"$ref": "#/components/schemas/FaultOut"}
FAULTS: Responses = {
    status: {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": _FAULT_SCHEMA}},
    }
    for status in (400, 401, 403, 404, 409, 410, 413, 422, 429, 503)
}
"""Error responses of all routes: JSON, even where the response is a file.

They only refer to the model: for a model, FastAPI builds a validator for each status of each route,
which used to take most of the time to start a server.
"""
FAULT_MODEL: Responses = {422: {"model": FaultOut}}
"""The same error response with the model itself, for the one route that declares it."""


class Limit:
    """Limits requests for each address or account; nodes share it while the hub works."""

    def __init__(self, hub: Hub, scope: str, rate: float, burst: int) -> None:
        """Allow ``burst`` requests at once and ``rate`` per second in the long run."""
        self._hub, self._scope, self._rate, self._burst = hub, scope, rate, burst
        self._limiter = RateLimiter(rate, burst)

    async def take(self, client: str) -> None:
        """Count a request of an address or account; refuse one too many."""
        is_allowed = await self._hub.take(f"{self._scope} {client}", self._rate, self._burst)
        if is_allowed is None:
            is_allowed = self._limiter.take(client)
        if not is_allowed:
            wait = {"retry-after": str(ceil(1 / self._rate))}
            raise HTTPException(429, "too many requests: wait a little", wait)

    def by_address(self) -> Any:  # noqa: ANN401  FastAPI's own type
        """Return a dependency that counts a request by its address."""

        async def check(request: Request) -> None:
            await self.take(client_group(request))

        return Depends(check)


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """What the routes work with."""

    settings: Settings
    endpoints: Endpoints
    matchmaker: Matchmaker
    vacations: Vacations
    hub: Hub
    store: SqlGameStore
    is_draining: Callable[[], bool]
    public_key: bytes
    """Checks the signatures of this server."""
    push_key: str | None
    """The public key for Web Push; ``None`` if the server sends no notices."""

    def limit(self, scope: str) -> Limit:
        """Return the usual limit for what creates something or takes time."""
        return Limit(
            self.hub, scope, self.settings.requests_per_second, self.settings.request_burst
        )

    def rate_limit(self, scope: str) -> Any:  # noqa: ANN401  FastAPI's own type
        """Limit the requests of each address; endpoints with the same scope share a limit."""
        return self.limit(scope).by_address()


def client_group(request: Request) -> str:
    """Return what limits count as one client."""
    return address_group(request.client.host if request.client else "")


async def bearer_token(
    authorization: Annotated[str, Header(max_length=120)] = "",
) -> str | None:
    """Return the token of an ``Authorization: Bearer`` header, if there is one."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


BearerToken = Annotated[str | None, Depends(bearer_token)]
