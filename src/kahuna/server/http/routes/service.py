"""Health checks, for whoever operates the server."""

from __future__ import annotations

import asyncio
from importlib.metadata import version

from fastapi import APIRouter, Response

from kahuna.server.games.registry import GameRegistry
from kahuna.server.wire.http_bodies import Health


def service_router(registry: GameRegistry, ready_seconds: float) -> APIRouter:
    """Build the routes for operators."""
    router = APIRouter()

    @router.get("/healthz")
    async def health() -> Health:
        """Report that the process answers."""
        return {"status": "ok", "version": version("kahuna")}

    @router.get("/readyz")
    async def readiness(response: Response) -> Health:
        """Report whether moves can be stored: write to the database."""
        try:
            async with asyncio.timeout(ready_seconds):
                await registry.store.check_writable()
        except Exception:
            response.status_code = 503
            return {"status": "unavailable", "version": version("kahuna")}
        return {"status": "ok", "version": version("kahuna")}

    return router
