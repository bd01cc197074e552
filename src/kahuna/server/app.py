"""The app: everything put together. It holds no state beside the house."""

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

from kahuna.server.armour import Armour
from kahuna.server.desk import Desk
from kahuna.server.doorkeeper import Doorkeeper, turn_away
from kahuna.server.faults import Code, FaultError
from kahuna.server.gauges import Gauges
from kahuna.server.house import House, UnknownGameError
from kahuna.server.pages import Pages
from kahuna.server.refusals import RefusedError
from kahuna.server.routes import GameId, make_routes
from kahuna.server.settings import Settings, Sources
from kahuna.server.store import StorageError
from kahuna.server.words import Refusal

_CODES: dict[int, Code] = {404: "not_found", 413: "too_large", 429: "too_many", 503: "unavailable"}


def create_app(settings: Settings, sources: Sources | None = None) -> FastAPI:
    """An app on a database."""
    house = House(settings, Sources() if sources is None else sources, Gauges())
    desk = Desk(house)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Kahuna",
        version=version("kahuna"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = house
    app.include_router(make_routes(house, desk))
    doorkeeper = Doorkeeper(house, desk)

    @app.websocket("/api/games/{game:path}/socket")
    async def socket(websocket: WebSocket, game: GameId) -> None:
        await doorkeeper(websocket, game)

    _add_page(app, Pages(settings.page))
    _add_faults(app)
    app.add_middleware(Armour, allowed_hosts=settings.allowed_hosts)
    return app


def _add_page(app: FastAPI, pages: Pages) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise FaultError("not_found", "there is nothing here")
        may_pack = "gzip" in request.headers.get("accept-encoding", "")
        return pages.answer(path, may_pack=may_pack)


def _add_faults(app: FastAPI) -> None:
    """Whatever goes wrong on purpose is answered in one form."""

    async def fault(_request: Request, error: Exception) -> Response:
        found = _fault_of(error)
        status = error.status_code if isinstance(error, HTTPException) else found.status
        return JSONResponse(found.body(), status)

    for kind in (
        FaultError,
        HTTPException,
        RequestValidationError,
        UnknownGameError,
        RefusedError,
        StorageError,
    ):
        app.add_exception_handler(kind, fault)
    app.add_exception_handler(WebSocketRequestValidationError, turn_away)


def _fault_of(error: Exception) -> FaultError:
    match error:
        case FaultError():
            return error
        case UnknownGameError() | RefusedError(code=Refusal.UNKNOWN_GAME):
            return FaultError("not_found", "there is no such game")
        case RefusedError(code=Refusal.STALE_VERSION):
            return FaultError("conflict", "somebody else was faster")
        case RefusedError() | StorageError():
            return FaultError("unavailable", "the server cannot write at the moment")
        case RequestValidationError():
            return _invalid(error)
        case HTTPException():
            return FaultError(_CODES.get(error.status_code, "invalid"), str(error.detail))
        case _:
            raise AssertionError("only what was registered comes here")


def _invalid(error: RequestValidationError) -> FaultError:
    """What is wrong where; a game's address that cannot be one is a game that is not there."""
    problems = []
    for problem in error.errors():
        where = cast("tuple[str | int, ...]", problem["loc"])
        if where == ("path", "game"):
            return FaultError("not_found", "there is no such game")
        problems.append(f"{'.'.join(map(str, where))}: {problem['msg']}")
    return FaultError("invalid", *problems)
