"""Health and metrics, for whoever operates the server."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request, Response
from starlette.responses import PlainTextResponse

from kahuna.server.games.registry import GameRegistry
from kahuna.server.http.addresses import is_loopback
from kahuna.server.wire.errors import ApiError
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

    @router.get("/metrics", response_class=PlainTextResponse)
    async def metrics(request: Request) -> Response:
        """Expose metrics to a Prometheus on this machine.

        Nobody else may read them: the counters would tell an opponent of steps taken back.
        """
        if request.client is not None and not is_loopback(request.client.host):
            raise ApiError("not_found", "there is nothing here")
        return Response(registry.metrics.exposition(), media_type="text/plain; version=0.0.4")

    return router
