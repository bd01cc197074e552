"""Read and write the rows of accounts; each function is part of a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, RowMapping, delete, desc, insert, or_, select, union, update

from kahuna.core import Seat
from kahuna.hosting.community.account import Account, Passkey, PasskeyChallenge
from kahuna.hosting.community.account_messages import (
    AccountOut,
    DocumentOut,
    PasskeyOut,
    SessionOut,
)
from kahuna.hosting.community.account_names import skeleton
from kahuna.hosting.errors import ApiError
from kahuna.server.store.tables import (
    ACCOUNT_DOCUMENTS,
    ACCOUNT_GAMES,
    ACCOUNT_SESSIONS,
    ACCOUNTS,
    ARCHIVE,
    AUDIT_LOG,
    BLOCKS,
    DECLINES,
    GAMES,
    MATCHES,
    PASSKEY_CHALLENGES,
    PASSKEYS,
    PUZZLE_RATINGS,
    RATING_CHANGES,
    RATINGS,
    SEEKS,
    VACATIONS,
)

_ACCOUNT: Final = (ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.created_at, ACCOUNTS.c.suspended_at)


_BACKED_UP: Final = (
    ACCOUNTS,
    PASSKEYS,
    ACCOUNT_DOCUMENTS,
    RATINGS,
    RATING_CHANGES,
    BLOCKS,
    VACATIONS,
)
"""What backups contain of accounts, besides their matches; sessions are not worth keeping."""
StoredAccounts: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows by the name of their table."""


class AuditEntry(NamedTuple):
    """What an administrator has done to an account, and when."""

    at: float
    actor: str
    action: str
    account: str
    details: str


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


def account_of(connection: Connection, game: str, seat: Seat) -> str | None:
    """Return the id of the account that holds a seat; ``None`` for a guest or a bot."""
    query = select(ACCOUNT_GAMES.c.account)
    is_here = (ACCOUNT_GAMES.c.game == game) & (ACCOUNT_GAMES.c.seat == int(seat))
    return connection.execute(query.where(is_here)).scalar()


def games_of_account(connection: Connection, account: str, limit: int | None = None) -> list[str]:
    """Return the games of an account, the newest first."""
    queries = (
        select(ACCOUNT_GAMES.c.game, table.c.created_at)
        .join(table, table.c.id == ACCOUNT_GAMES.c.game)
        .where(ACCOUNT_GAMES.c.account == account)
        for table in (GAMES, ARCHIVE)
    )
    found = union(*queries).order_by(desc("created_at"), "game").limit(limit)
    return list(dict.fromkeys(connection.execute(found).scalars()))


def rename_account(connection: Connection, account: str, name: str) -> None:
    """Give an account another name."""
    row = {"name": name, "skeleton": skeleton(name)}
    connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(row))
    connection.execute(update(SEEKS).where(SEEKS.c.visitor == account).values(name=name))


def suspend_account(connection: Connection, account: str, at: float | None) -> None:
    """Suspend an account, which then looks for nobody any more; ``None`` restores it."""
    connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(suspended_at=at))
    _forget_seeks(connection, account)


def delete_account(connection: Connection, account: str) -> bool:
    """Delete an account with everything it owns; return ``False`` if it still holds seats."""
    if games_of_account(connection, account, limit=1):
        return False
    for table in (ACCOUNT_GAMES, PASSKEY_CHALLENGES):
        connection.execute(delete(table).where(table.c.account == account))
    _forget_seeks(connection, account)
    connection.execute(delete(DECLINES).where(DECLINES.c.visitor == account))
    for seat in (MATCHES.c.white, MATCHES.c.black):
        connection.execute(update(MATCHES).where(seat == account).values({seat: ""}))
    connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == account))
    return True


# Passkeys and recovery codes.


def insert_passkey_challenge(
    connection: Connection, hashed: str, challenge: PasskeyChallenge, expires_at: float
) -> None:
    """Store a challenge until it is answered; ``hashed`` is its hash."""
    row = {
        "challenge_hash": hashed,
        "kind": challenge.kind,
        "account": challenge.account,
        "name": challenge.name,
        "expires_at": expires_at,
    }
    connection.execute(insert(PASSKEY_CHALLENGES).values(row))


def pop_passkey_challenge(
    connection: Connection, hashed: str, now: float
) -> PasskeyChallenge | None:
    """Remove a challenge, and return it unless it has expired: nobody can answer it again."""
    table = PASSKEY_CHALLENGES
    gone = delete(table).where(table.c.challenge_hash == hashed).returning(*table.c)
    row = connection.execute(gone).mappings().first()
    if row is None or row["expires_at"] <= now:
        return None
    return PasskeyChallenge(kind=row["kind"], account=row["account"], name=row["name"])


def insert_passkey(connection: Connection, account: str, passkey: Passkey, now: float) -> None:
    """Add a passkey to an account."""
    row = {
        "id": passkey.id,
        "account": account,
        "public_key": passkey.public_key,
        "sign_count": passkey.sign_count,
        "created_at": now,
    }
    connection.execute(insert(PASSKEYS).values(row))


def find_passkey(connection: Connection, passkey: str) -> tuple[str, Passkey] | None:
    """Return the account of a passkey, and the passkey."""
    row = connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == passkey)).mappings().first()
    if row is None:
        return None
    known = Passkey(id=row["id"], public_key=row["public_key"], sign_count=row["sign_count"])
    return row["account"], known


def note_use(connection: Connection, passkey: Passkey, sign_count: int, now: float) -> bool:
    """Count a use of a passkey; return ``False`` if it was used meanwhile."""
    is_same = (PASSKEYS.c.id == passkey.id) & (PASSKEYS.c.sign_count == passkey.sign_count)
    used = update(PASSKEYS).where(is_same).values(sign_count=sign_count, used_at=now)
    return bool(connection.execute(used).rowcount)


def passkeys_of(connection: Connection, account: str) -> list[PasskeyOut]:
    """List the passkeys of an account, the oldest first."""
    query = select(PASSKEYS.c.id, PASSKEYS.c.created_at, PASSKEYS.c.used_at)
    rows = connection.execute(
        query.where(PASSKEYS.c.account == account).order_by(PASSKEYS.c.created_at)
    )
    return [{"id": row.id, "created_at": row.created_at, "used_at": row.used_at} for row in rows]


def delete_passkey(connection: Connection, account: str, passkey: str) -> None:
    """Remove a passkey of an account."""
    is_own = (PASSKEYS.c.id == passkey) & (PASSKEYS.c.account == account)
    connection.execute(delete(PASSKEYS).where(is_own))


def set_recovery_code(connection: Connection, account: str, hashed: str) -> None:
    """Replace the recovery code of an account."""
    changed = update(ACCOUNTS).where(ACCOUNTS.c.id == account)
    connection.execute(changed.values(recovery_hash=hashed))


def use_recovery_code(connection: Connection, hashed: str, new: str) -> str | None:
    """Replace a recovery code that was used; return the id of its account."""
    changed = update(ACCOUNTS).where(ACCOUNTS.c.recovery_hash == hashed)
    used = changed.values(recovery_hash=new).returning(ACCOUNTS.c.id)
    return connection.execute(used).scalar()


# What an account stores, and what is stored about it.


def render_account(connection: Connection, account_id: str) -> AccountOut:
    """Render an account for its owner."""
    account = find_account(connection, account_id)
    if account is None:
        raise ApiError("signed_out", "this account was deleted")
    code = select(ACCOUNTS.c.recovery_hash).where(ACCOUNTS.c.id == account.id)
    return {
        "id": account.id,
        "name": account.name,
        "created_at": account.created_at,
        "suspended": account.is_suspended,
        "passkeys": passkeys_of(connection, account.id),
        "has_code": connection.execute(code).scalar() is not None,
    }


def sessions_of(connection: Connection, account: str) -> list[SessionOut]:
    """List the sessions of an account."""
    query = select(ACCOUNT_SESSIONS.c.created_at, ACCOUNT_SESSIONS.c.expires_at)
    rows = connection.execute(query.where(ACCOUNT_SESSIONS.c.account == account))
    return [{"created_at": created_at, "expires_at": expires_at} for created_at, expires_at in rows]


def load_document(connection: Connection, account: str) -> DocumentOut:
    """Return the document of an account."""
    table = ACCOUNT_DOCUMENTS
    query = select(table.c.version, table.c.data).where(table.c.account == account)
    row = connection.execute(query).first()
    return {"version": 0, "data": ""} if row is None else {"version": row.version, "data": row.data}


def save_document(connection: Connection, account: str, version: int, data: str) -> bool:
    """Store a document in place of a version; return ``False`` if there is a later one."""
    table = ACCOUNT_DOCUMENTS
    if load_document(connection, account)["version"] != version:
        return False
    if version == 0:
        connection.execute(insert(table).values(account=account, version=1, data=data))
        return True
    is_same = (table.c.account == account) & (table.c.version == version)
    changed = update(table).where(is_same).values(version=version + 1, data=data)
    return bool(connection.execute(changed).rowcount)


def write_audit(connection: Connection, entry: AuditEntry) -> None:
    """Add an entry to the audit log."""
    connection.execute(insert(AUDIT_LOG).values(entry._asdict()))


def read_audit(connection: Connection) -> list[AuditEntry]:
    """Return the audit log, the oldest entry first."""
    query = select(*(AUDIT_LOG.c[field] for field in AuditEntry._fields)).order_by(AUDIT_LOG.c.id)
    return [AuditEntry(*row) for row in connection.execute(query)]


def delete_expired(connection: Connection, now: float) -> None:
    """Delete sessions and challenges that have expired."""
    for table in (ACCOUNT_SESSIONS, PASSKEY_CHALLENGES):
        connection.execute(delete(table).where(table.c.expires_at <= now))


def all_accounts(connection: Connection) -> StoredAccounts:
    """Return the rows of all accounts with what belongs to them, by table."""
    return {
        table.name: list(map(dict, connection.execute(select(table)).mappings()))
        for table in (*_BACKED_UP, MATCHES, PUZZLE_RATINGS)
    }


def restore_accounts(connection: Connection, stored: StoredAccounts) -> None:
    """Add accounts that are not there, unless another one has the name meanwhile."""
    known = select(ACCOUNTS.c.id, ACCOUNTS.c.skeleton)
    taken = {value for row in connection.execute(known) for value in row}
    new = {
        row["id"]
        for row in stored[ACCOUNTS.name]
        if row["id"] not in taken and row["skeleton"] not in taken
    }
    for table in _BACKED_UP:
        owner = "id" if table is ACCOUNTS else "account"
        added = [row for row in stored[table.name] if row[owner] in new]
        if table is BLOCKS:
            there = set(connection.execute(select(ACCOUNTS.c.id)).scalars())
            added = [row for row in added if row["blocked"] in there]
        if added:
            connection.execute(insert(table), added)
    for key in (MATCHES.c.id, PUZZLE_RATINGS.c.puzzle):
        known_keys = set(connection.execute(select(key)).scalars())
        if added := [row for row in stored[key.table.name] if row[key.name] not in known_keys]:
            connection.execute(insert(key.table), added)


def _forget_seeks(connection: Connection, account: str) -> None:
    """Remove the seek of an account, and the offers from and to it."""
    is_party = or_(SEEKS.c.visitor == account, SEEKS.c.opponent == account)
    connection.execute(delete(SEEKS).where(is_party))


def _account(row: RowMapping | None) -> Account | None:
    if row is None:
        return None
    return Account(
        id=row["id"],
        name=row["name"],
        created_at=row["created_at"],
        suspended_at=row["suspended_at"],
    )
