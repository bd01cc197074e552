"""The lobby: look for an opponent, live list, offers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import ExitStack, aclosing
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Request, Response

from kahuna.hosting.community.seeks import (
    AcceptSeek,
    BotWanted,
    LobbyOut,
    MatchBegun,
    SeekWanted,
)
from kahuna.hosting.community.visitors import account_visitor, guest_visitor
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.tokens import GAME_ID
from kahuna.server.matchmaker import Visit
from kahuna.server.net.limits import ConnectionLimit, CrowdedError
from kahuna.server.routes.common import FAULTS, Api, BearerToken, client_group
from kahuna.server.routes.sessions import CurrentAccount
from kahuna.server.routes.study import NdjsonResponse

SeekId = Annotated[str, Path(pattern=GAME_ID)]


async def visit(account: CurrentAccount, token: BearerToken) -> Visit:
    """Return who visits the lobby: an account, or a guest with the key of its browser."""
    if account is not None and account.is_suspended:
        raise ApiError("suspended", "this account is suspended")
    if account is not None:
        return Visit(account_visitor(account), account)
    if token is None:
        raise ApiError("signed_out", "sign in, or send the key of a guest as bearer token")
    return Visit(guest_visitor(token), None)


CurrentVisit = Annotated[Visit, Depends(visit)]


def lobby_router(api: Api) -> APIRouter:
    """Build the routes of the lobby."""
    matchmaker = api.matchmaker
    router = APIRouter(responses=FAULTS)
    settings = api.settings
    watching = ConnectionLimit(
        settings.max_connections, settings.max_connections_per_address, "address"
    )
    seeking, looking = [api.rate_limit("seeks")], [api.rate_limit("lobby")]

    @router.get("/api/lobby", dependencies=looking)
    async def look(visit: CurrentVisit) -> LobbyOut:
        """Return the lobby as it is now."""
        return await matchmaker.look(visit)

    @router.get(
        "/api/lobby/live", status_code=200, dependencies=looking, response_class=NdjsonResponse
    )
    async def watch(request: Request, visit: CurrentVisit) -> NdjsonResponse:
        """Send the lobby now and whenever it changes: a line of JSON (LobbyOut) each time.

        Whoever watches is present: games are offered only to them, unless turns take days.
        """
        counted = ExitStack()
        try:
            counted.enter_context(watching.counted(client_group(request)))
        except CrowdedError:
            raise ApiError("too_many", "you watch the lobby too often: close another tab") from None
        return NdjsonResponse(
            _lines(matchmaker.watch(visit, api.is_draining)), on_end=counted.close
        )

    @router.put("/api/lobby/seek", status_code=204, dependencies=seeking)
    async def seek(body: SeekWanted, visit: CurrentVisit) -> Response:
        """Look for an opponent, or offer a match to an account; this replaces an earlier one."""
        await matchmaker.seek(visit, body)
        return Response(status_code=204)

    @router.delete("/api/lobby/seek", status_code=204)
    async def cancel(visit: CurrentVisit) -> Response:
        """Stop looking for an opponent."""
        await matchmaker.cancel(visit)
        return Response(status_code=204)

    @router.post("/api/lobby/seeks/{seek_id}/accept", status_code=201, dependencies=seeking)
    async def accept(seek_id: SeekId, body: AcceptSeek, visit: CurrentVisit) -> MatchBegun:
        """Play somebody who looks for an opponent."""
        return {"game": await matchmaker.accept(visit, seek_id, body)}

    @router.delete("/api/lobby/offers/{offer_id}", status_code=204)
    async def end_offer(offer_id: SeekId, visit: CurrentVisit) -> Response:
        """Withdraw an offer of yours, or decline one that was made to you."""
        await matchmaker.end_offer(visit, offer_id)
        return Response(status_code=204)

    @router.post("/api/lobby/bot", status_code=201, dependencies=seeking)
    async def play_bot(body: BotWanted, visit: CurrentVisit) -> MatchBegun:
        """Begin a match against a bot."""
        return {"game": await matchmaker.play_bot(visit, body)}

    return router


async def _lines(watching: AsyncGenerator[LobbyOut]) -> AsyncIterator[bytes]:
    async with aclosing(watching) as states:
        async for state in states:
            yield orjson.dumps(state) + b"\n"
