"""The database: read games, and write many updates in one transaction.

Everything here blocks and belongs into a thread. The default is SQLite in WAL mode with full
synchronisation, so that committed changes survive a crash of the machine. A URL selects PostgreSQL.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import orjson
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    TextClause,
    and_,
    create_engine,
    delete,
    desc,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
)

from kahuna.core import Seat
from kahuna.server.games.store import (
    ConflictError,
    GameUpdate,
    Holders,
    KnownGames,
    StorageError,
    StoredGame,
)
from kahuna.server.metadata import GameMetadata
from kahuna.server.startup_errors import DatabaseError, NoDatabaseError
from kahuna.server.storage.archive import find_archived, insert_archived, pop_archived
from kahuna.server.storage.database_file import DatabaseFile, create_database_file
from kahuna.server.storage.models import (
    ChangeColumns,
    change_columns,
    change_from_columns,
    changed_columns,
    game_columns,
    game_from_columns,
    seats_from_bits,
    seats_to_bits,
)
from kahuna.server.storage.postgresql import (
    AutocommitConnection,
    is_plain_move,
    read_news,
    write_moves,
)
from kahuna.server.storage.schema import (
    ARCHIVE,
    ARCHIVED_HOLDERS,
    CHANGES,
    GAMES,
    HOLDERS,
    REVIEWS,
)

Transaction: TypeAlias = Sequence[GameUpdate]
"""Updates that belong together: all of them are written, or none."""

_COLUMNS: Final = "game, number, kind, text, seat, key, at"
_INSERTS: Final[Mapping[str, TextClause]] = {
    # Insert all rows in one statement: a thread that steps from row to row would have to wait for
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

_UPDATES: Final[Mapping[str, TextClause]] = {
    # Update all games of a group in one statement. Each must have the version that its writer saw.
    "sqlite": text(
        "UPDATE games SET version = version + 1, deadline = r.value->>2, bot_to_move = r.value->>3"
        " FROM json_each(:rows) AS r WHERE games.id = r.value->>0 AND version = r.value->>1"
    ),
    # Lock the rows in the order of their ids: two groups with the same games must not deadlock.
    "postgresql": text(
        "UPDATE games SET version = version + 1, deadline = r.deadline, bot_to_move = r.bot FROM ("
        "SELECT g.id, (j->>2)::float8 AS deadline, j->>3 AS bot"
        " FROM json_array_elements(CAST(:rows AS json)) AS j JOIN games AS g ON g.id = j->>0"
        " WHERE g.version = (j->>1)::int ORDER BY g.id FOR UPDATE OF g"
        ") AS r WHERE games.id = r.id"
    ),
}

_TOUCH: Final = text("UPDATE alembic_version SET version_num = version_num")
"""Writes without changing anything."""
_POSTGRESQL_TIME: Final = text("SELECT extract(epoch FROM clock_timestamp())")
_MIGRATION_LOCK: Final = text("SELECT pg_advisory_xact_lock(x'6b6168756e61'::bigint)")
"""Any number does, as long as all releases use the same."""
_ALL_IDS: Final = union_all(
    select(GAMES.c.id, GAMES.c.created_at), select(ARCHIVE.c.id, ARCHIVE.c.created_at)
).order_by("created_at", "id")
_DEADLOCK: Final = "40P01"
_UNIQUE_VIOLATION: Final = "23505"
_CONNECT_SECONDS: Final = 5
_STATEMENT_SECONDS: Final = 10
_POOL_SECONDS: Final = 5
_POSTGRESQL_LIMITS: Final[Mapping[str, str]] = {
    "connect_timeout": str(_CONNECT_SECONDS),
    "options": f"-c statement_timeout={_STATEMENT_SECONDS}s -c lock_timeout={_STATEMENT_SECONDS}s",
    # Notice within seconds that the other machine is gone.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": str(_STATEMENT_SECONDS * 1000),
}
_MAX_CHECKED_BYTES: Final = 1 << 30
"""Larger files are not read through at startup."""
MAX_DUE: Final = 1000
"""Games that one query for deadlines returns."""


_EMPTY: Final = (
    "the file exists but contains no games of Kahuna; restore a backup, or move the file away to"
    " begin with an empty database"
)


_NEWER: Final = "it was written by a newer version of Kahuna; upgrade, or use another database"


class UnusableDatabaseError(Exception):
    """A database exists, but its contents cannot be used."""


class DatabaseExtension(Protocol):
    """Stores something else together with games."""

    def create_tables(self, connection: Connection) -> None:
        """Create tables unless they are there; nobody else does so at the same time."""
        ...

    def on_write(self, connection: Connection, updates: Sequence[GameUpdate]) -> None:
        """Take part in the transaction that writes these updates."""
        ...


class Database:
    """A database of games."""

    def __init__(self, url: str, extension: DatabaseExtension | None = None) -> None:
        self._extension = extension
        parsed = _parse(url)
        with _explaining_errors(parsed):
            file = _file_of(parsed)
            if file is not None and not file.exists():
                with suppress(FileExistsError):  # Another process may be faster.
                    create_database_file(file, lambda new: _create_tables(parsed.set(database=new)))
            self._engine = _engine(parsed)
            self._update_versions = _UPDATES[self._engine.dialect.name]
            is_shared = not self.is_sqlite
            self._moves_connection = AutocommitConnection(self._engine) if is_shared else None
            self._news_connection = AutocommitConnection(self._engine) if is_shared else None
            if file is not None:
                _check_contents(self._engine, file)
            _migrate(self._engine)
            _mark_unknown_deadlines(self._engine)
            if extension is not None:
                with self._engine.begin() as connection:
                    connection.execute(_MIGRATION_LOCK)
                    extension.create_tables(connection)
            self._file = None if file is None else DatabaseFile(file)

    def close(self) -> None:
        """Close all connections."""
        for connection in (self._moves_connection, self._news_connection):
            if connection is not None:
                connection.close()
        self._engine.dispose()

    @property
    def is_sqlite(self) -> bool:
        """Whether this is SQLite."""
        return self._engine.dialect.name == "sqlite"

    def now(self) -> float:
        """Return the time of the database, in seconds since the epoch."""
        if self.is_sqlite:
            return time.time()
        with self._engine.connect() as connection:
            return float(connection.execute(_POSTGRESQL_TIME).scalar_one())

    def check_writable(self) -> None:
        """Raise if the database cannot be written."""
        with self._engine.begin() as connection:
            connection.execute(_TOUCH)
        if self._file is not None:
            self._file.check()

    def commit(self, transactions: Sequence[Transaction]) -> list[Exception | None]:
        """Write several transactions as one; return an error or ``None`` for each.

        If one of them conflicts, the others must not suffer: then write each of them alone.
        """
        games = [update.game for transaction in transactions for update in transaction]
        if self._moves_connection is None or len(set(games)) < len(games):
            return self._commit_group(transactions)
        moves = [
            transaction[0]
            for transaction in transactions
            if len(transaction) == 1 and is_plain_move(transaction[0])
        ]
        written = self._write_moves(moves) if moves else {}
        rest = [transaction for transaction in transactions if transaction[0].game not in written]
        problems = iter(self._commit_group(rest) if rest else ())
        return [
            written[transaction[0].game] if transaction[0].game in written else next(problems)
            for transaction in transactions
        ]

    def _write_moves(self, moves: Sequence[GameUpdate]) -> dict[str, Exception | None]:
        """Write plain moves in one statement; leave out what has to be written alone."""
        assert self._moves_connection is not None
        try:
            done = write_moves(self._moves_connection, moves)
        except self._moves_connection.error as error:
            is_conflict = getattr(error, "sqlstate", None) in (_DEADLOCK, _UNIQUE_VIOLATION)
            if is_conflict:
                return {}
            return {move.game: StorageError(type(error).__name__) for move in moves}
        return {move.game: None if move.game in done else ConflictError() for move in moves}

    def _commit_group(self, transactions: Sequence[Transaction]) -> list[Exception | None]:
        problem = self._try_commit(transactions)
        if problem is None or len(transactions) == 1 or isinstance(problem, StorageError):
            return [problem] * len(transactions)
        return [self._try_commit([transaction]) for transaction in transactions]

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its holders and changes, as stored now."""
        with self._reading() as connection:
            return _find_game(connection, game)

    def load_news(self, known: KnownGames) -> dict[str, StoredGame | None]:
        """Return those games that have another version by now, each with its later changes only.

        Only nodes that share a database need this: it is not for SQLite.
        """
        assert self._news_connection is not None
        news = read_news(self._news_connection, known)
        for game in [game for game, found in news.items() if found is None]:
            with self._engine.connect() as connection:
                archived = find_archived(connection, game)
            if archived is None:
                continue
            if archived.metadata.version == known[game][0]:
                del news[game]
            else:
                later = archived.changes[known[game][1] :]
                news[game] = replace(archived, changes=later)
        return news

    def game_ids(self) -> list[str]:
        """Return the ids of all games, the oldest first."""
        with self._engine.connect() as connection:
            return list(connection.execute(_ALL_IDS).scalars())

    @contextmanager
    def snapshot(self) -> Iterator[tuple[int, Iterator[StoredGame]]]:
        """Yield the number of games, and all games as they are at this moment.

        Others can go on writing meanwhile.
        """
        with self._reading() as connection:
            ids = list(connection.execute(_ALL_IDS).scalars())
            games = (_find_game(connection, game) for game in ids)
            yield len(ids), (game for game in games if game is not None)

    def games_of(self, hashes: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
        """Return the games in which tokens hold seats, the newest first."""
        hot = select(HOLDERS.c.game, HOLDERS.c.seats, GAMES.c.created_at).join(GAMES)
        archived = select(
            ARCHIVED_HOLDERS.c.game, ARCHIVED_HOLDERS.c.seats, ARCHIVE.c.created_at
        ).join(ARCHIVE, ARCHIVE.c.id == ARCHIVED_HOLDERS.c.game)
        query = union_all(
            hot.where(HOLDERS.c.token_hash.in_(hashes)),
            archived.where(ARCHIVED_HOLDERS.c.token_hash.in_(hashes)),
        ).order_by(desc("created_at"))
        held: dict[str, int] = {}
        with self._engine.connect() as connection:
            for game, seats, _ in connection.execute(query):
                held[game] = held.get(game, 0) | seats
        return {game: seats_from_bits(bits) for game, bits in held.items()}

    def bot_games(self, *, after: str, limit: int) -> list[str]:
        """Return games in which a bot is to move, ordered by id, beginning after an id."""
        query = select(GAMES.c.id).where(GAMES.c.bot_to_move.is_not(None), GAMES.c.id > after)
        with self._engine.connect() as connection:
            return list(connection.execute(query.order_by(GAMES.c.id).limit(limit)).scalars())

    def finished_games(self, before: float, *, after: str, limit: int) -> list[str]:
        """Return games that ended before a time and are not archived yet.

        They come in the order of their ids, beginning after the id ``after``.
        """
        query = select(GAMES.c.id).where(GAMES.c.is_over, GAMES.c.id > after, _is_idle(before))
        with self._engine.connect() as connection:
            return list(connection.execute(query.order_by(GAMES.c.id).limit(limit)).scalars())

    def archive(self, game: str) -> None:
        """Move a finished game to the archive, unless somebody else has done so."""
        with self._engine.begin() as connection:
            if not _lock_game(connection, game):
                return
            stored = _load_game(connection, game)
            if stored is not None and stored.metadata.is_over:
                insert_archived(connection, stored)
                connection.execute(delete(GAMES).where(GAMES.c.id == game))

    def add_archived(self, games: Sequence[StoredGame]) -> int:
        """Add finished games to the archive; return how many were not stored yet."""
        num_added = 0
        with self._engine.begin() as connection:
            for game in games:
                if _find_game(connection, game.metadata.id) is None:
                    insert_archived(connection, game)
                    num_added += 1
        return num_added

    def delete_idle(self, before: float, limit: int) -> list[str]:
        """Delete games in which nothing has happened since a time; return their ids."""
        old = select(ARCHIVE.c.id).where(ARCHIVE.c.finished_at < before).limit(limit)
        with self._engine.begin() as connection:
            archived = connection.execute(old).scalars().all()
            deleted = [game for game in archived if pop_archived(connection, game) is not None]
            idle = select(GAMES.c.id).where(_is_idle(before)).limit(limit - len(deleted))
            for game in connection.execute(idle).scalars().all():
                _lock_game(connection, game)  # Whoever has just moved has locked it before.
                gone = delete(GAMES).where(GAMES.c.id == game, _is_idle(before))
                if connection.execute(gone).rowcount:
                    deleted.append(game)
            connection.execute(delete(REVIEWS).where(REVIEWS.c.game.in_(deleted)))
        return deleted

    def due_games(self, now: float) -> list[str]:
        """Return the games in which the seat to move has run out of time, the longest first."""
        query = select(GAMES.c.id).where(GAMES.c.deadline <= now)
        query = query.order_by(GAMES.c.deadline).limit(MAX_DUE)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def load_review(self, game: str, budget: int) -> bytes | None:
        """Return the review of a game that was made with a budget."""
        query = select(REVIEWS.c.data).where(REVIEWS.c.game == game, REVIEWS.c.budget == budget)
        with self._engine.connect() as connection:
            data: bytes | None = connection.execute(query).scalar()
            return data

    def save_review(self, game: str, budget: int, data: bytes) -> None:
        """Store the review of a game in place of an older one."""
        old = delete(REVIEWS).where(REVIEWS.c.game == game, REVIEWS.c.budget == budget)
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(old)
            connection.execute(insert(REVIEWS).values(game=game, budget=budget, data=data))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Yield a connection whose queries all see the database as it is at this moment."""
        with self._engine.connect() as connection:
            if self.is_sqlite:
                # The driver would begin no transaction for reading.
                connection.exec_driver_sql("BEGIN")
            else:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    def _try_commit(self, transactions: Sequence[Transaction]) -> Exception | None:
        updates = [update for transaction in transactions for update in transaction]
        versions = [
            (after.id, before.version, after.deadline, after.bot_to_move)
            for before, after in ((update.before, update.after) for update in updates)
            if before is not None and after is not None
        ]
        rows = [change_columns(entry) for update in updates for entry in update.changes]
        try:
            with self._engine.begin() as connection:
                for game_update in updates:
                    _restore_archived(connection, game_update.before)
                if versions:
                    bound = {"rows": orjson.dumps(versions).decode()}
                    if connection.execute(self._update_versions, bound).rowcount != len(versions):
                        raise ConflictError
                for game_update in updates:
                    _write_game(connection, game_update)
                _insert_changes(connection, rows)
                if self._extension is not None:
                    self._extension.on_write(connection, updates)
            if self._file is not None:
                self._file.check()
        except (IntegrityError, ConflictError) as error:
            return ConflictError(type(error).__name__)
        except OperationalError as error:
            is_deadlock = getattr(error.orig, "sqlstate", None) == _DEADLOCK
            kind = ConflictError if is_deadlock else StorageError
            return kind(type(error.orig).__name__)
        except SQLAlchemyError as error:
            return StorageError(type(error).__name__)
        except StorageError as error:
            return error
        return None


def write_database_file(path: Path, fill: Callable[[Database], None]) -> None:
    """Create a SQLite file; nobody sees it before ``fill`` has written everything to it."""

    def fill_file(new: str) -> None:
        url = URL.create("sqlite", database=new)
        _create_tables(url)
        database = Database(url.render_as_string())
        try:
            fill(database)
        finally:
            database.close()

    create_database_file(path, fill_file)


def require_database(url: str) -> None:
    """Raise if a URL names a SQLite file that does not exist."""
    file = _file_of(_parse(url))
    if file is not None and not file.exists():
        raise DatabaseError(str(file), "there is no such file")


def is_shared_url(url: str) -> bool:
    """Return whether a URL names a database that several nodes can use."""
    return _parse(url).get_backend_name() != "sqlite"


def libpq_conninfo(url: str) -> str:
    """Return how libpq connects to a PostgreSQL database, with our time limits."""
    from psycopg.conninfo import make_conninfo  # Only some servers need PostgreSQL.

    parsed = _parse(url).set(drivername="postgresql")
    return make_conninfo(parsed.render_as_string(hide_password=False), **_POSTGRESQL_LIMITS)


def _write_game(connection: Connection, changed: GameUpdate) -> None:
    """Write what an update changes in the tables of games and holders, besides the version."""
    before, after, game = changed.before, changed.after, changed.game
    if after is None:
        assert before is not None
        is_unchanged = and_(GAMES.c.id == game, GAMES.c.version == before.version)
        if not connection.execute(delete(GAMES).where(is_unchanged)).rowcount:
            raise ConflictError
        connection.execute(delete(REVIEWS).where(REVIEWS.c.game == game))
        return
    if before is None:
        connection.execute(insert(GAMES).values(game_columns(after)))
    else:
        _update_game(connection, before, after)
    if changed.removed_holders:
        gone = HOLDERS.c.token_hash.in_(changed.removed_holders)
        connection.execute(delete(HOLDERS).where(HOLDERS.c.game == game, gone))
    for hashed, seats in changed.added_holders.items():
        held = {"game": game, "token_hash": hashed, "seats": seats_to_bits(seats)}
        connection.execute(insert(HOLDERS).values(held))


def _update_game(connection: Connection, before: GameMetadata, after: GameMetadata) -> None:
    """Write the columns that differ, if they still have the values that the writer saw.

    Releases before version 0004 of the tables do not count versions. While they run beside this
    one, only the values tell that they have changed something.
    """
    old, new = changed_columns(before, after)
    if not new:
        return
    is_unchanged = and_(*(GAMES.c[name].is_not_distinct_from(old[name]) for name in old))
    statement = update(GAMES).where(GAMES.c.id == after.id, is_unchanged).values(new)
    if not connection.execute(statement).rowcount:
        raise ConflictError


def _is_idle(before: float) -> ColumnElement[bool]:
    """Select games in which nothing has happened since a time."""
    last = select(func.max(CHANGES.c.at)).where(CHANGES.c.game == GAMES.c.id).scalar_subquery()
    return and_(GAMES.c.created_at < before, func.coalesce(last, 0) < before)


def _insert_changes(connection: Connection, rows: Sequence[ChangeColumns]) -> None:
    if rows:
        bound = {"rows": orjson.dumps(rows).decode()}
        connection.execute(_INSERTS[connection.dialect.name], bound)


def _lock_game(connection: Connection, game: str) -> bool:
    """Lock a game until the transaction ends; return whether it is in the hot tables."""
    touch = update(GAMES).where(GAMES.c.id == game).values(is_over=GAMES.c.is_over)
    return bool(connection.execute(touch).rowcount)


def _restore_archived(connection: Connection, before: GameMetadata | None) -> None:
    """Return a game that somebody is about to change from the archive to the hot tables."""
    if before is None or not before.is_over or _lock_game(connection, before.id):
        return
    if (game := pop_archived(connection, before.id)) is not None:
        _write_game(connection, GameUpdate.create(game))
        _insert_changes(connection, [change_columns(entry) for entry in game.changes])


def _find_game(connection: Connection, game: str) -> StoredGame | None:
    """Return a game from the hot tables or from the archive."""
    return _load_game(connection, game) or find_archived(connection, game)


def _load_game(connection: Connection, game: str) -> StoredGame | None:
    row = connection.execute(select(GAMES).where(GAMES.c.id == game)).mappings().first()
    if row is None:
        return None
    changes = connection.execute(
        select(CHANGES).where(CHANGES.c.game == game).order_by(CHANGES.c.number)
    ).mappings()
    return StoredGame(
        game_from_columns(dict(row)),
        _load_holders(connection, game),
        tuple(change_from_columns(dict(change)) for change in changes),
    )


def _load_holders(connection: Connection, game: str) -> Holders:
    query = select(HOLDERS.c.token_hash, HOLDERS.c.seats).where(HOLDERS.c.game == game)
    return {hashed: seats_from_bits(seats) for hashed, seats in connection.execute(query)}


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise NoDatabaseError(re.sub(r":[^:@/]+@", ":***@", url)) from None
    if parsed.get_backend_name() not in _INSERTS:
        raise NoDatabaseError(parsed.render_as_string())
    return parsed


@contextmanager
def _explaining_errors(url: URL) -> Iterator[None]:
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


def _file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_timeout=_POOL_SECONDS,
            connect_args=dict(_POSTGRESQL_LIMITS),
        )
    engine = create_engine(url, connect_args={"timeout": _STATEMENT_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _create_tables(url: URL) -> None:
    """Create a SQLite database with all tables."""
    engine = _engine(url)
    try:
        _migrate(engine)
    finally:
        engine.dispose()


def _check_contents(engine: Engine, file: Path) -> None:
    """Raise if an existing file is empty, damaged or not a database of Kahuna."""
    size = file.stat().st_size
    if size == 0:
        raise UnusableDatabaseError(_EMPTY)
    with engine.connect() as connection:
        if size <= _MAX_CHECKED_BYTES:
            problem = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
            if problem != "ok":
                raise UnusableDatabaseError("the file is damaged; restore a backup")
        if not inspect(connection).has_table("alembic_version"):
            raise UnusableDatabaseError(_EMPTY)


def _prepare_sqlite(connection: object, _record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(engine: Engine) -> None:
    """Bring the tables up to date; fail if the database is newer than this program."""
    config = Config()
    folder = str(Path(__file__).parent / "migrations").replace("%", "%%")
    config.set_main_option("script_location", folder)
    scripts = ScriptDirectory.from_config(config)
    head = scripts.get_current_head()
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == head:
            return
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Of several nodes that start at once, one migrates and the others wait.
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(_MIGRATION_LOCK)
        current = MigrationContext.configure(connection).get_current_revision()
        if current == head:
            return
        known = {script.revision for script in scripts.walk_revisions()}
        if current is not None and current not in known:
            raise UnusableDatabaseError(_NEWER)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _mark_unknown_deadlines(engine: Engine) -> None:
    """Let somebody look at games in which a clock runs but no deadline is stored.

    Such games were written by a release before version 0004 of the tables. Whoever loads one of
    them stores its real deadline.
    """
    is_running = and_(
        GAMES.c.is_over.is_(False), GAMES.c.clock_kind.is_not(None), GAMES.c.started_at.is_not(None)
    )
    is_unknown = and_(is_running, GAMES.c.deadline.is_(None))
    with engine.begin() as connection:
        if connection.execute(select(GAMES.c.id).where(is_unknown).limit(1)).first() is not None:
            connection.execute(update(GAMES).where(is_unknown).values(deadline=0.0))
