"""Take a vacation from games over days."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from kahuna.hosting.community.account import require_account
from kahuna.hosting.community.vacation import VacationStatus, VacationWanted
from kahuna.server.routes.common import FAULTS, Api
from kahuna.server.routes.sessions import OwnAccount, own_page


def vacation_router(api: Api) -> APIRouter:
    """Build the routes of vacations."""
    vacations = api.vacations
    router = APIRouter(responses=FAULTS, dependencies=[Depends(own_page)])
    limited = [api.rate_limit("accounts")]
    changes = api.limit("account changes")

    @router.get("/api/account/vacation")
    async def status(account: OwnAccount) -> VacationStatus:
        """Return until when you are on vacation, and how many days are left."""
        return await vacations.status(account.id)

    @router.post("/api/account/vacation", dependencies=limited)
    async def begin(body: VacationWanted, account: OwnAccount) -> VacationStatus:
        """Begin a vacation: your clocks stand still in games with days for each turn."""
        await changes.take(account.id)
        return await vacations.begin(require_account(account).id, body.days)

    @router.delete("/api/account/vacation", dependencies=limited)
    async def end(account: OwnAccount) -> VacationStatus:
        """End your vacation now."""
        await changes.take(account.id)
        return await vacations.end(account.id)

    return router
