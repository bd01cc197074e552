"""Health checks, for whoever operates the server."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Response

from kahuna.server.games.registry import GameRegistry
from kahuna.server.wire.http_bodies import Health


def service_router(registry: GameRegistry) -> APIRouter:
    """Build the routes for operators."""
    router = APIRouter()

    @router.get("/healthz")
    async def health(response: Response) -> Health:
        """Report whether the database answers."""
        try:
            await registry.store.check()
        except Exception:
            response.status_code = 503
            return {"status": "unavailable", "version": version("kahuna")}
        return {"status": "ok", "version": version("kahuna")}

    return router
