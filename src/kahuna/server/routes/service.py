"""Health checks for operators."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.metadata import version

from fastapi import APIRouter, Response

from kahuna.hosting.play.bodies import Health
from kahuna.hosting.play.registry import GameRegistry
from kahuna.server.routes.common import FAULTS


def service_router(
    registry: GameRegistry, ready_seconds: float, is_draining: Callable[[], bool]
) -> APIRouter:
    """Build the routes for operators."""
    router = APIRouter(responses=FAULTS)

    async def is_writable() -> bool:
        try:
            async with asyncio.timeout(ready_seconds):
                await registry.store.check_writable()
        except Exception:  # Whatever the reason, the server is not ready.
            return False
        return True

    @router.get("/healthz")
    async def health() -> Health:
        """Report that the process responds."""
        return {"status": "ok", "version": version("kahuna")}

    @router.get("/readyz")
    async def readiness(response: Response) -> Health:
        """Report whether moves can be stored, by writing to the database; not while draining."""
        if not is_draining() and await is_writable():
            return {"status": "ok", "version": version("kahuna")}
        response.status_code = 503
        return {"status": "unavailable", "version": version("kahuna")}

    return router
