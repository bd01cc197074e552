"""The database: reading games, and writing many small pieces of work in one transaction.

Everything here blocks and is called from threads. SQLite is the default, in WAL mode with full
synchronisation, so that what was committed survives a crash of the machine; PostgreSQL by URL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    TextClause,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from kahuna.core import Seat
from kahuna.server.startup_errors import DatabaseError, NoDatabaseError
from kahuna.server.storage.models import ChangeRow, GameRow, bits_of_seats, seats_of_bits
from kahuna.server.storage.schema import CHANGES, GAMES, HOLDERS

Holders = dict[str, tuple[Seat, ...]]
"""The seats that tokens hold, by the hash of the token."""

_COLUMNS: Final = "game, number, kind, text, seat, key, at"
_INSERTS: Final[Mapping[str, TextClause]] = {
    # One statement for all rows: while a thread steps from row to row it would have to wait for
    # the interpreter again and again.
    "sqlite": text(
        f"INSERT INTO changes ({_COLUMNS}) SELECT value->>0, value->>1, value->>2, value->>3,"
        " value->>4, value->>5, value->>6 FROM json_each(:rows)"
    ),
    "postgresql": text(
        f"INSERT INTO changes ({_COLUMNS}) SELECT r->>0, (r->>1)::int, r->>2, r->>3,"
        " (r->>4)::int, r->>5, (r->>6)::float8 FROM json_array_elements(CAST(:rows AS json)) AS r"
    ),
}


class LostRaceError(Exception):
    """Somebody else wrote this first; nothing of ours was written."""


class StorageError(Exception):
    """The database cannot be written to now; nothing was written."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something to be written as a whole: new changes, and statements before them."""

    changes: Sequence[ChangeRow] = ()
    statements: Sequence[Executable] = field(default=())


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All that is stored of a game."""

    row: GameRow
    holders: Holders
    changes: tuple[ChangeRow, ...]


def added_game(row: GameRow, holders: Holders, changes: Iterable[ChangeRow] = ()) -> Work:
    """A new game."""
    held = [added_holder(row.id, known, seats) for known, seats in holders.items()]
    return Work(tuple(changes), (insert(GAMES).values(row.columns()), *held))


def added_holder(game: str, hashed: str, seats: tuple[Seat, ...]) -> Executable:
    """A further token for some seats."""
    return insert(HOLDERS).values(game=game, token_hash=hashed, seats=bits_of_seats(seats))


def updated_game(game: str, **columns: object) -> Executable:
    """New values in the row of a game."""
    return update(GAMES).where(GAMES.c.id == game).values(columns)


def joined_game(game: str, invite_hash: str, **columns: object) -> Executable:
    """The free seat is taken, if the invitation is still there."""
    is_free = (GAMES.c.id == game) & (GAMES.c.invite_hash == invite_hash)
    return update(GAMES).where(is_free).values(invite_hash=None, **columns)


def removed_holders(game: str, hashes: Iterable[str]) -> Executable:
    """Tokens that hold nothing any more."""
    return delete(HOLDERS).where(HOLDERS.c.game == game, HOLDERS.c.token_hash.in_(list(hashes)))


def removed_game(game: str) -> Executable:
    """A game is forgotten, with its changes."""
    return delete(GAMES).where(GAMES.c.id == game)


class Store:
    """A database of games."""

    def __init__(self, url: str) -> None:
        parsed = _parse(url)
        with _telling(parsed):
            self._engine = _engine(parsed)
            self._insert = _INSERTS[self._engine.dialect.name]
            _migrate(self._engine)

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    def check(self) -> None:
        """Raise if the database does not answer."""
        with self._engine.connect() as connection:
            connection.execute(select(1))

    def commit(self, works: Sequence[Work]) -> list[Exception | None]:
        """Write all of it in one transaction; says for each whether it was written.

        If one of them does not fit, the others are not to suffer: then each is tried by itself.
        """
        problem = self._try(works)
        if problem is None or len(works) == 1 or isinstance(problem, StorageError):
            return [problem] * len(works)
        return [self._try([work]) for work in works]

    def load(self, game: str) -> StoredGame | None:
        """A game with its changes, as it is on disk now."""
        with self._engine.connect() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game)).mappings().first()
            if row is None:
                return None
            changes = connection.execute(
                select(CHANGES).where(CHANGES.c.game == game).order_by(CHANGES.c.number)
            ).mappings()
            return StoredGame(
                GameRow.of(dict(row)),
                self._holders(connection, game),
                tuple(ChangeRow.of(dict(change)) for change in changes),
            )

    def games_of(self, hashes: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
        """The games in which tokens hold seats, the newest first."""
        asked = select(HOLDERS.c.game, HOLDERS.c.seats).join(GAMES)
        asked = asked.where(HOLDERS.c.token_hash.in_(hashes)).order_by(GAMES.c.created_at.desc())
        held: dict[str, int] = {}
        with self._engine.connect() as connection:
            for game, seats in connection.execute(asked):
                held[game] = held.get(game, 0) | seats
        return {game: seats_of_bits(bits) for game, bits in held.items()}

    def ticking(self) -> list[str]:
        """The unfinished games in which a clock runs."""
        asked = select(GAMES.c.id).where(
            GAMES.c.is_over.is_(False),
            GAMES.c.clock_kind.is_not(None),
            GAMES.c.started_at.is_not(None),
        )
        with self._engine.connect() as connection:
            return list(connection.execute(asked).scalars())

    def _holders(self, connection: Connection, game: str) -> Holders:
        asked = select(HOLDERS.c.token_hash, HOLDERS.c.seats).where(HOLDERS.c.game == game)
        return {known: seats_of_bits(seats) for known, seats in connection.execute(asked)}

    def _try(self, works: Sequence[Work]) -> Exception | None:
        rows = [change.columns() for work in works for change in work.changes]
        try:
            with self._engine.begin() as connection:
                for work in works:
                    for statement in work.statements:
                        _execute(connection, statement)
                if rows:
                    connection.execute(self._insert, {"rows": orjson.dumps(rows).decode()})
        except (IntegrityError, LostRaceError) as error:
            return LostRaceError(type(error).__name__)
        except SQLAlchemyError as error:
            return StorageError(type(error).__name__)
        return None


def _execute(connection: Connection, statement: Executable) -> None:
    """Run a statement; an update that finds nothing to change was too late."""
    result = connection.execute(statement)
    if getattr(statement, "is_update", False) and not result.rowcount:
        raise LostRaceError


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise NoDatabaseError(re.sub(r":[^:@/]+@", ":***@", url)) from None
    if parsed.get_backend_name() not in _INSERTS:
        raise NoDatabaseError(parsed.render_as_string())
    return parsed


@contextmanager
def _telling(url: URL) -> Iterator[None]:
    """Whatever is wrong with a database when it is opened is told in one way."""
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
    except (SQLAlchemyError, CommandError) as error:
        problem = str(error)
    else:
        return
    raise DatabaseError(place, problem)


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": 30})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: object, _record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(engine: Engine) -> None:
    """Bring the tables up to date; a database that is newer than this program is refused."""
    config = Config()
    folder = str(Path(__file__).parent / "migrations").replace("%", "%%")
    config.set_main_option("script_location", folder)
    head = ScriptDirectory.from_config(config).get_current_head()
    with engine.begin() as connection:
        if MigrationContext.configure(connection).get_current_revision() == head:
            return
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
