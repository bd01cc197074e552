"""Connect to a database: parse its URL, and explain what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

import orjson
from alembic.util.exc import CommandError
from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from kahuna.hosting.store import StorageError
from kahuna.server.startup_errors import DatabaseError, NoDatabaseError

_T = TypeVar("_T")
_BACKENDS: Final = ("sqlite", "postgresql")
_CONNECT_SECONDS: Final = 5
_STATEMENT_SECONDS: Final = 10
_POOL_SECONDS: Final = 5
_POSTGRESQL_LIMITS: Final[Mapping[str, str]] = {
    "connect_timeout": str(_CONNECT_SECONDS),
    "options": f"-c statement_timeout={_STATEMENT_SECONDS}s -c lock_timeout={_STATEMENT_SECONDS}s",
    # Notice within seconds that the server is gone.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": str(_STATEMENT_SECONDS * 1000),
}


class UnusableDatabaseError(Exception):
    """A database exists, but its contents cannot be used."""


def require_database(url: str) -> None:
    """Raise if a URL names a SQLite file that does not exist."""
    file = file_of(parse_url(url))
    if file is not None and not file.exists():
        raise DatabaseError(str(file), "there is no such file")


def is_shared_url(url: str) -> bool:
    """Return whether a URL names a database that several nodes can use."""
    return parse_url(url).get_backend_name() != "sqlite"


def libpq_conninfo(url: str) -> str:
    """Return libpq's connection string for a PostgreSQL database, with our time limits."""
    from psycopg.conninfo import make_conninfo  # Only some servers need PostgreSQL.

    parsed = parse_url(url).set(drivername="postgresql")
    return make_conninfo(parsed.render_as_string(hide_password=False), **_POSTGRESQL_LIMITS)


def parse_url(url: str) -> URL:
    """Parse the URL of a SQLite or PostgreSQL database."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise NoDatabaseError(re.sub(r":[^:@/]+@", ":***@", url)) from None
    if parsed.get_backend_name() not in _BACKENDS:
        raise NoDatabaseError(parsed.render_as_string())
    return parsed


def file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def make_engine(url: URL) -> Engine:
    """Return an engine with our time limits; nothing is opened yet."""
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            hide_parameters=True,  # A logged error must not name games or cards.
            pool_timeout=_POOL_SECONDS,
            json_deserializer=orjson.loads,
            connect_args=dict(_POSTGRESQL_LIMITS),
        )
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": _STATEMENT_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: object, _record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def retrying(function: Callable[[], _T]) -> _T:
    """Call a function once more if the server had closed the connection, as a restart does."""
    try:
        return function()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
        return function()


@contextmanager
def raising_storage_errors() -> Iterator[None]:
    """Turn errors of an open database into a :class:`StorageError`; also works as a decorator."""
    try:
        yield
    except SQLAlchemyError as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise StorageError(type(cause).__name__) from error


@contextmanager
def explaining_errors(url: URL) -> Iterator[None]:
    """Turn every error while opening a database into a :class:`DatabaseError`."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    place = str(url.database) if is_file else url.render_as_string()
    try:
        yield
    except DBAPIError as error:
        problem = " ".join(str(error.orig).split())
    except ModuleNotFoundError as error:
        problem = f"{error.name} is not installed"
    except OSError as error:
        problem = error.strerror or str(error)
    except (SQLAlchemyError, CommandError, UnusableDatabaseError) as error:
        problem = str(error)
    else:
        return
    raise DatabaseError(place, problem)
