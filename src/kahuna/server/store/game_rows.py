"""Read and write the rows of games; each function is part of a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    TextClause,
    and_,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from kahuna.hosting.play.metadata import GameMetadata
from kahuna.hosting.store import ConflictError, GameUpdate, Holders, StoredGame
from kahuna.server.store.archive import find_archived, pop_archived
from kahuna.server.store.models import (
    ChangeColumns,
    change_columns,
    change_from_columns,
    changed_columns,
    game_columns,
    game_from_columns,
    seats_from_bits,
    seats_to_bits,
)
from kahuna.server.store.schema import ARCHIVE, CHANGES, GAMES, HOLDERS, REVIEWS

_COLUMNS: Final = "game, number, kind, text, seat, key, at"
_INSERTS: Final[Mapping[str, TextClause]] = {
    # Insert all rows in one statement: a thread that steps from row to row would wait for the
    # interpreter each time.
    "sqlite": text(
        f"INSERT INTO changes ({_COLUMNS}) SELECT value->>0, value->>1, value->>2, value->>3,"
        " value->>4, value->>5, value->>6 FROM json_each(:rows)"
    ),
    "postgresql": text(
        f"INSERT INTO changes ({_COLUMNS}) SELECT r->>0, (r->>1)::int, r->>2, r->>3,"
        " (r->>4)::int, r->>5, (r->>6)::float8 FROM json_array_elements(CAST(:rows AS json)) AS r"
    ),
}
UPDATE_VERSIONS: Final[Mapping[str, TextClause]] = {
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


def write_game(connection: Connection, changed: GameUpdate) -> None:
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

    Releases before version 0004 of the tables do not count versions. While they run alongside this
    one, only the values show that they changed something.
    """
    old, new = changed_columns(before, after)
    if not new:
        return
    is_unchanged = and_(*(GAMES.c[name].is_not_distinct_from(old[name]) for name in old))
    statement = update(GAMES).where(GAMES.c.id == after.id, is_unchanged).values(new)
    if not connection.execute(statement).rowcount:
        raise ConflictError


def is_idle(before: float) -> ColumnElement[bool]:
    """Select games that have been idle since a time."""
    last = select(func.max(CHANGES.c.at)).where(CHANGES.c.game == GAMES.c.id).scalar_subquery()
    return and_(GAMES.c.created_at < before, func.coalesce(last, 0) < before)


def insert_changes(connection: Connection, rows: Sequence[ChangeColumns]) -> None:
    """Append entries to the change logs of games."""
    if rows:
        bound = {"rows": orjson.dumps(rows).decode()}
        connection.execute(_INSERTS[connection.dialect.name], bound)


def lock_game(connection: Connection, game: str) -> bool:
    """Lock a game until the transaction ends; return whether it is in the hot tables."""
    touch = update(GAMES).where(GAMES.c.id == game).values(is_over=GAMES.c.is_over)
    return bool(connection.execute(touch).rowcount)


def hold_game(connection: Connection, game: str) -> bool:
    """Return whether a game is stored, and prevent its deletion until the transaction ends."""
    # Another transaction may be moving it between the tables.
    return any(
        connection.execute(
            select(table.c.id).where(table.c.id == game).with_for_update(read=True, key_share=True)
        ).first()
        for table in (GAMES, ARCHIVE, GAMES)
    )


def restore_archived(connection: Connection, before: GameMetadata | None) -> None:
    """Move a game that is about to change from the archive back to the hot tables."""
    if before is None or not before.is_over or lock_game(connection, before.id):
        return
    if (game := pop_archived(connection, before.id)) is not None:
        write_game(connection, GameUpdate.create(game))
        insert_changes(connection, [change_columns(entry) for entry in game.changes])


def find_game(connection: Connection, game: str) -> StoredGame | None:
    """Return a game from the hot tables or from the archive."""
    return load_game(connection, game) or find_archived(connection, game)


def load_game(connection: Connection, game: str) -> StoredGame | None:
    """Return a game from the hot tables."""
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
