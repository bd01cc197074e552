"""The database: read games, and write many updates in one transaction.

Everything here blocks and belongs in a thread. The default is SQLite in WAL mode with full
synchronisation, so that committed changes survive a crash of the machine. A URL selects PostgreSQL.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeAlias, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    delete,
    desc,
    insert,
    select,
    text,
    union_all,
)
from sqlalchemy.exc import (
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
)

from kahuna.core import Seat
from kahuna.hosting.columns import seats_from_bits
from kahuna.hosting.store import (
    ConflictError,
    GameUpdate,
    KnownGames,
    StorageError,
    StoredGame,
)
from kahuna.server.store.archive import find_archived, insert_archived, pop_archived
from kahuna.server.store.database_file import DatabaseFile, create_database_file
from kahuna.server.store.engines import (
    explaining_errors,
    file_of,
    make_engine,
    parse_url,
    raising_storage_errors,
    retrying,
)
from kahuna.server.store.game_rows import (
    find_game,
    hold_game,
    insert_changes,
    is_idle,
    load_game,
    load_later,
    lock_game,
    restore_archived,
    update_versions,
    write_accounts,
    write_game,
)
from kahuna.server.store.match_rows import write_matches
from kahuna.server.store.schema import (
    MIGRATION_LOCK,
    check_contents,
    create_tables,
    migrate,
)
from kahuna.server.store.tables import (
    ACCOUNT_GAMES,
    ARCHIVE,
    ARCHIVED_HOLDERS,
    GAMES,
    HOLDERS,
    REVIEWS,
    SIGNING_KEYS,
)

_TOUCH: Final = text("UPDATE alembic_version SET version_num = version_num")
"""Writes without changing data."""
_PING: Final = text("SELECT 1")
_POSTGRESQL_TIME: Final = text("SELECT extract(epoch FROM clock_timestamp())")
_ALL_IDS: Final = union_all(
    select(GAMES.c.id, GAMES.c.created_at), select(ARCHIVE.c.id, ARCHIVE.c.created_at)
).order_by("created_at", "id")
MAX_DUE: Final = 1000
"""Limit on the games that one query for deadlines returns."""
_DEADLOCK: Final = "40P01"
_T = TypeVar("_T")

Transaction: TypeAlias = Sequence[GameUpdate]
"""Updates that are written together or not at all."""
Outcome: TypeAlias = Exception | None
"""``None`` if a transaction was written; otherwise the error."""


class DatabaseExtension(Protocol):
    """Stores something else together with games."""

    def create_tables(self, connection: Connection) -> None:
        """Create tables if they do not exist; the caller prevents races."""
        ...

    def on_write(self, connection: Connection, updates: Sequence[GameUpdate]) -> None:
        """Write to the transaction that stores these updates."""
        ...


class Database:
    """A database of games."""

    def __init__(self, url: str, extension: DatabaseExtension | None = None) -> None:
        self._extension = extension
        parsed = parse_url(url)
        with explaining_errors(parsed):
            file = file_of(parsed)
            if file is not None and not file.exists():
                with suppress(FileExistsError):  # Another process may be faster.
                    create_database_file(file, lambda new: create_tables(parsed.set(database=new)))
            self._engine = make_engine(parsed)
            if file is not None:
                check_contents(self._engine, file)
            migrate(self._engine)
            if extension is not None:
                with self._engine.begin() as connection:
                    connection.execute(MIGRATION_LOCK)
                    extension.create_tables(connection)
            # Taking one from the pool and returning it is a fifth of the work to write a move.
            self._writer = self._engine.connect()
            self._follower = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._file = None if file is None else DatabaseFile(file)

    def close(self) -> None:
        """Close all connections."""
        self._writer.close()
        self._follower.close()
        self._engine.dispose()

    @property
    def engine(self) -> Engine:
        """The connections to the database."""
        return self._engine

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

    def commit(self, transactions: Sequence[Transaction]) -> list[Outcome]:
        """Write several transactions as one; return an error or ``None`` for each.

        If one of them conflicts, write each of them alone, so that the others succeed.
        """
        problem = self._try_commit(transactions)
        if problem is None or len(transactions) == 1 or isinstance(problem, StorageError):
            return [problem] * len(transactions)
        return [self._try_commit([transaction]) for transaction in transactions]

    def transact(self, function: Callable[[Connection], _T]) -> _T:
        """Call a function in a transaction of its own; raise and write nothing if it fails.

        Call this in the writing thread. Nothing that another writer commits in between can get
        lost: a unique key that is taken raises :class:`ConflictError`.
        """
        connection = self._writer
        with self._raising_conflicts():
            if not self.is_sqlite:
                # A connection that was lost is replaced here, and never during a commit.
                retrying(lambda: connection.execute(_PING))
                connection.rollback()
            with connection.begin():
                if self.is_sqlite:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                result = function(connection)
        if self._file is not None:
            self._file.check()
        return result

    def query(self, function: Callable[[Connection], _T]) -> _T:
        """Call a function that only reads; everything it reads is of one moment."""
        with self._reading() as connection:
            return function(connection)

    @contextmanager
    def _raising_conflicts(self) -> Iterator[None]:
        try:
            with raising_storage_errors():
                yield
        except StorageError as error:
            cause = error.__cause__
            is_deadlock = getattr(getattr(cause, "orig", None), "sqlstate", None) == _DEADLOCK
            if isinstance(cause, IntegrityError) or is_deadlock:
                raise ConflictError(type(cause).__name__) from error
            raise

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its holders and changes, as stored now."""
        with self._reading() as connection:
            return find_game(connection, game)

    def load_news(self, known: KnownGames) -> dict[str, StoredGame | None]:
        """Return the games whose version has changed, each with only its later changes.

        A deleted game is ``None``.
        """
        if not known:
            return {}
        connection = self._follower
        with connection.begin():
            news = load_later(connection, known)
            for game in [game for game, later in news.items() if later is None]:
                if (archived := find_archived(connection, game)) is not None:
                    revision, num_changes = known[game]
                    if archived.metadata.revision == revision:
                        del news[game]
                    else:
                        news[game] = replace(archived, changes=archived.changes[num_changes:])
        return news

    def game_ids(self) -> list[str]:
        """Return the ids of all games, the oldest first."""
        with self._engine.connect() as connection:
            return list(connection.execute(_ALL_IDS).scalars())

    @contextmanager
    def snapshot(self) -> Iterator[tuple[int, Iterator[StoredGame]]]:
        """Yield the number of games, and all games as they are at this moment.

        Other writers need not wait.
        """
        with self._reading() as connection:
            ids = list(connection.execute(_ALL_IDS).scalars())
            games = (find_game(connection, game) for game in ids)
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
        query = select(GAMES.c.id).where(GAMES.c.is_over, GAMES.c.id > after, is_idle(before))
        with self._engine.connect() as connection:
            return list(connection.execute(query.order_by(GAMES.c.id).limit(limit)).scalars())

    def archive(self, game: str) -> None:
        """Move a finished game to the archive, unless that has already happened."""
        with self._engine.begin() as connection:
            if not lock_game(connection, game):
                return
            stored = load_game(connection, game)
            if stored is not None and stored.metadata.is_over:
                insert_archived(connection, stored)
                connection.execute(delete(GAMES).where(GAMES.c.id == game))

    def add_archived(self, games: Sequence[StoredGame]) -> int:
        """Add finished games to the archive; return how many were not stored yet."""
        num_added = 0
        with self._engine.begin() as connection:
            for game in games:
                if find_game(connection, game.metadata.id) is None:
                    insert_archived(connection, game)
                    write_accounts(connection, None, game.metadata)
                    num_added += 1
        return num_added

    def delete_idle(self, before: float, limit: int) -> list[str]:
        """Delete games that have been idle since a time; return their ids."""
        old = select(ARCHIVE.c.id).where(ARCHIVE.c.finished_at < before).limit(limit)
        with self._engine.begin() as connection:
            archived = connection.execute(old).scalars().all()
            deleted = [game for game in archived if pop_archived(connection, game) is not None]
            idle = select(GAMES.c.id).where(is_idle(before)).limit(limit - len(deleted))
            for game in connection.execute(idle).scalars().all():
                lock_game(connection, game)  # A player who has just moved locked it first.
                gone = delete(GAMES).where(GAMES.c.id == game, is_idle(before))
                if connection.execute(gone).rowcount:
                    deleted.append(game)
            for table in (REVIEWS, ACCOUNT_GAMES):
                connection.execute(delete(table).where(table.c.game.in_(deleted)))
        return deleted

    def due_games(self, now: float) -> list[str]:
        """Return the games in which the seat to move has run out of time, the longest first."""
        query = select(GAMES.c.id).where(GAMES.c.deadline <= now)
        query = query.order_by(GAMES.c.deadline).limit(MAX_DUE)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    @raising_storage_errors()
    def load_review(self, game: str, budget: int) -> bytes | None:
        """Return the review of a game made with a budget."""
        query = select(REVIEWS.c.data).where(REVIEWS.c.game == game, REVIEWS.c.budget == budget)
        with self._engine.connect() as connection:
            data: bytes | None = connection.execute(query).scalar()
            return data

    @raising_storage_errors()
    def save_review(self, game: str, budget: int, data: bytes) -> None:
        """Store the review of a game in place of an older one, unless the game was deleted."""
        old = delete(REVIEWS).where(REVIEWS.c.game == game, REVIEWS.c.budget == budget)
        with suppress(IntegrityError), self._engine.begin() as connection:
            if self.is_sqlite:
                # The driver would begin a transaction only with the first change.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            if hold_game(connection, game):
                connection.execute(old)
                connection.execute(insert(REVIEWS).values(game=game, budget=budget, data=data))

    def signing_key(self) -> bytes | None:
        """Return the private key that signs records, if there is one."""
        with self._engine.connect() as connection:
            key: bytes | None = connection.execute(select(SIGNING_KEYS.c.private_key)).scalar()
            return key

    def add_signing_key(self, key: bytes) -> bytes:
        """Store the private key that signs records unless there is one; return the stored key."""
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(SIGNING_KEYS).values(number=1, private_key=key))
        stored = self.signing_key()
        assert stored is not None
        return stored

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Yield a connection whose queries all see the same snapshot."""
        with self._engine.connect() as connection:
            if self.is_sqlite:
                # The driver would begin no transaction for reading.
                connection.exec_driver_sql("BEGIN")
            else:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    def _try_commit(self, transactions: Sequence[Transaction]) -> Outcome:
        updates = [update for transaction in transactions for update in transaction]
        try:
            # If the first attempt was committed, the second fails: the versions have changed.
            retrying(partial(self._write, updates))
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

    def _write(self, updates: Sequence[GameUpdate]) -> None:
        """Write updates in one transaction."""
        connection = self._writer
        with connection.begin():
            for update in updates:
                restore_archived(connection, update.before)
            update_versions(connection, updates)
            for update in updates:
                write_game(connection, update)
            insert_changes(connection, [entry for update in updates for entry in update.changes])
            write_matches(connection, updates)
            if self._extension is not None:
                self._extension.on_write(connection, updates)


def write_database_file(path: Path, fill: Callable[[Database], None]) -> None:
    """Create a SQLite file; it becomes visible only after ``fill`` has written everything."""

    def fill_file(new: str) -> None:
        url = URL.create("sqlite", database=new)
        create_tables(url)
        database = Database(url.render_as_string())
        try:
            fill(database)
        finally:
            database.close()

    create_database_file(path, fill_file)
