"""Back up all games and accounts to a file, and restore them, even while the server runs.

A backup is a SQLite file with the same tables, whatever the database is. So a backup also moves
games from SQLite to PostgreSQL and back.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kahuna.core import KahunaError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.store import ConflictError, GameUpdate, StoredGame
from kahuna.match import system_chance
from kahuna.server.startup_errors import DatabaseError
from kahuna.server.store.account_rows import all_accounts, restore_accounts
from kahuna.server.store.archive import DamagedGameError
from kahuna.server.store.database import Database, write_database_file
from kahuna.server.store.engines import require_database

BATCH: Final = 50
"""Games per transaction: few enough not to keep players waiting."""

OnGame = Callable[[int], None]
"""Called after each game with the total number of games."""


class BackupError(KahunaError):
    """A backup cannot be restored."""


@dataclass(frozen=True, slots=True)
class Restored:
    """How many games were added, and how many the database already had."""

    added: int
    known: int


def back_up(db_url: str, path: Path, on_game: OnGame) -> int:
    """Write all games to a new file; return how many."""
    require_database(db_url)
    if path.exists():
        raise FileExistsError(path)
    with closing(Database(db_url)) as source, source.snapshot() as (num_games, games):

        def fill(target: Database) -> None:
            _copy_key(source, target)
            copy_accounts(source, target)
            for batch in _batches(games):
                _write(target, batch)
                for _ in batch:
                    on_game(num_games)

        write_database_file(path, fill)
    return num_games


def restore(path: Path, db_url: str, on_game: OnGame) -> Restored:
    """Add the games of a backup that a database does not have.

    Replay every game first. If one of them does not follow the rules, change nothing. Games that
    the database has already stay as they are: they may have gone on since. So does its key.
    """
    with _opened_copy(path) as source:
        with source.snapshot() as (num_games, games), _explaining_damage():
            for game in games:
                verify_game(game)
                on_game(num_games)
        added = known = 0
        with closing(Database(db_url)) as target, source.snapshot() as (_, games):
            _copy_key(source, target)
            copy_accounts(source, target)
            there = set(target.game_ids())
            for batch in _batches(games):
                new = [game for game in batch if game.metadata.id not in there]
                num_written = _write(target, new)
                added += num_written
                known += len(batch) - num_written
    return Restored(added, known)


def copy_accounts(source: Database, target: Database) -> None:
    """Add the accounts that a database does not have, unless their names are taken there."""
    accounts = source.query(all_accounts)
    target.transact(lambda connection: restore_accounts(connection, accounts))


def verify_game(stored: StoredGame) -> None:
    """Raise if the changes of a game are incomplete or break the rules."""
    game = stored.metadata.id
    numbers = [entry.number for entry in stored.changes]
    if numbers != list(range(1, len(numbers) + 1)):
        raise BackupError(f"game {game}: the changes are not numbered from 1 without gaps")
    try:
        replayed = HostedGame(stored, system_chance())
    except KahunaError as error:
        reason = str(error) or type(error).__name__
        raise BackupError(f"game {game}: {reason}") from None
    if replayed.is_over != stored.metadata.is_over:
        raise BackupError(f"game {game}: the stored result does not match the changes")


def _copy_key(source: Database, target: Database) -> None:
    """Copy the key that signs records, unless the target has one."""
    key = source.signing_key()
    if key is not None:
        target.add_signing_key(key)


def _write(target: Database, games: Sequence[StoredGame]) -> int:
    """Write new games, finished ones to the archive; return how many were new."""
    finished = [game for game in games if game.metadata.is_over]
    running = [[GameUpdate.create(game)] for game in games if not game.metadata.is_over]
    num_archived = target.add_archived(finished)
    problems = target.commit(running) if running else []
    for problem in problems:
        if problem is not None and not isinstance(problem, ConflictError):
            raise problem
    return num_archived + problems.count(None)


def _batches(games: Iterator[StoredGame]) -> Iterator[list[StoredGame]]:
    batch: list[StoredGame] = []
    for game in games:
        batch.append(game)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


@contextmanager
def _explaining_damage() -> Iterator[None]:
    try:
        yield
    except DamagedGameError as error:
        raise BackupError(str(error)) from None


@contextmanager
def _opened_copy(path: Path) -> Iterator[Database]:
    """Open a copy of a backup, migrating it if needed; the backup itself stays unchanged."""
    with tempfile.TemporaryDirectory(prefix="kahuna-") as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        try:
            database = Database(f"sqlite:///{copy}")
        except DatabaseError as error:
            raise DatabaseError(str(path), error.problem) from None
        with closing(database):
            yield database
