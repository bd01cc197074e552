"""Archived games: compressed, and otherwise as before."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.server.store.test_database import some_metadata, write

from kahuna.core import Seat, Termination
from kahuna.hosting.store import ChangeEntry, ConflictError, GameUpdate, StoredGame
from kahuna.match import Ending, Undone
from kahuna.record import parse_ply
from kahuna.server.store.archive import DamagedGameError, pack, unpack
from kahuna.server.store.database import Database
from kahuna.server.store.tables import ARCHIVE, ARCHIVED_HOLDERS, CHANGES, GAMES, HOLDERS

ENDED_AT = 1.7e9 + 0.125
HOLDERS_OF_GAME = {"a" * 64: (Seat.WHITE,), "b" * 64: (Seat.WHITE, Seat.BLACK)}


def finished(game: str = "g") -> StoredGame:
    changes = (
        ChangeEntry(game, 1, parse_ply("!AB"), Seat.BLACK, "one", 1.0),
        ChangeEntry(game, 2, Undone(), Seat.BLACK, "two", 2.5),
        ChangeEntry(game, 3, parse_ply("<H=K|ABC"), Seat.WHITE, "ключ", 3.0),
        ChangeEntry(game, 4, Ending(None, Termination.AGREEMENT), None, None, ENDED_AT),
    )
    return StoredGame(some_metadata(game, is_over=True), HOLDERS_OF_GAME, changes)


def archived(game: str = "g") -> StoredGame:
    """The same without a key that a later one of the same seat has replaced."""
    stored = finished(game)
    first, *others = stored.changes
    return replace(stored, changes=(replace(first, key=None), *others))


def num_rows(database: Database) -> dict[str, int]:
    tables = (GAMES, CHANGES, HOLDERS, ARCHIVE, ARCHIVED_HOLDERS)
    with database._engine.connect() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in tables
        }


@pytest.fixture
def database(db_url: str) -> Iterator[Database]:
    opened = Database(db_url)
    yield opened
    opened.close()


def test_a_game_is_compressed_without_loss_except_for_old_keys():
    assert unpack(pack(finished())) == archived()
    empty = StoredGame(some_metadata(), {})
    assert unpack(pack(empty)) == empty


def test_an_archived_game_is_read_as_before(database: Database):
    write(database, GameUpdate.create(finished()))
    database.archive("g")
    assert num_rows(database) == {
        "games": 0, "changes": 0, "holders": 0, "archive": 1, "archived_holders": 2,
    }  # fmt: skip
    assert database.load("g") == archived()
    assert database.game_ids() == ["g"]
    assert database.games_of(["a" * 64]) == {"g": (Seat.WHITE,)}
    with database.snapshot() as (num_games, games):
        assert (num_games, list(games)) == (1, [archived()])


def test_only_games_that_ended_long_ago_are_archived(database: Database):
    running = StoredGame(some_metadata("running"), {})
    write(database, *(GameUpdate.create(game) for game in (finished("g"), finished("h"), running)))
    assert database.finished_games(ENDED_AT, after="", limit=9) == []
    assert database.finished_games(ENDED_AT + 1, after="", limit=9) == ["g", "h"]
    assert database.finished_games(ENDED_AT + 1, after="", limit=1) == ["g"]
    assert database.finished_games(ENDED_AT + 1, after="g", limit=9) == ["h"]
    for game in ("g", "running", "nowhere"):
        database.archive(game)
    assert database.finished_games(ENDED_AT + 1, after="", limit=9) == ["h"]
    assert database.load("running") == running
    assert num_rows(database)["archive"] == 1


def test_whoever_changes_an_archived_game_finds_it_in_the_hot_tables(database: Database):
    write(database, GameUpdate.create(finished()))
    database.archive("g")
    before = archived().metadata
    after = replace(before, rematch="next", revision=1)
    update = GameUpdate(before, after, (), {"c" * 64: (Seat.BLACK,)}, ("a" * 64,))
    assert write(database, update) is None
    holders = {"b" * 64: (Seat.WHITE, Seat.BLACK), "c" * 64: (Seat.BLACK,)}
    assert database.load("g") == StoredGame(after, holders, archived().changes)
    assert num_rows(database) == {
        "games": 1, "changes": 4, "holders": 2, "archive": 0, "archived_holders": 0,
    }  # fmt: skip
    assert isinstance(write(database, update), ConflictError)
    database.archive("g")
    assert isinstance(write(database, update), ConflictError)
    assert database.load("g") == StoredGame(after, holders, archived().changes)


def test_an_archived_game_is_deleted(database: Database):
    write(database, GameUpdate.create(finished()))
    database.archive("g")
    assert write(database, GameUpdate(archived().metadata, None)) is None
    assert set(num_rows(database).values()) == {0}


def test_a_write_from_before_the_end_conflicts_with_the_archive(database: Database):
    write(database, GameUpdate.create(finished()))
    database.archive("g")
    before = some_metadata()
    late = GameUpdate(before, replace(before, draw_offer=None, revision=1))
    assert isinstance(write(database, late), ConflictError)
    assert database.load("g") == archived()


def test_readers_see_the_whole_game_while_it_moves(database: Database, db_url: str):
    write(database, GameUpdate.create(finished()))
    database.archive("g")
    seen: list[StoredGame | None] = []
    is_done = threading.Event()

    def read() -> None:
        reader = Database(db_url)
        while not is_done.is_set():
            seen.append(reader.load("g"))
        reader.close()

    readers = [threading.Thread(target=read) for _ in range(2)]
    for thread in readers:
        thread.start()
    metadata = archived().metadata
    for number in range(40):
        after = replace(metadata, rematch=str(number), revision=number + 1)
        assert write(database, GameUpdate(metadata, after)) is None
        database.archive("g")
        metadata = after
    is_done.set()
    for thread in readers:
        thread.join()
    assert seen
    for game in seen:
        assert game is not None
        assert (game.changes, game.holders) == (archived().changes, archived().holders)


def test_two_nodes_archive_a_game_once(database: Database, db_url: str):
    games = [finished(f"g{number}") for number in range(20)]
    write(database, *(GameUpdate.create(game) for game in games))
    problems: list[Exception] = []

    def archive() -> None:
        node = Database(db_url)
        try:
            for game in games:
                node.archive(game.metadata.id)
        except Exception as error:
            problems.append(error)
        node.close()

    nodes = [threading.Thread(target=archive) for _ in range(2)]
    for thread in nodes:
        thread.start()
    for thread in nodes:
        thread.join()
    assert problems == []
    assert num_rows(database)["archive"] == len(games)
    assert num_rows(database)["games"] == 0


KILLED_WHILE_ARCHIVING = """
import os, signal, sys
from kahuna.server.store import database
insert = database.insert_archived
def insert_and_die(*arguments):
    insert(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
database.insert_archived = insert_and_die
database.Database(sys.argv[1]).archive("g")
"""


def test_nothing_happened_if_a_node_is_killed_while_archiving(database: Database, db_url: str):
    write(database, GameUpdate.create(finished()))
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_ARCHIVING, db_url], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert database.load("g") == finished()
    assert num_rows(database)["archive"] == 0
    database.archive("g")
    assert database.load("g") == archived()
    assert num_rows(database)["games"] == 0


def test_idle_games_are_deleted(database: Database):
    old = StoredGame(some_metadata("old", created_at=1.0), HOLDERS_OF_GAME)
    new = StoredGame(some_metadata("new", created_at=200.0), {})
    move = ChangeEntry("late", 1, Undone(), Seat.WHITE, None, 150.0)
    late = StoredGame(some_metadata("late", created_at=1.0), {}, (move,))
    games = (old, new, late, finished("hot"), finished("archived"))
    write(database, *map(GameUpdate.create, games))
    database.archive("archived")
    assert sorted(database.delete_idle(100.0, 9)) == ["old"]
    assert sorted(database.delete_idle(180.0, 9)) == ["late"]
    assert len(database.delete_idle(ENDED_AT + 1, 1)) == 1
    assert len(database.delete_idle(ENDED_AT + 1, 9)) == 2
    assert set(num_rows(database).values()) == {0}


def test_a_damaged_archive_is_named(sqlite_url: str, tmp_path: Path):
    database = Database(sqlite_url)
    write(database, GameUpdate.create(finished()))
    database.archive("g")
    with database._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE archive SET data = x'00'")
    with pytest.raises(DamagedGameError, match="game g: the stored game is damaged"):
        database.load("g")
    database.close()
