"""The ASGI application: build every part and put them together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from kahuna.server.games.bot_pool import BotPool
from kahuna.server.games.coach_pool import CoachPool
from kahuna.server.games.hub import Hub, LocalHub
from kahuna.server.games.lobby import Lobby
from kahuna.server.games.registry import GameRegistry
from kahuna.server.games.review_jobs import ReviewJobs
from kahuna.server.games.sources import Sources, SteadyClock
from kahuna.server.housekeeping import housekeep, keep_time, tidy
from kahuna.server.http.errors import add_error_handlers
from kahuna.server.http.middleware import SecurityMiddleware
from kahuna.server.http.routes import make_router
from kahuna.server.http.static import StaticFiles
from kahuna.server.http.websocket import WebSocketEndpoint, WebSocketMiddleware
from kahuna.server.metrics import Metrics
from kahuna.server.settings import Settings
from kahuna.server.startup_errors import HubError, UnsharedDatabaseError
from kahuna.server.storage.store import SqlGameStore
from kahuna.server.wire.errors import ApiError


def create_app(
    settings: Settings, sources: Sources | None = None, *, metrics: Metrics | None = None
) -> FastAPI:
    """Build the application on the database of the settings."""
    metrics = metrics or Metrics()
    store = SqlGameStore(settings.db_url, metrics)
    hub = _make_hub(settings, store)
    bots = BotPool(settings.bot_processes, settings.bot_seconds, metrics)
    reviews = ReviewJobs(settings.review_budget)
    coach = CoachPool()
    clock = SteadyClock(store.now())
    registry = GameRegistry(
        store,
        bots,
        sources or Sources(now=clock),
        metrics,
        hub=hub,
        max_in_memory=settings.max_games_in_memory,
    )

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        registry.open()
        chores = [
            asyncio.create_task(housekeep(metrics)),
            asyncio.create_task(tidy(store, registry, settings)),
        ]
        if store.is_shared:
            chores.append(asyncio.create_task(keep_time(clock, store.now)))
        yield
        for chore in chores:
            chore.cancel()
        await registry.close()
        bots.close()
        reviews.close()
        coach.close()
        await store.close()

    app = FastAPI(
        title="Kahuna",
        version=version("kahuna"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.registry = registry
    endpoint = WebSocketEndpoint(settings, registry)
    app.state.endpoint = endpoint
    lobby = Lobby(registry)
    app.include_router(
        make_router(
            settings, registry, lobby, reviews, coach, is_draining=lambda: endpoint.is_draining
        )
    )
    _add_page(app, StaticFiles(settings.page))
    add_error_handlers(app)
    app.add_middleware(WebSocketMiddleware, endpoint=endpoint)
    app.add_middleware(SecurityMiddleware, allowed_hosts=settings.allowed_hosts)
    return app


def _make_hub(settings: Settings, store: SqlGameStore) -> Hub:
    """Return the hub of the settings."""
    if settings.hub_url is None:
        return LocalHub()
    if not store.is_shared:
        raise UnsharedDatabaseError
    try:
        # A node alone needs no Redis.
        from kahuna.server.cluster.redis_hub import RedisHub

        return RedisHub(settings.hub_url)
    except ModuleNotFoundError as error:
        raise HubError(f"{error.name} is not installed: pip install 'kahuna[cluster]'") from None
    except ValueError as error:
        raise HubError(str(error)) from None


def _add_page(app: FastAPI, files: StaticFiles) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise ApiError("not_found", "there is nothing here")
        accepts_gzip = "gzip" in request.headers.get("accept-encoding", "")
        origin = f"{request.url.scheme}://{request.url.netloc}"
        return files.respond(path, origin=origin, accepts_gzip=accepts_gzip)
