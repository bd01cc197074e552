"""The registry of games: enter rooms, change games one step at a time, store, then broadcast."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from kahuna.core import Seat
from kahuna.hosting.errors import ApiError, Refusal, RefusedError, UnknownGameError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.room import Connection, Room
from kahuna.hosting.play.services import (
    Monitor,
    Offload,
    Peers,
    Signer,
    Sources,
    call_inline,
    encode_json,
)
from kahuna.hosting.play.tokens import seats_held
from kahuna.hosting.store import ConflictError, GameStore, GameUpdate, StorageError, StoredGame
from kahuna.match import ChanceSource

LOG = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often to try a step when other writers get in first."""
RoomObserver: TypeAlias = Callable[[Room], None]
_T = TypeVar("_T")


class GameRegistry:
    """Hosts games, with at most one room for each. Observers start clocks and bots."""

    def __init__(
        self,
        store: GameStore,
        *,
        sources: Sources | None = None,
        monitor: Monitor | None = None,
        peers: Peers | None = None,
        encode: Callable[[object], bytes] = encode_json,
        offload: Offload = call_inline,
        sign: Signer | None = None,
        max_in_memory: int = 1000,
    ) -> None:
        """Host the games of a store; evict unused ones if more than ``max_in_memory`` are open.

        Sign the records of finished online games with ``sign``.
        """
        self.store = store
        self.sources = sources or Sources()
        self.monitor = monitor or Monitor()
        self.peers = peers or Peers()
        self.encode = encode
        self.offload = offload
        self._sign = sign
        self._max_rooms = max_in_memory
        self._rooms: dict[str, Room] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each game that is being loaded."""
        self._observers: list[RoomObserver] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def __iter__(self) -> Iterator[Room]:
        """Iterate over the rooms in memory."""
        return iter(self._rooms.values())

    def open(self) -> None:
        """Start following other nodes."""
        self.peers.open(self)

    async def close(self) -> None:
        """Stop all spawned tasks. Everything acknowledged is already stored."""
        self._is_closed = True
        await self.peers.close()
        for room in self:
            if room.alarm is not None:
                room.alarm.cancel()
        while tasks := list(self._tasks):  # A task may spawn another one as it ends.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def observe(self, observer: RoomObserver) -> None:
        """Call an observer whenever a game is loaded or changes."""
        self._observers.append(observer)

    def notify(self, room: Room) -> None:
        """Tell the observers that the game of a room has changed, unless it was evicted."""
        if self._rooms.get(room.game.id) is room:
            for observe in self._observers:
                observe(room)

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

    # Rooms.

    def find(self, game_id: str) -> Room | None:
        """Return the room of a game if it is in memory."""
        return self._rooms.get(game_id)

    @asynccontextmanager
    async def room(self, game_id: str) -> AsyncIterator[Room]:
        """Enter the room of a game, and keep it in memory while the block runs."""
        room, is_current = self._rooms.get(game_id), False
        if room is None:
            room, is_current = await self._load(game_id)
        room.users += 1
        try:
            if not is_current and not room.connections:
                # This node gets no hints about games that it does not display.
                await self.peers.refresh(room)
            if room.is_deleted:
                raise UnknownGameError
            yield room
        finally:
            room.release()
            self._evict_idle()

    def enter(self, room: Room, connection: Connection) -> None:
        """Connect a client to a game."""
        room.enter(connection)
        self.peers.announce_attendance(room)

    def leave(self, room: Room, connection: Connection) -> None:
        """Disconnect a client from a game."""
        room.leave(connection)
        self.peers.announce_attendance(room)

    async def seats_of(self, room: Room, token: str | None) -> tuple[Seat, ...]:
        """Return the seats that a token holds; check the store if the token is unknown."""
        if token is None:
            return ()
        if not (held := seats_held(token, room.game.holders)):
            await self.peers.refresh(room)
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
            game = await self.offload(HostedGame, stored, chance, sign=self._sign)
        else:
            game = HostedGame(stored, chance, sign=self._sign)
        return game, game.creation(stored)

    def host(self, game: HostedGame) -> None:
        """Host a game that was just stored."""
        self.monitor.game_created()
        self._add(game)
        self._evict_idle()

    def remove(self, room: Room) -> None:
        """Close the room of a deleted game."""
        if self._rooms.get(room.game.id) is room:
            del self._rooms[room.game.id]
            self.monitor.rooms_counted(len(self._rooms))
        room.close()

    def close_rooms(self, game_ids: Iterable[str]) -> None:
        """Close the rooms of deleted games, including those being loaded."""
        for game_id in game_ids:
            self._loading.pop(game_id, None)
            if (room := self._rooms.get(game_id)) is not None:
                self.remove(room)

    async def reload(self, room: Room) -> None:
        """Replace the game of a locked room with the stored one, and show it to everybody."""
        await self.store.settle()
        try:
            room.game = await self._load_game(room.game.id)
        except UnknownGameError:
            self.remove(room)
            raise
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

    async def _load(self, game_id: str) -> tuple[Room, bool]:
        """Return the room of a game, and whether this call has read the game from the store.

        If others load or host the same game meanwhile, use their room; it may be out of date.
        """
        lock = self._loading.setdefault(game_id, asyncio.Lock())
        async with lock:
            if (room := self._rooms.get(game_id)) is not None:
                return room, False
            game = await self._load_game(game_id)
            if self._loading.get(game_id) is not lock:
                raise UnknownGameError  # Deleted while it was being loaded.
            room = self._add(game)
            return room, room.game is game

    async def _load_game(self, game_id: str) -> HostedGame:
        stored = await self.store.load(game_id)
        if stored is None:
            raise UnknownGameError
        chance = self.sources.chance()
        return await self.offload(HostedGame, stored, chance, sign=self._sign)

    def _add(self, game: HostedGame) -> Room:
        """Return the room of a game; open one if necessary."""
        if (known := self._rooms.get(game.id)) is not None:
            return known
        room = self._rooms[game.id] = Room(game)
        self.monitor.rooms_counted(len(self._rooms))
        self.notify(room)
        return room

    def _evict_idle(self) -> None:
        """Evict the oldest unused rooms if there are too many."""
        excess = len(self._rooms) - self._max_rooms
        if excess <= 0:
            return
        for game_id in [game_id for game_id, room in self._rooms.items() if room.is_idle][:excess]:
            del self._rooms[game_id]
        self.monitor.rooms_counted(len(self._rooms))

    # Steps.

    async def transact(
        self, room: Room, step: Callable[[HostedGame], Awaitable[_T]], *, attempts: int = ATTEMPTS
    ) -> _T:
        """Carry out a step that changes a game.

        If another node has changed the game meanwhile, load it again, show it to everybody, and
        repeat the step on the current game. Never refuse a request because of outdated data.
        """
        for _ in range(attempts):
            revision = room.game.metadata.revision
            try:
                async with self.locked(room) as game:
                    revision = game.metadata.revision
                    return await step(game)
            except ConflictError:
                continue
            except (RefusedError, ApiError):
                if not await self._was_behind(room, revision):
                    raise
        self.spawn(self._catch_up(room), room=room)
        raise RefusedError(Refusal.STALE_VERSION)

    async def _was_behind(self, room: Room, revision: int) -> bool:
        """Return whether another node has changed a game since a revision; if so, show it.

        If the store cannot be read, a refusal must not be final.
        """
        if room.is_deleted or room.is_stale:
            return False
        try:
            await self.peers.refresh(room)
        except StorageError:
            raise RefusedError(Refusal.UNAVAILABLE) from None
        return room.game.metadata.revision != revision

    @asynccontextmanager
    async def locked(self, room: Room) -> AsyncIterator[HostedGame]:
        """Lock a room and yield its game: nobody else can change it or see it change."""
        async with room.lock:
            if room.is_deleted:
                raise UnknownGameError
            if room.is_stale:
                await self.reload(room)
            try:
                yield room.game
            except (RefusedError, ApiError, ConflictError):
                raise
            except BaseException:
                self._mark_stale(room)
                raise

    def _mark_stale(self, room: Room) -> None:
        """Reload a game soon.

        Memory may be ahead of the store. Or, if a client left during a write, the store may be
        ahead of what was broadcast.
        """
        room.is_stale = True
        if not self._is_closed:
            self.spawn(self._catch_up(room), room=room)

    async def _catch_up(self, room: Room) -> None:
        with suppress(RefusedError):
            async with self.locked(room):
                pass

    async def write(self, room: Room, *updates: GameUpdate, is_private: bool = False) -> None:
        """Store updates of a locked game; if that fails, nothing has happened.

        Tell other nodes of a private change only if the player is connected there too.
        """
        if room.present and any(map(_lets_bot_move, updates)):
            origin, request = room.origin, self.monitor.current_request()
            updates = tuple(replace(u, origin=origin, request=request) for u in updates)
        try:
            with self.monitor.span("commit"):
                await self.store.write(*updates)
        except ConflictError:
            room.is_stale = True
            self.monitor.write_conflicted()
            raise
        except StorageError as error:
            room.is_stale = True
            LOG.error("cannot write: %s", error)
            raise RefusedError(Refusal.UNAVAILABLE) from None
        is_wanted = not is_private or room.game.mover in room.others.seats
        for update in updates:
            if update.before is not None and is_wanted:
                self.peers.publish(update.game, update.before.revision + 1)
            if update.removed_holders:
                room.disconnect_revoked()

    async def commit(
        self,
        room: Room,
        *updates: GameUpdate,
        asker: Connection | None = None,
        key: str | None = None,
    ) -> None:
        """Store updates of a locked game, then broadcast them.

        If the game is over and its match is not, store the next game with them.
        """
        has_changes = any(update.changes for update in updates)
        is_private = has_changes and room.game.is_mid_turn
        next_game = None
        if (continued := room.game.continue_match(updates[0], self.sources)) is not None:
            ending, stored = continued
            next_game, creation = await self.prepare(stored, self.sources.chance())
            updates = (ending, creation)
        await self.write(room, *updates, is_private=is_private)
        if next_game is not None:
            self.host(next_game)
        if has_changes:
            self.monitor.game_changed()
        room.broadcast(self.sources.now(), asker=asker, key=key, is_private=is_private)
        self.notify(room)


def _lets_bot_move(update: GameUpdate) -> bool:
    return update.after is not None and update.after.bot_to_move is not None
