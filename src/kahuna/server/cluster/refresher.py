"""Read what other nodes have written, for many rooms in one query."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from kahuna.hosting.play.room import Room
from kahuna.hosting.store import SharedStore, StorageError, StoredGame

NO_REVISION: Final = -1
"""Matches no stored revision, so that the store returns the game."""
PAUSE_SECONDS: Final = 0.005
"""Time between two queries: too short to notice, and under load more rooms share a query."""
ApplyNews: TypeAlias = Callable[[Room, StoredGame | None], Awaitable[None]]
"""Brings a room up to date; ``None`` means that the game was deleted."""


class Refresher:
    """Brings rooms up to date with the store.

    Requests that arrive during a query share the next one.
    """

    def __init__(self, store: SharedStore, apply: ApplyNews) -> None:
        self._store = store
        self._apply = apply
        self._waiting: dict[Room, asyncio.Future[None]] = {}
        self._unresolved: set[asyncio.Future[None]] = set()
        self._running: asyncio.Task[None] | None = None
        self._applying: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def request(self, room: Room) -> asyncio.Future[None]:
        """Return a future that is done once a room is as new as the store is now."""
        done = self._waiting.get(room)
        if done is None:
            done = asyncio.get_running_loop().create_future()
            self._unresolved.add(done)
            done.add_done_callback(self._resolved)
            if self._is_closed:
                _fail(done)
                return done
            self._waiting[room] = done
            if self._running is None:
                self._running = asyncio.create_task(self._drain())
        return done

    async def refresh(self, *rooms: Room) -> None:
        """Return once rooms are as new as the store is now; do not call this while holding a lock.

        Raise :class:`StorageError` if the store does not respond or the refresher closes.
        """
        for done in [self.request(room) for room in rooms]:
            await asyncio.shield(done)

    async def close(self) -> None:
        """Stop reading, and fail all pending requests."""
        self._is_closed = True
        tasks = [*self._applying, *([self._running] if self._running else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for done in list(self._unresolved):
            if not done.done():
                _fail(done)
        self._waiting.clear()

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
        except Exception as error:  # Any error must reach those who wait.
            for done in group.values():
                done.set_exception(StorageError(type(error).__name__))
            return
        for room, done in group.items():
            if room.game.id in news:
                # A room may be locked by a write: do not delay the others.
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

    def _resolved(self, done: asyncio.Future[None]) -> None:
        self._unresolved.discard(done)
        if not done.cancelled():
            done.exception()  # Otherwise asyncio warns about errors that nobody waited for.


def _known_of(room: Room) -> tuple[int, int]:
    """Return the revision and the number of changes; no revision if memory may be wrong."""
    game = room.game
    return (NO_REVISION if room.is_stale else game.metadata.revision), game.num_changes


def _fail(done: asyncio.Future[None]) -> None:
    done.set_exception(StorageError("the server is stopping"))
