"""Health checks for operators, and the key that signs records."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Literal

from fastapi import APIRouter, Response

from kahuna.hosting.schema import TypedDict, closed
from kahuna.server.routes.common import FAULTS, Api


@closed
class Health(TypedDict):
    """Whether the server works."""

    status: Literal["ok", "unavailable"]
    version: str


@closed
class SigningKey(TypedDict):
    """The public key of the server, in hexadecimal digits."""

    algorithm: Literal["Ed25519"]
    key: str


def service_router(api: Api) -> APIRouter:
    """Build the routes for operators."""
    router = APIRouter(responses=FAULTS)

    async def is_writable() -> bool:
        try:
            async with asyncio.timeout(api.settings.ready_seconds):
                await api.endpoints.registry.store.check_writable()
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
        if not api.is_draining() and await is_writable():
            return {"status": "ok", "version": version("kahuna")}
        response.status_code = 503
        return {"status": "unavailable", "version": version("kahuna")}

    @router.get("/api/signing-key")
    async def signing_key() -> SigningKey:
        """Return the key that checks the signatures of this server."""
        return {"algorithm": "Ed25519", "key": api.public_key.hex()}

    return router
