"""Turn exceptions into uniform error responses."""

from __future__ import annotations

import logging
from typing import Final, TypeAlias, assert_never, cast, get_args

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kahuna.hosting.errors import ApiError, Fault, Refusal, RefusedError
from kahuna.hosting.store import ConflictError, StorageError

LOG = logging.getLogger(__name__)
RETRY_SECONDS: Final = "5"
"""How many seconds a client should wait before trying again when the server is unavailable."""
_Expected: TypeAlias = (
    ApiError | HTTPException | RequestValidationError | RefusedError | ConflictError | StorageError
)
_CODES: dict[int, Fault] = {404: "not_found", 413: "too_large", 429: "too_many", 503: "unavailable"}


def add_error_handlers(app: FastAPI) -> None:
    """Answer every expected error with a :class:`FaultOut`."""

    async def respond(_request: Request, error: Exception) -> Response:
        fault = _api_error(cast(_Expected, error))
        status = error.status_code if isinstance(error, HTTPException) else fault.status
        if isinstance(error, StorageError):
            LOG.error("the database does not answer: %s", error)
        headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
        if fault.code == "unavailable":
            headers["retry-after"] = RETRY_SECONDS
        if status in (408, 413):
            headers["connection"] = "close"  # Nobody reads the rest of the request.
        return JSONResponse(fault.body(), status, headers)

    for kind in get_args(_Expected):
        app.add_exception_handler(kind, respond)


def _api_error(error: _Expected) -> ApiError:
    match error:
        case ApiError():
            return error
        case RefusedError(code=Refusal.UNKNOWN_GAME):
            return ApiError("not_found", "there is no such game")
        case RefusedError(code=Refusal.STALE_VERSION) | ConflictError():
            return ApiError("conflict", "another request was faster: try again")
        case RefusedError() | StorageError():
            return ApiError("unavailable", "the database does not answer: try again later")
        case RequestValidationError():
            return _validation_error(error)
        case HTTPException():
            return ApiError(_CODES.get(error.status_code, "invalid"), str(error.detail))
        case _:
            assert_never(error)


def _validation_error(error: RequestValidationError) -> ApiError:
    """Turn validation errors into a fault; a malformed game id becomes 404."""
    problems = []
    for problem in error.errors():
        where = cast("tuple[str | int, ...]", problem["loc"])
        if where == ("path", "game_id"):
            return ApiError("not_found", "there is no such game")
        problems.append(f"{'.'.join(map(str, where))}: {problem['msg']}")
    return ApiError("invalid", *problems)
