"""Profiles of accounts, and what to do about somebody unpleasant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Path, Response

from kahuna.core import Seat
from kahuna.hosting.community.account import ACCOUNT_ID, Account, require_account
from kahuna.hosting.community.profile import LuckOut, ProfileOut, ReportWanted, mean_luck
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.names import seat_name
from kahuna.hosting.store import ConflictError
from kahuna.server.jobs.review_jobs import unpack_reports
from kahuna.server.routes.common import FAULTS, Api
from kahuna.server.routes.sessions import CurrentAccount
from kahuna.server.store.account_rows import find_account
from kahuna.server.store.profile_rows import (
    block,
    load_profile,
    report,
    reviewed_games,
    unblock,
)

AccountId = Annotated[str, Path(pattern=ACCOUNT_ID)]


def players_router(api: Api) -> APIRouter:
    """Build the routes of profiles."""
    store, now = api.store, api.endpoints.registry.sources.now
    offload = api.endpoints.registry.offload
    router = APIRouter(responses=FAULTS)
    reading, reporting = [api.rate_limit("profiles")], [api.rate_limit("reports")]

    async def known(account_id: str) -> Account:
        account = await store.query(lambda rows: find_account(rows, account_id))
        if account is None:
            raise ApiError("not_found", "there is no such account")
        return account

    @router.get("/api/players/{account_id}", dependencies=reading)
    async def profile(account_id: AccountId, visitor: CurrentAccount) -> ProfileOut:
        """Return the ratings and results of an account."""
        account = await known(account_id)
        visitor_id = None if visitor is None else visitor.id
        reviews = await store.query(lambda rows: reviewed_games(rows, account.id))
        luck = await offload(_luck_of, reviews)
        return await store.query(lambda rows: load_profile(rows, account, visitor_id, luck, now()))

    @router.put("/api/players/{account_id}/block", status_code=204, dependencies=reporting)
    async def block_player(account_id: AccountId, visitor: CurrentAccount) -> Response:
        """Do not meet an account in the lobby any more."""
        own, other = require_account(visitor), await known(account_id)
        if own.id == other.id:
            raise ApiError("conflict", "this is your own account")
        await store.transact(lambda rows: block(rows, own.id, other.id))
        return Response(status_code=204)

    @router.delete("/api/players/{account_id}/block", status_code=204)
    async def unblock_player(account_id: AccountId, visitor: CurrentAccount) -> Response:
        """Meet an account again."""
        own = require_account(visitor)
        await store.transact(lambda rows: unblock(rows, own.id, account_id))
        return Response(status_code=204)

    @router.post("/api/players/{account_id}/report", status_code=204, dependencies=reporting)
    async def report_player(
        account_id: AccountId, body: ReportWanted, visitor: CurrentAccount
    ) -> Response:
        """Report an account to the administrators."""
        own, other = require_account(visitor), await known(account_id)
        try:
            await store.transact(
                lambda rows: report(rows, own.id, other.id, body.reason, body.game, now())
            )
        except ConflictError:
            raise ApiError("too_many", "you have reported too much: wait for an answer") from None
        return Response(status_code=204)

    return router


def _luck_of(reviews: Iterable[tuple[Seat, bytes]]) -> LuckOut | None:
    """Return luck and skill in the reviews that this release can read."""
    parts: list[tuple[float, float]] = []
    for seat, data in reviews:
        if (reports := unpack_reports(data)) is not None:
            part = reports["en"][seat_name(seat)]
            parts.append((part["luck"], part["skill"]))
    return mean_luck(parts)
