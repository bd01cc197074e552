"""The rooms in memory: load games from the store, share them, and evict unused ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.sources import Sources
from kahuna.hosting.play.vocabulary import Refusal
from kahuna.hosting.store import GameStore, StorageError
from kahuna.server.metrics import Metrics

LOG = logging.getLogger(__name__)

RoomObserver: TypeAlias = Callable[[Room], None]
_P = ParamSpec("_P")
_T = TypeVar("_T")


class UnknownGameError(Exception):
    """There is no such game."""


class RoomCache:
    """Keeps at most one room per game."""

    def __init__(
        self, store: GameStore, sources: Sources, metrics: Metrics, *, max_rooms: int
    ) -> None:
        self.store = store
        self.sources = sources
        self.metrics = metrics
        self.observers: list[RoomObserver] = []
        """Called when a game is loaded or changes."""
        self._max_rooms = max_rooms
        self._rooms: dict[str, Room] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each game that is being loaded."""
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="games")

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())

    def get(self, game_id: str) -> Room | None:
        """Return the room of a game if it is in memory."""
        return self._rooms.get(game_id)

    async def load(self, game_id: str) -> tuple[Room, bool]:
        """Return the room of a game, and whether this call has read the game from the store.

        If others load or host the same game meanwhile, use their room; it may be out of date.
        """
        lock = self._loading.setdefault(game_id, asyncio.Lock())
        async with lock:
            if (room := self._rooms.get(game_id)) is not None:
                return room, False
            game = await self._load_game(game_id)
            if self._loading.get(game_id) is not lock:
                raise UnknownGameError(game_id)  # Deleted while it was being loaded.
            room = self.add(game)
            return room, room.game is game

    async def reload(self, room: Room) -> None:
        """Replace the game of a locked room with the stored one, and show it to everybody."""
        await self.store.settle()
        try:
            room.game = await self._load_game(room.game.id)
        except UnknownGameError:
            self.remove(room)
            raise RefusedError(Refusal.UNKNOWN_GAME) from None
        except StorageError as error:
            LOG.error("cannot read: %s", error)
            raise RefusedError(Refusal.UNAVAILABLE) from None
        except Exception:
            LOG.exception("a game cannot be loaded")
            raise RefusedError(Refusal.UNAVAILABLE) from None
        room.is_stale = False
        room.disconnect_revoked()
        for connection in room.connections:
            connection.reset()
        room.broadcast(self.sources.now())
        self.notify(room)

    def add(self, game: HostedGame) -> Room:
        """Return the room of a game; open one if necessary."""
        if (known := self._rooms.get(game.id)) is not None:
            return known
        room = self._rooms[game.id] = Room(game)
        self.metrics.games_in_memory.set(len(self._rooms))
        self.notify(room)
        return room

    def notify(self, room: Room) -> None:
        """Tell the observers that the game of a room has changed, unless it was evicted."""
        if self._rooms.get(room.game.id) is not room:
            return
        for observe in self.observers:
            observe(room)

    def remove(self, room: Room) -> None:
        """Close the room of a deleted game."""
        if self._rooms.get(room.game.id) is room:
            del self._rooms[room.game.id]
            self.metrics.games_in_memory.set(len(self._rooms))
        room.close()

    def remove_deleted(self, game_ids: Iterable[str]) -> None:
        """Close the rooms of deleted games, including those being loaded."""
        for game_id in game_ids:
            self._loading.pop(game_id, None)
            if (room := self._rooms.get(game_id)) is not None:
                self.remove(room)

    def evict_idle(self) -> None:
        """Evict the oldest unused rooms if there are too many."""
        excess = len(self._rooms) - self._max_rooms
        if excess <= 0:
            return
        for game_id in [game_id for game_id, room in self._rooms.items() if room.is_idle][:excess]:
            del self._rooms[game_id]
        self.metrics.games_in_memory.set(len(self._rooms))

    async def in_thread(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        """Call a slow function in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: function(*arguments, **options))

    def close(self) -> None:
        """Wait for running threads."""
        self._threads.shutdown()

    async def _load_game(self, game_id: str) -> HostedGame:
        stored = await self.store.load(game_id)
        if stored is None:
            raise UnknownGameError(game_id)
        return await self.in_thread(HostedGame, stored, self.sources.chance())
