"""Read and write the rows of accounts; each function is part of a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, RowMapping, delete, insert, select

from kahuna.core import Seat
from kahuna.hosting.community.account import Account
from kahuna.hosting.community.account_names import skeleton
from kahuna.server.store.tables import ACCOUNT_GAMES, ACCOUNT_SESSIONS, ACCOUNTS

_ACCOUNT: Final = (ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.created_at, ACCOUNTS.c.suspended_at)


def find_account(connection: Connection, account: str) -> Account | None:
    """Return the account with an id."""
    query = select(*_ACCOUNT).where(ACCOUNTS.c.id == account)
    return _account(connection.execute(query).mappings().first())


def find_named(connection: Connection, name: str) -> Account | None:
    """Return the account whose name is this one or looks like it."""
    query = select(*_ACCOUNT).where(ACCOUNTS.c.skeleton == skeleton(name))
    return _account(connection.execute(query).mappings().first())


def insert_account(connection: Connection, account: Account) -> None:
    """Add an account."""
    row = {
        "id": account.id,
        "name": account.name,
        "skeleton": skeleton(account.name),
        "created_at": account.created_at,
        "suspended_at": account.suspended_at,
    }
    connection.execute(insert(ACCOUNTS).values(row))


def start_session(
    connection: Connection, account: str, hashed: str, *, now: float, seconds: float
) -> None:
    """Sign a browser in; ``hashed`` is the hash of its token."""
    row = {
        "token_hash": hashed,
        "account": account,
        "created_at": now,
        "expires_at": now + seconds,
    }
    connection.execute(insert(ACCOUNT_SESSIONS).values(row))


def account_of_session(connection: Connection, hashed: str, now: float) -> Account | None:
    """Return the account of a session that has not expired."""
    query = select(*_ACCOUNT).join(ACCOUNT_SESSIONS, ACCOUNT_SESSIONS.c.account == ACCOUNTS.c.id)
    is_valid = (ACCOUNT_SESSIONS.c.token_hash == hashed) & (ACCOUNT_SESSIONS.c.expires_at > now)
    return _account(connection.execute(query.where(is_valid)).mappings().first())


def end_session(connection: Connection, hashed: str) -> None:
    """Sign a browser out."""
    connection.execute(delete(ACCOUNT_SESSIONS).where(ACCOUNT_SESSIONS.c.token_hash == hashed))


def end_sessions(connection: Connection, account: str) -> None:
    """Sign out everywhere."""
    connection.execute(delete(ACCOUNT_SESSIONS).where(ACCOUNT_SESSIONS.c.account == account))


def games_of_account(connection: Connection, account: str) -> Sequence[tuple[str, Seat]]:
    """Return the seats of an account."""
    query = select(ACCOUNT_GAMES.c.game, ACCOUNT_GAMES.c.seat)
    rows = connection.execute(query.where(ACCOUNT_GAMES.c.account == account))
    return [(game, Seat(seat)) for game, seat in rows]


def account_of(connection: Connection, game: str, seat: Seat) -> str | None:
    """Return the id of the account that holds a seat; ``None`` for a guest or a bot."""
    query = select(ACCOUNT_GAMES.c.account)
    is_here = (ACCOUNT_GAMES.c.game == game) & (ACCOUNT_GAMES.c.seat == int(seat))
    return connection.execute(query.where(is_here)).scalar()


def _account(row: RowMapping | None) -> Account | None:
    if row is None:
        return None
    return Account(
        id=row["id"],
        name=row["name"],
        created_at=row["created_at"],
        suspended_at=row["suspended_at"],
    )
