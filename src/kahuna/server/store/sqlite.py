"""The statement that most moves need on SQLite.

A group of moves is one statement, and so one transaction without ``BEGIN`` and ``COMMIT``. The
driver releases the interpreter for each call, and a thread that wants it back may have to wait for
milliseconds while the event loop is busy: one call instead of four makes a commit faster.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

import orjson
from sqlalchemy import Engine

from kahuna.hosting.store import GameUpdate
from kahuna.server.store.models import change_columns

_PREPARE: Final = (
    # This view is always empty; inserting into it fires the trigger.
    "CREATE TEMP VIEW moves AS SELECT '' AS game, 0 AS version, 0 AS deadline, '' AS bot_to_move,"
    " 0 AS number, '' AS kind, '' AS text, 0 AS seat, '' AS key, 0 AS at WHERE FALSE",
    "CREATE TEMP TRIGGER write_move INSTEAD OF INSERT ON moves BEGIN"
    " UPDATE games SET version = version + 1, deadline = NEW.deadline,"
    " bot_to_move = NEW.bot_to_move WHERE id = NEW.game AND version = NEW.version;"
    " SELECT RAISE(ABORT, 'conflict') WHERE changes() = 0;"
    " INSERT INTO changes (game, number, kind, text, seat, key, at)"
    " VALUES (NEW.game, NEW.number, NEW.kind, NEW.text, NEW.seat, NEW.key, NEW.at);"
    " END",
)
_WRITE_MOVES: Final = (
    "INSERT INTO moves SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5,"
    " value->>6, value->>7, value->>8, value->>9 FROM json_each(?)"
)


def connect_for_moves(engine: Engine) -> sqlite3.Connection:
    """Return a connection on which :func:`write_moves` works, outside the pool."""
    pooled = engine.raw_connection()
    connection = pooled.driver_connection
    assert isinstance(connection, sqlite3.Connection)
    pooled.detach()
    connection.isolation_level = None  # Every statement is a transaction of its own.
    for statement in _PREPARE:
        connection.execute(statement)
    return connection


def write_moves(connection: sqlite3.Connection, moves: Sequence[GameUpdate]) -> None:
    """Write plain moves with one change each; if a version differs, raise and write none."""
    rows = []
    for move in moves:
        before, after = move.before, move.after
        assert before is not None
        assert after is not None
        game, *change = change_columns(move.changes[0])
        rows.append((game, before.version, after.deadline, after.bot_to_move, *change))
    connection.execute(_WRITE_MOVES, (orjson.dumps(rows).decode(),))
