"""Around the app: headers that browsers obey, names it answers to, and how much it reads."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kahuna.server.wire.errors import ApiError

MAX_BODY: Final = 256 * 1024
"""The most bytes of a request: a long record has a tenth of it."""

_TOO_LARGE: Final = f"a request has at most {MAX_BODY} bytes"

HEADERS: Final = {
    # Attributes of style, which place things on the board, are allowed; scripts are files only.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
        " img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self';"
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


class SecurityMiddleware:
    """Wraps the app."""

    def __init__(self, app: ASGIApp, allowed_hosts: tuple[str, ...] | None) -> None:
        self._app = app
        self._hosts = allowed_hosts and frozenset(host.lower() for host in allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not all(map(self._is_ours, headers.getlist("host") or [""])):
            await _turn_away(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        armed = _arm(scope, send)
        if _declared(headers) > MAX_BODY:
            fault = ApiError("too_large", _TOO_LARGE)
            await JSONResponse(fault.body(), fault.status)(scope, receive, armed)
            return
        await self._app(scope, _counted(receive), armed)

    def _is_ours(self, host: str) -> bool:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return self._hosts is None or name.lower() in self._hosts


def _declared(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < 12 else MAX_BODY + 1


def _counted(receive: Receive) -> Receive:
    """Give up on a body that says nothing of its length and does not end."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return counted


def _arm(scope: Scope, send: Send) -> Send:
    """Send every answer with the headers."""

    async def armed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if scope["path"].startswith("/api/"):
                headers["cache-control"] = "no-store"
        await send(message)

    return armed


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    fault = ApiError("invalid", "this server does not answer to that name")
    await JSONResponse(fault.body(), 400)(scope, receive, _arm(scope, send))
