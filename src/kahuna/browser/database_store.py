"""Games in the database of the browser, which all of its tabs share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from kahuna.browser.bridge import Bridge, Database
from kahuna.core import Seat
from kahuna.hosting.columns import (
    change_columns,
    change_from_columns,
    game_columns,
    game_from_columns,
    seats_from_bits,
    seats_to_bits,
)
from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Attendance, Room
from kahuna.hosting.play.services import Peers
from kahuna.hosting.store import (
    ConflictError,
    GameMetadata,
    GameUpdate,
    StorageError,
    StoredGame,
)

Row: TypeAlias = dict[str, Any]
"""Everything stored about a game: its columns, the holders of its seats, and its changes."""


class DatabaseStore:
    """Keeps each game as one row. A write is done when it is on the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, game: str) -> StoredGame | None:
        """Return a game as it is stored now."""
        row = await self._read(game)
        return None if row is None else unpack(row)

    async def revision(self, game: str) -> int | None:
        """Return how often a game was written; ``None`` if there is no such game."""
        row = await self._read(game)
        return None if row is None else row["game"]["version"]

    async def write(self, *updates: GameUpdate) -> None:
        """Store all updates, or raise and store none."""
        rows = [await self._row_update(update) for update in updates]
        try:
            is_written = await self._database.write(json.dumps(rows))
        except Exception as error:  # Whatever the browser raises, for example a full disk.
            raise StorageError(str(error)) from None
        if not is_written:
            raise ConflictError

    async def rows(self) -> list[Row]:
        """Return all games."""
        rows = json.loads(await self._asked(self._database.all()))
        return [json.loads(row["data"]) for row in rows]

    async def settle(self) -> None:
        """Return: writes are awaited one by one."""

    async def games_of(self, hashes: Sequence[str]) -> Mapping[str, tuple[Seat, ...]]:
        """Return the games in which these tokens hold seats, the newest first."""
        rows = json.loads(await self._asked(self._database.held_by(json.dumps(list(hashes)))))
        found = {}
        for row in rows:
            holders = json.loads(row["data"])["holders"]
            bits = next(bits for known, bits in holders.items() if known in hashes)
            found[row["id"]] = seats_from_bits(bits)
        return found

    async def due_games(self, now: float) -> Sequence[str]:
        """Return the games in which the seat to move has run out of time, the longest first."""
        games: list[str] = json.loads(await self._asked(self._database.due_before(now)))
        return games

    async def bot_games(self, *, after: str, limit: int) -> Sequence[str]:
        """Return games in which a bot is to move, ordered by id, beginning after an id."""
        games: list[str] = json.loads(await self._asked(self._database.awaiting_bots()))
        return [game for game in games if game > after][:limit]

    async def check_writable(self) -> None:
        """Return: a write tells."""

    async def close(self) -> None:
        """Return: there is nothing to release."""

    async def _read(self, game: str) -> Row | None:
        text = await self._asked(self._database.load(game))
        return None if not text else json.loads(json.loads(text)["data"])

    async def _asked(self, answer: Any) -> str:  # noqa: ANN401  a promise
        try:
            text: str = await answer
        except Exception as error:  # Whatever the browser raises.
            raise StorageError(str(error)) from None
        return text

    async def _row_update(self, update: GameUpdate) -> Row:
        row = await self._read(update.game)
        seen = None if update.before is None else update.before.revision
        if (row and row["game"]["version"]) != seen:
            raise ConflictError
        new = None if update.after is None else to_row(_updated(row, update.after, update))
        return {"id": update.game, "before": seen, "row": new}


def _updated(row: Row | None, after: GameMetadata, update: GameUpdate) -> Row:
    """Return a row after an update."""
    holders: dict[str, int] = dict(row["holders"]) if row else {}
    holders |= {known: seats_to_bits(seats) for known, seats in update.added_holders.items()}
    for known in update.removed_holders:
        del holders[known]
    changes = list(row["changes"]) if row else []
    changes += map(change_columns, update.changes)
    return {"game": game_columns(after), "holders": holders, "changes": changes}


def to_row(row: Row) -> Row:
    """Return a row as the database keeps it: what it searches for, and everything as text."""
    game = row["game"]
    searched = {"deadline": game["deadline"], "bot": game["bot_to_move"]}
    return {
        "id": game["id"],
        "revision": game["version"],
        "createdAt": game["created_at"],
        "holders": list(row["holders"]),
        **{name: value for name, value in searched.items() if value is not None},
        "data": json.dumps(row),
    }


def pack(game: StoredGame) -> Row:
    """Return a game as a row."""
    return _updated(None, game.metadata, GameUpdate.create(game))


def unpack(row: Row) -> StoredGame:
    """Return the game of a row."""
    metadata = game_from_columns(row["game"])
    return StoredGame(
        metadata,
        {known: seats_from_bits(bits) for known, bits in row["holders"].items()},
        tuple(change_from_columns(metadata.id, change) for change in row["changes"]),
    )


class Tabs(Peers):
    """The other tabs of the browser, each with a host of its own for the same games."""

    exist = True

    def __init__(self, store: DatabaseStore, bridge: Bridge) -> None:
        self._store = store
        self._bridge = bridge
        self._registry: GameRegistry | None = None

    def open(self, registry: GameRegistry) -> None:
        """Start to bring the games of a registry up to date."""
        self._registry = registry

    def publish(self, game: str, revision: int) -> None:
        """Tell the others that a game now has this revision."""
        self._bridge.publish(game, revision)

    def announce_attendance(self, room: Room) -> None:
        """Assume that the game is open in other tabs too; all tabs hold the same seats."""
        room.others = Attendance(room.attendance.seats)

    def heard(self, game: str, revision: int) -> None:
        """Show what another tab has written."""
        assert self._registry is not None
        room = self._registry.find(game)
        if room is not None and revision > room.game.metadata.revision:
            self._registry.spawn(self._catch_up(room), room=room)

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with the store; do not call this while holding its lock."""
        assert self._registry is not None
        if await self._store.revision(room.game.id) == room.game.metadata.revision:
            return
        async with room.lock:
            if room.is_deleted:
                return
            try:
                await self._registry.reload(room)
            except RefusedError:
                if not room.is_deleted:
                    raise

    async def _catch_up(self, room: Room) -> None:
        try:
            await self.refresh(room)
        except (RefusedError, StorageError):
            room.is_stale = True  # Whoever uses it next reads it again.
