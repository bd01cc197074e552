"""Who is signed in: session cookies, and protection against requests of other sites.

A session is a random token in a cookie that scripts cannot read; the database has its hash. State
is only in the database, so every node of a cluster knows every session.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Request, Response
from sqlalchemy import Connection

from kahuna.hosting.community.account import Account
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.services import Sources
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import ONE_DAY
from kahuna.server.store.account_rows import account_of_session, end_session, start_session
from kahuna.server.store.store import SqlGameStore

SESSION_SECONDS: Final = 180 * ONE_DAY
_SAFE_METHODS: Final = ("GET", "HEAD")


class Sessions:
    """Signs browsers in and out. Without an origin there are no accounts."""

    def __init__(self, store: SqlGameStore, sources: Sources, origin: str | None) -> None:
        self._store = store
        self._sources = sources
        self.origin = origin
        self._is_secure = origin is not None and origin.startswith("https://")
        # Browsers accept this prefix only from the host itself, and only over HTTPS.
        self.cookie: Final = "__Host-kahuna-session" if self._is_secure else "kahuna-session"

    async def account(self, request: Request) -> Account | None:
        """Return the account of the browser that sent a request.

        Refuse a request that changes something unless our own page sent it.
        """
        token = request.cookies.get(self.cookie)
        if token is None or self.origin is None:
            return None
        if request.method not in _SAFE_METHODS:
            self.check_origin(request)
        hashed, now = token_hash(token), self._sources.now()
        return await self._store.query(
            lambda connection: account_of_session(connection, hashed, now)
        )

    def check_origin(self, request: Request) -> None:
        """Refuse requests that come from another site, or without a configured origin."""
        if self.origin is None:
            raise ApiError(
                "wrong_origin", "this server has no accounts; its operator sets --origin"
            )
        if request.headers.get("origin") != self.origin:
            raise ApiError("wrong_origin", f"accounts work only at {self.origin}")

    async def sign_in(self, request: Request, response: Response, account: str) -> None:
        """Begin a new session for an account, and end the one that the browser had.

        The token is always new, so nobody can plant one in another's browser.
        """
        token, now = self._sources.token(), self._sources.now()
        old = request.cookies.get(self.cookie)

        def write(connection: Connection) -> None:
            if old is not None:
                end_session(connection, token_hash(old))
            start_session(connection, account, token_hash(token), now=now, seconds=SESSION_SECONDS)

        await self._store.transact(write)
        response.set_cookie(
            self.cookie,
            token,
            max_age=SESSION_SECONDS,
            secure=self._is_secure,
            httponly=True,
            samesite="lax",
        )

    async def sign_out(self, request: Request, response: Response) -> None:
        """End the session of the browser that sent a request."""
        if (token := request.cookies.get(self.cookie)) is not None:
            hashed = token_hash(token)
            await self._store.transact(lambda connection: end_session(connection, hashed))
        self.forget(response)

    def forget(self, response: Response) -> None:
        """Remove the cookie."""
        response.delete_cookie(self.cookie, secure=self._is_secure, httponly=True, samesite="lax")


def sessions_of(request: Request) -> Sessions:
    """Return the sessions of the application that handles a request."""
    sessions: Sessions = request.app.state.sessions
    return sessions


async def current_account(request: Request) -> Account | None:
    """Return the account that is signed in; ``None`` for a guest."""
    return await sessions_of(request).account(request)


CurrentAccount = Annotated[Account | None, Depends(current_account)]


async def own_account(account: CurrentAccount) -> Account:
    """Return the account that is signed in, even a suspended one; refuse guests."""
    if account is None:
        raise ApiError("signed_out", "sign in first")
    return account


OwnAccount = Annotated[Account, Depends(own_account)]


async def own_page(request: Request) -> None:
    """Refuse a request that changes something unless our own page sent it."""
    if request.method not in _SAFE_METHODS:
        sessions_of(request).check_origin(request)
