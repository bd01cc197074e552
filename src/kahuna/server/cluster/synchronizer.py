"""Apply what other nodes have stored, and tell them who is connected here."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from kahuna.core import KahunaError
from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.game import MissingChangesError
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Attendance, Room
from kahuna.hosting.play.services import Peers
from kahuna.hosting.store import SharedStore, StorageError, StoredGame
from kahuna.server.cluster.hub import Hub
from kahuna.server.cluster.refresher import Refresher
from kahuna.server.metrics import Metrics
from kahuna.server.tracing import current_request, serving, span

POLL_SECONDS: Final = 1.0
"""Without a hub, time between polls for changes to the games on display."""
POLLS_WITH_HUB: Final = 15
"""With a reliable hub, only one in this many polls is made."""
MAX_NEWS: Final = 20
"""With more new changes than this, reload the game in a thread."""


class Synchronizer(Peers):
    """Keeps rooms up to date; implements :class:`~kahuna.server.cluster.hub.HubListener`."""

    exist = True

    def __init__(self, store: SharedStore, hub: Hub, metrics: Metrics) -> None:
        self._hub = hub
        self._metrics = metrics
        self._refresher = Refresher(store, self._apply_news)
        self._registry: GameRegistry | None = None

    @property
    def know_presence(self) -> bool:  # type: ignore[override]
        """Whether everybody who is connected to another node is known."""
        return self._hub.is_reliable

    def open(self, registry: GameRegistry) -> None:
        """Start to bring the games of a registry up to date."""
        self._registry = registry
        registry.spawn(self._poll(registry))
        self._hub.open(self)

    async def close(self) -> None:
        """Stop listening to other nodes."""
        await self._hub.close()
        await self._refresher.close()

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with the store; do not call this while holding its lock."""
        await self._refresher.refresh(room)

    def publish(self, game: str, revision: int) -> None:
        """Tell the others that a game now has this revision."""
        self._hub.publish(game, revision)

    def announce_attendance(self, room: Room) -> None:
        """Tell other nodes who is connected here; listen to them while anybody is."""
        if room.connections:
            self._hub.watch(room.game.id, room.attendance)
        else:
            room.others = Attendance()
            self._hub.unwatch(room.game.id)

    def game_changed(self, game: str, revision: int | None) -> None:
        """Handle a hint that a game now has a revision, or may have changed."""
        room = self._find(game)
        if room is not None and (revision is None or revision > room.game.metadata.revision):
            room.cause = current_request()
            self._refresher.request(room)

    def attendance_changed(self, game: str, others: Attendance) -> None:
        """Handle who is connected to a game on all other nodes together."""
        room = self._find(game)
        if room is not None and room.connections:
            room.set_others(others)
            if room.game.awaits_clock and self._registry is not None:
                self._registry.notify(room)

    def _find(self, game: str) -> Room | None:
        return None if self._registry is None else self._registry.find(game)

    async def _poll(self, registry: GameRegistry) -> None:
        """Poll the store for changes by other nodes that no hub reports."""
        num_polls = 0
        while True:
            await asyncio.sleep(POLL_SECONDS)
            num_polls += 1
            if self._hub.is_reliable and num_polls % POLLS_WITH_HUB:
                continue
            displayed = [room for room in registry if room.connections]
            with suppress(StorageError, RefusedError):
                await self._refresher.refresh(*displayed)

    async def _apply_news(self, room: Room, news: StoredGame | None) -> None:
        """Update a game with what another node has stored, and tell everybody here."""
        with serving(room.cause), span("take over changes"):
            await self._take_over(room, news)

    async def _take_over(self, room: Room, news: StoredGame | None) -> None:
        registry = self._registry
        assert registry is not None
        async with room.lock:
            game = room.game
            if room.is_deleted:
                return
            if news is None:
                registry.remove(room)
                return
            if room.is_stale:
                await registry.reload(room)
                return
            if news.metadata.revision <= game.metadata.revision:
                return
            self._metrics.refreshes.inc()
            before = game.public_facts()
            try:
                if len(news.changes) > MAX_NEWS:
                    raise MissingChangesError
                game.catch_up(news)
            except (MissingChangesError, KahunaError):
                room.is_stale = True
                await registry.reload(room)
                return
            room.disconnect_revoked()
            room.broadcast(registry.sources.now(), is_private=game.public_facts() == before)
            registry.notify(room)
