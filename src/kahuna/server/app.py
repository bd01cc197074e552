"""The app: everything put together. It holds no state beside the registry."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import cast

from fastapi import FastAPI, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kahuna.server.games.lobby import Lobby
from kahuna.server.games.registry import GameRegistry, UnknownGameError
from kahuna.server.http.middleware import SecurityMiddleware
from kahuna.server.http.routes import make_router
from kahuna.server.http.routes.common import GameId
from kahuna.server.http.static import StaticFiles
from kahuna.server.http.websocket import WebSocketEndpoint, turn_away
from kahuna.server.metrics import Metrics
from kahuna.server.settings import Settings, Sources
from kahuna.server.storage.store import StorageError
from kahuna.server.wire.errors import ApiError, RefusedError
from kahuna.server.wire.http_bodies import Fault
from kahuna.server.wire.vocabulary import Refusal

_CODES: dict[int, Fault] = {404: "not_found", 413: "too_large", 429: "too_many", 503: "unavailable"}


def create_app(settings: Settings, sources: Sources | None = None) -> FastAPI:
    """An app on a database."""
    registry = GameRegistry(settings, Sources() if sources is None else sources, Metrics())
    lobby = Lobby(registry)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await registry.open()
        yield
        await registry.close()

    app = FastAPI(
        title="Kahuna",
        version=version("kahuna"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.registry = registry
    app.include_router(make_router(registry, lobby))
    endpoint = WebSocketEndpoint(registry, lobby)

    @app.websocket("/api/games/{game_id:path}/socket")
    async def socket(websocket: WebSocket, game_id: GameId) -> None:
        await endpoint(websocket, game_id)

    _add_page(app, StaticFiles(settings.page))
    _add_faults(app)
    app.add_middleware(SecurityMiddleware, allowed_hosts=settings.allowed_hosts)
    return app


def _add_page(app: FastAPI, pages: StaticFiles) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise ApiError("not_found", "there is nothing here")
        may_pack = "gzip" in request.headers.get("accept-encoding", "")
        return pages.answer(path, may_pack=may_pack)


def _add_faults(app: FastAPI) -> None:
    """Whatever goes wrong on purpose is answered in one form."""

    async def fault(_request: Request, error: Exception) -> Response:
        found = _fault_of(error)
        status = error.status_code if isinstance(error, HTTPException) else found.status
        return JSONResponse(found.body(), status)

    for kind in (
        ApiError,
        HTTPException,
        RequestValidationError,
        UnknownGameError,
        RefusedError,
        StorageError,
    ):
        app.add_exception_handler(kind, fault)
    app.add_exception_handler(WebSocketRequestValidationError, turn_away)


def _fault_of(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case UnknownGameError() | RefusedError(code=Refusal.UNKNOWN_GAME):
            return ApiError("not_found", "there is no such game")
        case RefusedError(code=Refusal.STALE_VERSION):
            return ApiError("conflict", "somebody else was faster")
        case RefusedError() | StorageError():
            return ApiError("unavailable", "the server cannot write at the moment")
        case RequestValidationError():
            return _invalid(error)
        case HTTPException():
            return ApiError(_CODES.get(error.status_code, "invalid"), str(error.detail))
        case _:
            raise AssertionError("only what was registered comes here")


def _invalid(error: RequestValidationError) -> ApiError:
    """What is wrong where; a game's address that cannot be one is a game that is not there."""
    problems = []
    for problem in error.errors():
        where = cast("tuple[str | int, ...]", problem["loc"])
        if where == ("path", "game_id"):
            return ApiError("not_found", "there is no such game")
        problems.append(f"{'.'.join(map(str, where))}: {problem['msg']}")
    return ApiError("invalid", *problems)
