"""What administrators do to accounts, each with an entry in the audit log.

This works on the database, whether or not servers run on it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Literal, TypeAlias, assert_never

from sqlalchemy import Connection

from kahuna.core import KahunaError
from kahuna.hosting.community.account import Account
from kahuna.hosting.community.account_names import check_name
from kahuna.hosting.community.account_seats import rename_seats
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.store import ConflictError
from kahuna.server.metrics import Metrics
from kahuna.server.routes.accounts import delete_account
from kahuna.server.store import account_rows as rows
from kahuna.server.store.account_rows import AuditEntry
from kahuna.server.store.engines import require_database
from kahuna.server.store.profile_rows import OpenReport, handle_reports, open_reports
from kahuna.server.store.store import SqlGameStore

Deed: TypeAlias = Literal["suspend", "restore", "rename", "delete", "dismiss"]
"""What administrators can do to an account."""


class UnknownAccountError(KahunaError):
    """No account has this name."""


class NameTakenError(KahunaError):
    """Another account has this name, or one that looks like it."""


@asynccontextmanager
async def administering(db_url: str, actor: str) -> AsyncIterator[Administration]:
    """Open the database of a server for an administrator."""
    require_database(db_url)
    store = SqlGameStore(db_url, Metrics())
    registry = GameRegistry(store)
    try:
        yield Administration(store, registry, actor)
    finally:
        await registry.close()
        await store.close()


class Administration:
    """Acts on accounts, given by name."""

    def __init__(self, store: SqlGameStore, registry: GameRegistry, actor: str) -> None:
        self._store, self._registry, self._actor = store, registry, actor

    async def show(self, name: str) -> tuple[Account, int]:
        """Return an account and the number of its games."""
        account = await self._find(name)
        return account, len(await self._games_of(account))

    async def log(self) -> Sequence[AuditEntry]:
        """Return the audit log, the oldest entry first."""
        return await self._store.query(rows.read_audit)

    async def reports(self) -> Sequence[OpenReport]:
        """Return the reports that nobody has handled, the oldest first."""
        return await self._store.query(open_reports)

    async def act(self, deed: Deed, name: str, new_name: str = "") -> Account:
        """Do something to an account, and write it to the audit log; return it as it was."""
        account, now = await self._find(name), self._store.now()
        details = check_name(new_name) if deed == "rename" else ""

        def write(tables: Connection) -> None:
            match deed:
                case "suspend":
                    rows.suspend_account(tables, account.id, now)
                    rows.end_sessions(tables, account.id)
                case "restore":
                    rows.suspend_account(tables, account.id, None)
                case "rename":
                    rows.rename_account(tables, account.id, details)
                case "dismiss":
                    pass  # Whatever is done to an account handles the reports about it.
                case "delete":
                    pass  # The log must not say that it was done before it was.
                case _:
                    assert_never(deed)
            handle_reports(tables, account.id, now)
            entry = AuditEntry(now, self._actor, deed, account.id, details)
            rows.write_audit(tables, entry)

        if deed == "delete":
            await delete_account(self._store, self._registry, account.id)
        try:
            await self._store.transact(write)
        except ConflictError:
            raise NameTakenError(details) from None
        if deed == "rename":
            games = await self._games_of(account)
            await rename_seats(self._registry, games, account.id, details)
        return account

    async def _find(self, name: str) -> Account:
        account = await self._store.query(lambda tables: rows.find_named(tables, name))
        if account is None:
            raise UnknownAccountError(name)
        return account

    async def _games_of(self, account: Account) -> list[str]:
        return await self._store.query(lambda tables: rows.games_of_account(tables, account.id))
