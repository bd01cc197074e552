"""The registry of games: enter rooms, change games one step at a time, store, then broadcast."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final, ParamSpec, TypeVar

from kahuna.core import Seat
from kahuna.hosting.errors import ApiError, RefusedError
from kahuna.hosting.play.connection import Connection
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.hub import Hub, LocalHub
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.room_cache import RoomCache, RoomObserver, UnknownGameError
from kahuna.hosting.play.sources import Sources
from kahuna.hosting.play.synchronizer import Synchronizer
from kahuna.hosting.play.tokens import seats_held
from kahuna.hosting.play.vocabulary import Refusal
from kahuna.hosting.store import (
    ConflictError,
    GameStore,
    GameUpdate,
    StorageError,
    StoredGame,
)
from kahuna.match import ChanceSource
from kahuna.server.metrics import Metrics
from kahuna.server.tracing import current_request, span

LOG = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often to try a step when other writers get in first."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


class GameRegistry:
    """Hosts games. Observers react to changes by starting clocks and bots."""

    def __init__(
        self,
        store: GameStore,
        sources: Sources,
        metrics: Metrics,
        *,
        hub: Hub | None = None,
        has_bot_queue: bool = False,
        max_in_memory: int = 1000,
    ) -> None:
        """Host the games of a store; ``has_bot_queue`` if the store queues bot turns."""
        self.store = store
        self.sources = sources
        self.metrics = metrics
        self.hub = hub or LocalHub()
        self.has_bot_queue = has_bot_queue
        self._cache = RoomCache(store, sources, metrics, max_rooms=max_in_memory)
        self._synchronizer = Synchronizer(self._cache, self.hub)
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Start following other nodes."""
        if self.store.is_shared:
            self.spawn(self._synchronizer.poll())
            self.hub.open(self._synchronizer)

    async def close(self) -> None:
        """Stop all spawned tasks. Everything acknowledged is already stored."""
        await self._synchronizer.close()
        for room in self._cache:
            if room.alarm is not None:
                room.alarm.cancel()
        while tasks := list(self._tasks):  # A task may spawn another one as it ends.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self._cache.close()

    def observe(self, observer: RoomObserver) -> None:
        """Call an observer whenever a game is loaded or changes."""
        self._cache.observers.append(observer)

    def notify(self, room: Room) -> None:
        """Call all observers."""
        self._cache.notify(room)

    def spawn(
        self, work: Coroutine[None, None, None], *, room: Room | None = None
    ) -> asyncio.Task[None]:
        """Run a coroutine in the background; cancel it when the registry closes.

        Keep a room in memory while it runs.
        """
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if room is not None:
            room.users += 1
            task.add_done_callback(lambda _: room.release())
        return task

    async def in_thread(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        """Call a slow function in a thread."""
        return await self._cache.in_thread(function, *arguments, **options)

    @asynccontextmanager
    async def room(self, game_id: str) -> AsyncIterator[Room]:
        """Enter the room of a game, and keep it in memory while the block runs."""
        room, is_current = self._cache.get(game_id), False
        if room is None:
            room, is_current = await self._cache.load(game_id)
        room.users += 1
        try:
            if self.store.is_shared and not is_current and not room.connections:
                # This node gets no hints about games that it does not display.
                await self.refresh(room)
            if room.is_deleted:
                raise UnknownGameError(game_id)
            yield room
        finally:
            room.release()
            self._cache.evict_idle()

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with the store; a hint may arrive later than a job."""
        await self._synchronizer.refresh(room)

    def enter(self, room: Room, connection: Connection) -> None:
        """Connect a client to a game."""
        room.enter(connection)
        self._synchronizer.announce_attendance(room)

    def leave(self, room: Room, connection: Connection) -> None:
        """Disconnect a client from a game."""
        room.leave(connection)
        self._synchronizer.announce_attendance(room)

    async def seats_of(self, room: Room, token: str | None) -> tuple[Seat, ...]:
        """Return the seats that a token holds; check the store if the token is unknown."""
        held = () if token is None else seats_held(token, room.game.holders)
        if not held and token is not None and self.store.is_shared:
            await self.refresh(room)
            held = seats_held(token, room.game.holders)
        return held

    async def create(self, stored: StoredGame, chance: ChanceSource) -> None:
        """Store a new game and host it."""
        game, creation = await self.prepare(stored, chance)
        await self.store.write(creation)
        self.host(game)

    async def prepare(
        self, stored: StoredGame, chance: ChanceSource
    ) -> tuple[HostedGame, GameUpdate]:
        """Return a new game, and the update that stores it."""
        # Only a game with moves takes long.
        if stored.changes:
            game = await self.in_thread(HostedGame, stored, chance)
        else:
            game = HostedGame(stored, chance)
        return game, GameUpdate.create(replace(stored, metadata=game.metadata))

    def host(self, game: HostedGame) -> None:
        """Host a game that was just stored."""
        self.metrics.games.inc()
        self._cache.add(game)
        self._cache.evict_idle()

    def remove(self, room: Room) -> None:
        """Close the room of a deleted game."""
        self._cache.remove(room)

    def close_rooms(self, game_ids: Iterable[str]) -> None:
        """Close the rooms of deleted games, including those being loaded."""
        self._cache.remove_deleted(game_ids)

    async def transact(
        self, room: Room, step: Callable[[HostedGame], Awaitable[_T]], *, attempts: int = ATTEMPTS
    ) -> _T:
        """Carry out a step that changes a game.

        If another node has changed the game meanwhile, load it again, show it to everybody, and
        repeat the step on the current game. Never refuse a request because of outdated data.
        """
        for _ in range(attempts):
            version = room.game.metadata.version
            try:
                async with self.locked(room) as game:
                    version = game.metadata.version
                    return await step(game)
            except ConflictError:
                continue
            except (RefusedError, ApiError):
                if not await self._was_behind(room, version):
                    raise
        self.spawn(self._catch_up(room), room=room)
        raise RefusedError(Refusal.STALE_VERSION)

    async def _was_behind(self, room: Room, version: int) -> bool:
        """Return whether another node has changed a game since a version; if so, show it.

        If the store cannot be read, a refusal must not be final.
        """
        if not self.store.is_shared or room.is_deleted or room.is_stale:
            return False
        try:
            await self.refresh(room)
        except StorageError:
            raise RefusedError(Refusal.UNAVAILABLE) from None
        return room.game.metadata.version != version

    def locked(self, room: Room) -> _Locked:
        """Lock a room and yield its game: nobody else can change it or see it change."""
        return _Locked(self, room)

    async def check(self, room: Room) -> None:
        """Refuse a deleted game, and reload a stale one."""
        if room.is_deleted:
            raise RefusedError(Refusal.UNKNOWN_GAME)
        if room.is_stale:
            await self._cache.reload(room)

    def mark_stale(self, room: Room) -> None:
        """Reload a game soon.

        Memory may be ahead of the store. Or, if a client left during a write, the store may be
        ahead of what was broadcast.
        """
        room.is_stale = True
        self.spawn(self._catch_up(room), room=room)

    async def write(self, room: Room, *updates: GameUpdate, is_private: bool = False) -> None:
        """Store updates of a locked game; if that fails, nothing has happened.

        Tell other nodes of a private change only if the player is connected there too.
        """
        if self.has_bot_queue and any(map(_lets_bot_move, updates)) and room.present:
            origin, request = room.origin, current_request()
            updates = tuple(replace(u, origin=origin, request=request) for u in updates)
        try:
            with span("commit"):
                await self.store.write(*updates)
        except ConflictError:
            room.is_stale = True
            self.metrics.conflicts.inc()
            raise
        except StorageError as error:
            room.is_stale = True
            LOG.error("cannot write: %s", error)
            raise RefusedError(Refusal.UNAVAILABLE) from None
        is_wanted = not is_private or room.game.mover in room.others.seats
        for update in updates:
            if update.before is not None and is_wanted:
                self.hub.publish(update.game, update.before.version + 1)
            if update.removed_holders:
                room.disconnect_revoked()

    async def commit(
        self,
        room: Room,
        *updates: GameUpdate,
        asker: Connection | None = None,
        key: str | None = None,
    ) -> None:
        """Store updates of a locked game, then broadcast them."""
        has_changes = any(update.changes for update in updates)
        is_private = has_changes and room.game.is_mid_turn
        await self.write(room, *updates, is_private=is_private)
        if has_changes:
            self.metrics.changes.inc()
        room.broadcast(self.sources.now(), asker=asker, key=key, is_private=is_private)
        self._cache.notify(room)

    async def _catch_up(self, room: Room) -> None:
        with suppress(RefusedError):
            async with self.locked(room):
                pass


class _Locked:
    """The block in which a room is locked.

    This is a class because every move enters such a block, and a generator would take longer.
    """

    __slots__ = ("_registry", "_room")

    def __init__(self, registry: GameRegistry, room: Room) -> None:
        self._registry = registry
        self._room = room

    async def __aenter__(self) -> HostedGame:
        room = self._room
        await room.lock.acquire()
        if room.is_deleted or room.is_stale:
            try:
                await self._registry.check(room)
            except BaseException:
                room.lock.release()
                raise
        return room.game

    async def __aexit__(self, _type: object, error: BaseException | None, _: object) -> None:
        is_expected = isinstance(error, (RefusedError, ApiError, ConflictError))
        if error is not None and not is_expected:
            self._registry.mark_stale(self._room)
        self._room.lock.release()


def _lets_bot_move(update: GameUpdate) -> bool:
    return update.after is not None and update.after.bot_to_move is not None
