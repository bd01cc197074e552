"""Group reads: fetch what other nodes have written, for all rooms that wait, in one go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from kahuna.server.games.room import Room
from kahuna.server.games.store import GameStore, StorageError, StoredGame

NO_VERSION: Final = -1
PAUSE_SECONDS: Final = 0.005
"""Time between two reads: under load more rooms share a query, and nobody notices."""
ApplyNews: TypeAlias = Callable[[Room, StoredGame | None], Awaitable[None]]
"""Brings a room up to date; ``None`` means that the game is gone."""


class Refresher:
    """Brings rooms up to date with the store.

    While one group is read, the next one collects. Under load, many rooms share a query.
    """

    def __init__(self, store: GameStore, apply: ApplyNews) -> None:
        self._store = store
        self._apply = apply
        self._waiting: dict[Room, asyncio.Future[None]] = {}
        self._running: asyncio.Task[None] | None = None
        self._applying: set[asyncio.Task[None]] = set()

    def request(self, room: Room) -> asyncio.Future[None]:
        """Return a future that is done once a room is as new as the store is now."""
        done = self._waiting.get(room)
        if done is None:
            done = self._waiting[room] = asyncio.get_running_loop().create_future()
            done.add_done_callback(_mark_retrieved)
            if self._running is None:
                self._running = asyncio.create_task(self._drain())
        return done

    async def refresh(self, *rooms: Room) -> None:
        """Return once rooms are as new as the store is now; do not call this with a lock held."""
        for done in [self.request(room) for room in rooms]:
            await asyncio.shield(done)

    async def close(self) -> None:
        """Stop reading."""
        tasks = [*self._applying, *([self._running] if self._running else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drain(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting, {}
                await self._read(group)
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._running = None

    async def _read(self, group: dict[Room, asyncio.Future[None]]) -> None:
        known = {room.game.id: _known_of(room) for room in group}
        try:
            news = await self._store.load_news(known)
        except Exception as error:  # Whatever it was, those who wait must hear of it.
            for done in group.values():
                done.set_exception(StorageError(type(error).__name__))
            return
        for room, done in group.items():
            if room.game.id in news:
                # A room may be busy writing: do not keep the others waiting.
                task = asyncio.create_task(self._apply_one(room, news[room.game.id], done))
                self._applying.add(task)
                task.add_done_callback(self._applying.discard)
            else:
                done.set_result(None)

    async def _apply_one(
        self, room: Room, news: StoredGame | None, done: asyncio.Future[None]
    ) -> None:
        try:
            await self._apply(room, news)
        except Exception as error:
            done.set_exception(error)
        else:
            done.set_result(None)


def _known_of(room: Room) -> tuple[int, int]:
    """Return the version and the number of changes; no version if memory may be wrong."""
    game = room.game
    return (NO_VERSION if room.is_stale else game.metadata.version), game.num_changes


def _mark_retrieved(done: asyncio.Future[None]) -> None:
    """Do not complain about an error that nobody waited for."""
    if not done.cancelled():
        done.exception()
