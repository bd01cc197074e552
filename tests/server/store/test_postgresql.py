"""What only PostgreSQL can do: lose connections, and be written by other nodes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import psycopg
import pytest
from tests.server.store.test_database import changed, created, some_change, some_metadata, write

from kahuna.hosting.store import ConflictError, GameUpdate
from kahuna.server.store.database import Database


@pytest.fixture
def database(postgresql_url: str) -> Iterator[Database]:
    opened = Database(postgresql_url)
    yield opened
    opened.close()


def num_changes(database: Database, game: str) -> int:
    stored = database.load(game)
    assert stored is not None
    return len(stored.changes)


def test_of_a_group_those_moves_are_written_whose_version_is_right(database: Database):
    write(database, created("g"), created("h"))
    write(database, changed(some_change(1, "h")))
    g, h, missing = database.commit([[changed(some_change(1, game))] for game in "ghi"])
    assert g is None
    assert isinstance(h, ConflictError)
    assert isinstance(missing, ConflictError)
    assert [num_changes(database, game) for game in "gh"] == [1, 1]


def test_news_are_the_later_changes_of_games_with_another_version(database: Database):
    write(database, created("g"), created("h"))
    write(database, changed(some_change(1, "g"), some_change(2, "g")))
    news = database.load_news({"g": (0, 1), "h": (0, 0), "gone": (3, 5)})
    assert news.keys() == {"g", "gone"}
    assert news["gone"] is None
    assert news["g"] is not None
    assert news["g"].changes == (some_change(2, "g"),)
    assert news["g"].metadata == some_metadata("g", revision=1)


END_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def test_a_connection_that_was_ended_is_replaced(database: Database, postgresql_url: str):
    write(database, created("g"))
    write(database, changed(some_change(1, "g")))
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute(END_OTHERS)
    before = some_metadata("g", revision=1)
    move = GameUpdate(before, replace(before, revision=2), (some_change(2, "g"),))
    assert write(database, move) is None
    assert num_changes(database, "g") == 2


def test_a_move_is_sent_again_if_its_connection_ends(database: Database, postgresql_url: str):
    write(database, created("g"))
    outcomes: list[Exception | None] = []
    with psycopg.connect(postgresql_url) as other:
        other.execute("SELECT * FROM games FOR UPDATE")
        writing = threading.Thread(
            target=lambda: outcomes.append(write(database, changed(some_change(1, "g"))))
        )
        writing.start()
        ended = False
        while not ended:  # Until the move waits for the row.
            ended = bool(other.execute(f"{END_OTHERS} AND wait_event_type = 'Lock'").fetchall())
        other.rollback()
        writing.join()
    assert outcomes == [None]
    assert num_changes(database, "g") == 1
