"""Ask for notices about your turns, on a device or for a program."""

from __future__ import annotations

import asyncio
import secrets

from fastapi import APIRouter, Response

from kahuna.hosting.errors import ApiError
from kahuna.hosting.notices import (
    AddressGone,
    PushKey,
    PushWanted,
    Target,
    WebhookMade,
    WebhookWanted,
    check_address,
    push_target,
)
from kahuna.hosting.play.tokens import token_hash
from kahuna.server.routes.common import FAULTS, Api
from kahuna.server.store.notice_rows import NoticeRows


def notices_router(api: Api) -> APIRouter:
    """Build the routes of notices."""
    router = APIRouter(responses=FAULTS)
    limit = [api.rate_limit("notices")]

    def rows() -> NoticeRows:
        if api.push_key is None:
            raise ApiError("not_found", "this server sends no notices")
        return api.store.notices

    async def renew(target: Target, tokens: list[str]) -> None:
        now = api.endpoints.registry.sources.now()
        await asyncio.to_thread(rows().renew, target, list(map(token_hash, tokens)), now)

    @router.get("/api/notices/key")
    async def key() -> PushKey:
        """Return the key with which a browser subscribes to Web Push."""
        return {"key": api.push_key}

    @router.post("/api/notices/push", status_code=204, dependencies=limit)
    async def push(body: PushWanted) -> Response:
        """Notify a device of the turns of these tokens, and of no others."""
        await renew(push_target(body), body.tokens)
        return Response(status_code=204)

    @router.post("/api/notices/webhook", dependencies=limit)
    async def webhook(body: WebhookWanted) -> WebhookMade:
        """Call a program when it is the turn of these tokens; the secret is new every time."""
        check_address(body.address)
        secret = secrets.token_urlsafe()
        await renew(Target("webhook", body.address, secret=secret), body.tokens)
        return {"secret": secret}

    @router.post("/api/notices/forget", status_code=204, dependencies=limit)
    async def forget(body: AddressGone) -> Response:
        """Send nothing to an address any more."""
        await asyncio.to_thread(rows().forget, body.address)
        return Response(status_code=204)

    return router
