"""Fast paths on PostgreSQL: write a group of moves, and read what other nodes have written.

Each is a single statement, and so a single round trip. Writing would otherwise take a transaction
of four statements. Reading would take three queries, which do not share a snapshot. Each statement
has its own non-blocking connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Final

import orjson
from sqlalchemy import Engine

from kahuna.hosting.store import (
    ChangeEntry,
    ConflictError,
    GameUpdate,
    KnownGames,
    StorageError,
    StoredGame,
)
from kahuna.server.store.loop_connection import LoopConnection
from kahuna.server.store.models import (
    change_columns,
    change_from_columns,
    game_from_columns,
    seats_from_bits,
)
from kahuna.server.store.moves import Outcomes

DEADLOCK: Final = "40P01"
_UNIQUE_VIOLATION: Final = "23505"
_WRITE_MOVES: Final = """
WITH wanted AS (
  SELECT g.id, (j->>2)::float8 AS deadline, j->>3 AS bot
  FROM json_array_elements($1::json) AS j JOIN games AS g ON g.id = j->>0
  WHERE g.version = (j->>1)::int ORDER BY g.id FOR UPDATE OF g
), moved AS (
  UPDATE games SET version = version + 1, deadline = wanted.deadline, bot_to_move = wanted.bot
  FROM wanted WHERE games.id = wanted.id RETURNING games.id
), noted AS (
  INSERT INTO changes (game, number, kind, text, seat, key, at)
  SELECT c->>0, (c->>1)::int, c->>2, c->>3, (c->>4)::int, c->>5, (c->>6)::float8
  FROM json_array_elements($2::json) AS c JOIN moved ON moved.id = c->>0
)
SELECT id FROM moved
"""
"""Rows are locked in order of id, so that two groups with the same games cannot deadlock."""

_READ_NEWS: Final = """
SELECT r->>0, row_to_json(g)::text,
  (SELECT json_object_agg(h.token_hash, h.seats) FROM holders AS h WHERE h.game = g.id)::text,
  (SELECT json_agg(row_to_json(c) ORDER BY c.number) FROM changes AS c
   WHERE c.game = g.id AND c.number > (r->>2)::int)::text
FROM json_array_elements($1::json) AS r LEFT JOIN games AS g ON g.id = r->>0
WHERE g.id IS NULL OR g.version <> (r->>1)::int
"""


class PostgresMoves:
    """Writes plain moves and reads the changes of other nodes, without blocking the event loop."""

    def __init__(self, engine: Engine, threads: Executor) -> None:
        """Connect on first use, in one of the threads."""
        self._writer = LoopConnection(engine, _WRITE_MOVES, threads)
        self._reader = LoopConnection(engine, _READ_NEWS, threads)

    def close(self) -> None:
        """Disconnect."""
        self._writer.close()
        self._reader.close()

    async def write(self, moves: Sequence[GameUpdate]) -> Outcomes:
        """Write plain moves of different games.

        Return no outcomes if the moves have to be written by a transaction instead.
        """
        try:
            done = await _write(self._writer, moves)
        except self._writer.error as error:
            if getattr(error, "sqlstate", None) in (DEADLOCK, _UNIQUE_VIOLATION):
                return {}
            return {move.game: StorageError(type(error).__name__) for move in moves}
        return {move.game: None if move.game in done else ConflictError() for move in moves}

    async def read_news(self, known: KnownGames) -> dict[str, StoredGame | None]:
        """Return the games whose version differs from the known one.

        ``None`` stands for a game that is not in the table: deleted or archived.
        """
        try:
            return await _read(self._reader, known)
        except self._reader.error as error:
            raise StorageError(type(error).__name__) from error


async def _write(connection: LoopConnection, moves: Sequence[GameUpdate]) -> set[str]:
    """Write moves; return the games whose version was the expected one."""
    versions, changes = [], []
    for move in moves:
        before, after = move.before, move.after
        assert before is not None
        assert after is not None
        versions.append((after.id, before.version, after.deadline, after.bot_to_move))
        changes += [change_columns(entry) for entry in move.changes]
    written = await connection.fetch(orjson.dumps(versions), orjson.dumps(changes))
    return {game.decode() for (game,) in written if game is not None}


async def _read(connection: LoopConnection, known: KnownGames) -> dict[str, StoredGame | None]:
    rows = [(game, version, number) for game, (version, number) in known.items()]
    news: dict[str, StoredGame | None] = {}
    for game_id, columns, holders, changes in await connection.fetch(orjson.dumps(rows)):
        assert game_id is not None
        game = game_id.decode()
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


def _changes(rows: bytes | None) -> tuple[ChangeEntry, ...]:
    return tuple(map(change_from_columns, orjson.loads(rows))) if rows else ()
