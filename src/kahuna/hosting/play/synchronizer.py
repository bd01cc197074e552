"""Apply what other nodes have stored, and tell them who is connected here."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from kahuna.core import KahunaError
from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.game import MissingChangesError
from kahuna.hosting.play.hub import Attendance, Hub
from kahuna.hosting.play.refresher import Refresher
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.room_cache import RoomCache
from kahuna.hosting.store import StorageError, StoredGame
from kahuna.server.tracing import current_request, serving, span

POLL_SECONDS: Final = 1.0
"""Without a hub, time between polls for changes to the games on display."""
POLLS_WITH_HUB: Final = 15
"""With a reliable hub, only one in this many polls is made."""
MAX_NEWS: Final = 20
"""With more new changes than this, reload the game in a thread."""


class Synchronizer:
    """Keeps rooms up to date; implements :class:`~kahuna.hosting.play.hub.HubListener`."""

    def __init__(self, cache: RoomCache, hub: Hub) -> None:
        self._cache = cache
        self._hub = hub
        self._refresher = Refresher(cache.store, self._apply_news)

    async def refresh(self, *rooms: Room) -> None:
        """Bring rooms up to date with the store; do not call this while holding a lock."""
        await self._refresher.refresh(*rooms)

    async def poll(self) -> None:
        """Poll the store for changes by other nodes that no hub reports."""
        num_polls = 0
        while True:
            await asyncio.sleep(POLL_SECONDS)
            num_polls += 1
            if self._hub.is_reliable and num_polls % POLLS_WITH_HUB:
                continue
            displayed = [room for room in self._cache if room.connections]
            with suppress(StorageError, RefusedError):
                await self._refresher.refresh(*displayed)

    async def close(self) -> None:
        """Stop listening to other nodes."""
        await self._hub.close()
        await self._refresher.close()

    def announce_attendance(self, room: Room) -> None:
        """Tell other nodes who is connected here; listen to them while anybody is."""
        if not self._cache.store.is_shared:
            return
        if room.connections:
            self._hub.watch(room.game.id, room.attendance)
        else:
            room.others = Attendance()
            self._hub.unwatch(room.game.id)

    def game_changed(self, game: str, version: int | None) -> None:
        """Handle a hint that a game now has a version, or may have changed."""
        room = self._cache.get(game)
        if room is not None and (version is None or version > room.game.metadata.version):
            room.cause = current_request()
            self._refresher.request(room)

    def attendance_changed(self, game: str, others: Attendance) -> None:
        """Handle who is connected to a game on all other nodes together."""
        room = self._cache.get(game)
        if room is not None and room.connections:
            room.set_others(others)
            if room.game.awaits_clock:
                self._cache.notify(room)

    async def _apply_news(self, room: Room, news: StoredGame | None) -> None:
        """Update a game with what another node has stored, and tell everybody here."""
        with serving(room.cause), span("take over changes"):
            await self._take_over(room, news)

    async def _take_over(self, room: Room, news: StoredGame | None) -> None:
        cache = self._cache
        async with room.lock:
            game = room.game
            if room.is_deleted:
                return
            if news is None:
                cache.remove(room)
                return
            if room.is_stale:
                await cache.reload(room)
                return
            if news.metadata.version <= game.metadata.version:
                return
            cache.metrics.refreshes.inc()
            before = game.public_facts()
            try:
                if len(news.changes) > MAX_NEWS:
                    raise MissingChangesError
                game.catch_up(news)
            except (MissingChangesError, KahunaError):
                room.is_stale = True
                await cache.reload(room)
                return
            room.disconnect_revoked()
            room.broadcast(cache.sources.now(), is_private=game.public_facts() == before)
            cache.notify(room)
