"""Middleware: security headers, allowed host names, limits on the body of a request."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from time import perf_counter
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kahuna.hosting.errors import ApiError
from kahuna.server.settings import Settings
from kahuna.server.tracing import accept_request_id, serving, span

LOG = logging.getLogger(__name__)

MAX_BODY: Final = 256 * 1024
"""The maximum size of a request body in bytes; a long record takes a tenth of it."""

_TOO_LARGE: Final = f"a request has at most {MAX_BODY} bytes"

HEADERS: Final = {
    # Style attributes position pieces on the board; scripts must be files. Python in the browser is
    # WebAssembly, which needs a permission of its own.
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
        " style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self';"
        " media-src 'self'; connect-src 'self';"
        " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class RequestIdMiddleware:
    """Gives every request an id, and logs the responses to HTTP requests.

    Logs routes, not paths, which contain game ids.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id")
        request = accept_request_id(given)
        with serving(request), span(scope["type"]):
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
                return
            began, status = perf_counter(), 500

            async def answer(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                    if given == request:
                        MutableHeaders(scope=message)["x-request-id"] = request
                await send(message)

            try:
                await self._app(scope, receive, answer)
            finally:
                if LOG.isEnabledFor(logging.INFO):
                    extra = {
                        "method": scope["method"],
                        "route": getattr(scope.get("route"), "path", None),
                        "status": status,
                        "ms": round(1000 * (perf_counter() - began), 1),
                    }
                    LOG.info("answered", extra=extra)


class SecurityMiddleware:
    """Checks requests and completes responses."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        hosts = settings.allowed_hosts
        self._hosts = hosts and frozenset(host.lower() for host in hosts)
        self._body_seconds = settings.body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not all(map(self._is_allowed, headers.getlist("host") or [""])):
            await _reject_host(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        secured = _secure(scope, send)
        if _declared_length(headers) > MAX_BODY:
            fault = ApiError("too_large", _TOO_LARGE)
            await JSONResponse(fault.body(), fault.status)(scope, receive, secured)
            return
        await self._app(scope, _limited(receive, self._body_seconds), secured)

    def _is_allowed(self, host: str) -> bool:
        """Return whether the server answers to a host name, or to an IP address.

        DNS rebinding needs a name, so an IP address is always safe.
        """
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return self._hosts is None or name.lower() in self._hosts or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _declared_length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < 12 else MAX_BODY + 1


def _limited(receive: Receive, seconds: float) -> Receive:
    """Limit the time for the body, and its size if the client has not declared it."""
    deadline: float | None = asyncio.get_running_loop().time() + seconds
    size = 0

    async def limited() -> Message:
        nonlocal deadline, size
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, "the rest of the request did not arrive in time") from None
        size += len(message.get("body", b""))
        if size > MAX_BODY:
            raise HTTPException(413, _TOO_LARGE)
        if not message.get("more_body"):
            deadline = None
        return message

    return limited


def _secure(scope: Scope, send: Send) -> Send:
    """Add the security headers to every response."""

    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if scope["path"].startswith("/api/"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return secured


async def _reject_host(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    fault = ApiError(
        "invalid",
        "this server does not answer to that name; its operator can add it: --allow-host NAME",
    )
    await JSONResponse(fault.body(), 400)(scope, receive, _secure(scope, send))
