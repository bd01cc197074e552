"""The ASGI application: build all parts and put them together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from kahuna.hosting.endpoints import Endpoints
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.seating import Seating
from kahuna.hosting.play.services import Sources
from kahuna.server.housekeeping import housekeep, tidy
from kahuna.server.jobs.coach_pool import CoachPool
from kahuna.server.matchmaker import Matchmaker
from kahuna.server.metrics import Metrics
from kahuna.server.net.errors import add_error_handlers
from kahuna.server.net.link_preview import preview_link
from kahuna.server.net.middleware import RequestIdMiddleware, SecurityMiddleware
from kahuna.server.net.page import StaticFiles
from kahuna.server.net.websocket import WebSocketEndpoint, WebSocketMiddleware
from kahuna.server.node import Node
from kahuna.server.routes import api_routes
from kahuna.server.routes.common import Api
from kahuna.server.routes.sessions import Sessions
from kahuna.server.settings import Settings
from kahuna.server.vacations import Vacations

if TYPE_CHECKING:
    from kahuna.server.notices.notifier import Notifier


def create_app(
    settings: Settings, sources: Sources | None = None, *, metrics: Metrics | None = None
) -> FastAPI:
    """Build the application on the database of the settings."""
    metrics = metrics or Metrics()
    node = Node(settings, sources, metrics)
    registry = node.registry
    coach = CoachPool()
    matchmaker = Matchmaker(registry, node.store, lambda: metrics.num_connections)
    vacations = Vacations(registry, node.store)
    notifier = _make_notifier(settings, node)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        node.open()
        chores = [
            asyncio.create_task(housekeep(metrics)),
            asyncio.create_task(tidy(node.store, registry, settings)),
            asyncio.create_task(matchmaker.run()),
            asyncio.create_task(vacations.run()),
        ]
        if notifier is not None:
            chores.append(asyncio.create_task(notifier.run()))
        yield
        for chore in chores:
            chore.cancel()
        coach.close()
        await node.close()

    app = FastAPI(
        title="Kahuna",
        version=version("kahuna"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.node = node
    app.state.sessions = Sessions(node.store, registry.sources, settings.origin)
    endpoint = WebSocketEndpoint(settings, registry, metrics)
    app.state.endpoint = endpoint
    app.router.routes.extend(
        api_routes(
            Api(
                settings=settings,
                endpoints=Endpoints(
                    registry=registry, seating=Seating(registry), reviews=node.reviews, coach=coach
                ),
                matchmaker=matchmaker,
                vacations=vacations,
                hub=node.hub,
                store=node.store,
                is_draining=lambda: endpoint.is_draining,
                public_key=node.signer.public_key,
                push_key=None if notifier is None else notifier.push_key,
            )
        )
    )
    _add_page(app, StaticFiles(settings.page), registry)
    add_error_handlers(app)
    app.add_middleware(WebSocketMiddleware, endpoint=endpoint)
    app.add_middleware(SecurityMiddleware, settings=settings)
    app.add_middleware(RequestIdMiddleware)
    return app


def _make_notifier(settings: Settings, node: Node) -> Notifier | None:
    """Return what sends notices, if the operator wants that."""
    if settings.notices_contact is None:
        return None
    from kahuna.server.notices.messages import PushSigner  # These need the extra ``notices``.
    from kahuna.server.notices.notifier import Notifier
    from kahuna.server.notices.outgoing import Outgoing

    signer = PushSigner(node.secret, settings.notices_contact)
    return Notifier(node.registry, node.store.notices, signer, Outgoing().send)


def _add_page(app: FastAPI, files: StaticFiles, registry: GameRegistry) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(
        path: str, request: Request, invitation: str = "", position: str = ""
    ) -> Response:
        if path.startswith("api/"):
            raise ApiError("not_found", "there is nothing here")
        accepts_gzip = "gzip" in request.headers.get("accept-encoding", "")
        origin = f"{request.url.scheme}://{request.url.netloc}"
        preview = await preview_link(registry, path, invitation=invitation, position=position)
        return files.respond(path, origin=origin, preview=preview, accepts_gzip=accepts_gzip)
