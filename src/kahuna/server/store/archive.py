"""The archive: a finished game is one compressed value.

The value holds the metadata, the holders and the change log, so a game can return to the hot tables
when somebody asks for a rematch or another link. Times are kept to the millisecond. Only the last
idempotency key of each seat is kept: no client repeats an older request, and random keys would make
up more than half of the archive.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, count, pairwise
from typing import Any, Final

import orjson
from sqlalchemy import Connection, delete, insert, select

from kahuna.core import KahunaError
from kahuna.hosting.columns import (
    change_columns,
    change_from_columns,
    game_columns,
    game_from_columns,
    seats_from_bits,
    seats_to_bits,
)
from kahuna.hosting.store import ChangeEntry, StoredGame
from kahuna.server.store.tables import ARCHIVE, ARCHIVED_HOLDERS

_BEST_COMPRESSION: Final = 9


class DamagedGameError(KahunaError):
    """A stored game cannot be read."""


@contextmanager
def naming_damage(game: str) -> Iterator[None]:
    """Say which game is damaged if it cannot be read."""
    try:
        yield
    except (KahunaError, zlib.error, LookupError, TypeError, ValueError) as error:
        raise DamagedGameError(f"game {game}: the stored game is damaged ({error})") from error


def pack(game: StoredGame) -> bytes:
    """Compress a game. Columns compress better than rows."""
    rows = [change_columns(entry) for entry in game.changes]
    times = [0, *(round(entry.at * 1000) for entry in game.changes)]
    packed = {
        "game": game_columns(game.metadata),
        "holders": {hashed: seats_to_bits(seats) for hashed, seats in game.holders.items()},
        "kinds": [row["kind"] for row in rows],
        "texts": [row["text"] for row in rows],
        "seats": [row["seat"] for row in rows],
        "milliseconds": [later - earlier for earlier, later in pairwise(times)],
        "keys": _last_keys(game.changes),
    }
    return zlib.compress(orjson.dumps(packed), _BEST_COMPRESSION)


def unpack(data: bytes) -> StoredGame:
    """Decompress a game."""
    packed: dict[str, Any] = orjson.loads(zlib.decompress(data))
    metadata, keys = game_from_columns(packed["game"]), packed["keys"]
    kinds, texts, seats = packed["kinds"], packed["texts"], packed["seats"]
    times = accumulate(packed["milliseconds"])
    changes = (
        change_from_columns(
            metadata.id,
            {
                "number": number,
                "kind": kind,
                "text": text,
                "seat": seat,
                "key": keys.get(str(number)),
                "at": milliseconds / 1000,
            },
        )
        for number, kind, text, seat, milliseconds in zip(count(1), kinds, texts, seats, times)
    )
    holders = {hashed: seats_from_bits(bits) for hashed, bits in packed["holders"].items()}
    return StoredGame(metadata, holders, tuple(changes))


def insert_archived(connection: Connection, game: StoredGame) -> None:
    """Add a finished game to the archive."""
    metadata = game.metadata
    connection.execute(
        insert(ARCHIVE).values(
            id=metadata.id,
            created_at=metadata.created_at,
            finished_at=max((entry.at for entry in game.changes), default=metadata.created_at),
            data=pack(game),
        )
    )
    if game.holders:
        rows = [
            {"token_hash": hashed, "game": metadata.id, "seats": seats_to_bits(seats)}
            for hashed, seats in game.holders.items()
        ]
        connection.execute(insert(ARCHIVED_HOLDERS), rows)


def find_archived(connection: Connection, game: str) -> StoredGame | None:
    """Return a game from the archive."""
    data = connection.execute(select(ARCHIVE.c.data).where(ARCHIVE.c.id == game)).scalar()
    if data is None:
        return None
    with naming_damage(game):
        return unpack(data)


def pop_archived(connection: Connection, game: str) -> StoredGame | None:
    """Remove a game from the archive and return it."""
    found = delete(ARCHIVE).where(ARCHIVE.c.id == game).returning(ARCHIVE.c.data)
    data = connection.execute(found).scalar()
    if data is None:
        return None
    popped = unpack(data)
    is_here = ARCHIVED_HOLDERS.c.token_hash.in_(popped.holders)
    connection.execute(delete(ARCHIVED_HOLDERS).where(ARCHIVED_HOLDERS.c.game == game, is_here))
    return popped


def _last_keys(changes: Sequence[ChangeEntry]) -> dict[str, str]:
    """Return the last key of each seat, by the number of its change."""
    last = {entry.seat: entry for entry in changes if entry.key is not None}
    return {str(entry.number): entry.key for entry in last.values() if entry.key is not None}
