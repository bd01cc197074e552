"""The two statements that most moves need on PostgreSQL, each in one round trip.

A group of moves is one statement instead of a transaction of four. What other nodes have written is
one query instead of three, and so one snapshot. Both have a connection of their own, which is
neither checked nor fetched from a pool each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import orjson
from sqlalchemy import Engine

from kahuna.server.games.store import ChangeEntry, GameUpdate, KnownGames, StoredGame
from kahuna.server.storage.models import (
    change_columns,
    change_from_columns,
    game_from_columns,
    has_same_columns,
    seats_from_bits,
)

_WRITE_MOVES: Final = """
WITH wanted AS (
  SELECT g.id, (j->>2)::float8 AS deadline, j->>3 AS bot
  FROM json_array_elements(%s::json) AS j JOIN games AS g ON g.id = j->>0
  WHERE g.version = (j->>1)::int ORDER BY g.id FOR UPDATE OF g
), moved AS (
  UPDATE games SET version = version + 1, deadline = wanted.deadline, bot_to_move = wanted.bot
  FROM wanted WHERE games.id = wanted.id RETURNING games.id
), noted AS (
  INSERT INTO changes (game, number, kind, text, seat, key, at)
  SELECT c->>0, (c->>1)::int, c->>2, c->>3, (c->>4)::int, c->>5, (c->>6)::float8
  FROM json_array_elements(%s::json) AS c JOIN moved ON moved.id = c->>0
)
SELECT id FROM moved
"""
"""Lock the rows in the order of their ids: two groups with the same games must not deadlock."""

_READ_NEWS: Final = """
SELECT r->>0, row_to_json(g)::text,
  (SELECT json_object_agg(h.token_hash, h.seats) FROM holders AS h WHERE h.game = g.id)::text,
  (SELECT json_agg(row_to_json(c) ORDER BY c.number) FROM changes AS c
   WHERE c.game = g.id AND c.number > (r->>2)::int)::text
FROM json_array_elements(%s::json) AS r LEFT JOIN games AS g ON g.id = r->>0
WHERE g.id IS NULL OR g.version <> (r->>1)::int
"""


def is_plain_move(update: GameUpdate) -> bool:
    """Return whether an update adds to the change log of a running game and does nothing else.

    A move that begins the turn of a bot is not plain: its transaction also adds a job.
    """
    before, after = update.before, update.after
    return (
        before is not None
        and after is not None
        and not before.is_over
        and after.bot_to_move in (None, before.bot_to_move)
        and not update.added_holders
        and not update.removed_holders
        and has_same_columns(before, after)
    )


class AutocommitConnection:
    """A connection on which every statement is a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Any = None

    def fetch(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows.

        If the connection was lost, try once more: a write that was carried out all the same fails
        then, because it names a version that is no longer there.
        """
        try:
            return self._fetch(statement, values)
        except self.error:
            if self._connection is not None:
                raise
            return self._fetch(statement, values)

    def close(self) -> None:
        """Close the connection; the next statement opens another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @property
    def error(self) -> type[Exception]:
        """The base class of all errors of the driver."""
        dbapi = self._engine.dialect.dbapi
        assert dbapi is not None
        return dbapi.Error

    def _fetch(self, statement: str, values: Sequence[str]) -> list[tuple[Any, ...]]:
        if self._connection is None:
            pooled = self._engine.raw_connection()
            self._connection = pooled.driver_connection
            pooled.detach()
            self._connection.autocommit = True
        try:
            rows: list[tuple[Any, ...]] = self._connection.execute(statement, values).fetchall()
        except self.error:
            if self._connection.broken:
                self.close()
            raise
        return rows


def write_moves(connection: AutocommitConnection, moves: Sequence[GameUpdate]) -> set[str]:
    """Write plain moves of different games; return the games that had the right version."""
    versions, changes = [], []
    for move in moves:
        before, after = move.before, move.after
        assert before is not None
        assert after is not None
        versions.append((after.id, before.version, after.deadline, after.bot_to_move))
        changes += [change_columns(entry) for entry in move.changes]
    written = connection.fetch(
        _WRITE_MOVES, orjson.dumps(versions).decode(), orjson.dumps(changes).decode()
    )
    return {game for (game,) in written}


def read_news(connection: AutocommitConnection, known: KnownGames) -> dict[str, StoredGame | None]:
    """Return games that do not have the known version; ``None`` if one is not in the hot table."""
    rows = [(game, version, number) for game, (version, number) in known.items()]
    news: dict[str, StoredGame | None] = {}
    for game, columns, holders, changes in connection.fetch(
        _READ_NEWS, orjson.dumps(rows).decode()
    ):
        if columns is None:
            news[game] = None
            continue
        held = orjson.loads(holders) if holders else {}
        news[game] = StoredGame(
            game_from_columns(orjson.loads(columns)),
            {hashed: seats_from_bits(bits) for hashed, bits in held.items()},
            _changes(changes),
        )
    return news


def _changes(rows: str | None) -> tuple[ChangeEntry, ...]:
    return tuple(map(change_from_columns, orjson.loads(rows))) if rows else ()
