"""Accounts without passkeys, for tests of what accounts can do."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import httpx
from tests.server.harness import PATIENCE, Server
from tests.server.test_accounts import ORIGIN

from kahuna.hosting.community.account import Account, new_account_id
from kahuna.hosting.play.tokens import new_token, token_hash
from kahuna.server.store.account_rows import insert_account, start_session
from kahuna.server.store.database import Database

HOUR = 3600


class Online:
    """A server with accounts, and its database."""

    def __init__(self, server: Server, database: Database) -> None:
        self.server = server
        self.transact = database.transact
        self.open = ExitStack()


def signed_in(online: Online, name: str, **options: Any) -> tuple[Account, httpx.Client]:
    """An account, and a browser that is signed in to it."""
    account = Account(id=new_account_id(), name=name, created_at=1.0)
    online.transact(lambda connection: insert_account(connection, account))
    return account, browser(online, account, **options)


def browser(online: Online, account: Account, *, seconds: float = HOUR) -> httpx.Client:
    token, now = new_token(), online.server.registry.sources.now()
    online.transact(
        lambda connection: start_session(
            connection, account.id, token_hash(token), now=now, seconds=seconds
        ),
    )
    return online.open.enter_context(
        httpx.Client(
            base_url=online.server.http.base_url,
            cookies={"kahuna-session": token},
            headers={"origin": ORIGIN},
            timeout=PATIENCE,
        )
    )
