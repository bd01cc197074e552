"""All rooms of a server: find them, change their games one step at a time, store, then tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from random import uniform
from time import perf_counter
from typing import Final, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from kahuna.core import Action, IllegalActionError, KahunaError, Seat, View
from kahuna.match import ChanceSource
from kahuna.server.games.bot_pool import simple_action
from kahuna.server.games.connection import Connection
from kahuna.server.games.game import HostedGame, MissingChangesError
from kahuna.server.games.hub import Attendance, Hub, LocalHub
from kahuna.server.games.refresher import Refresher
from kahuna.server.games.room import Room
from kahuna.server.games.sources import Sources
from kahuna.server.games.store import (
    ConflictError,
    GameStore,
    GameUpdate,
    StorageError,
    StoredGame,
)
from kahuna.server.games.tokens import seats_held
from kahuna.server.metrics import Metrics
from kahuna.server.tracing import current_request, serving, span
from kahuna.server.wire.errors import ApiError, RefusedError
from kahuna.server.wire.vocabulary import Refusal

LOG = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often to carry out a step until nobody else was faster."""
DEADLINE_SECONDS: Final = 1.0
"""Mean time between two searches for games that are out of time."""
POLL_SECONDS: Final = 1.0
"""Time between two looks at the games on display, where no hub tells of changes."""
POLLS_WITH_HUB: Final = 15
"""With a hub, look only every so many times."""
MAX_NEWS: Final = 20
"""Load a game anew, in a thread, if it has changed more often."""
DEADLINE_GRACE: Final = 1.0
"""Leave games to whoever has them in memory for this long."""
BOT_SECONDS: Final = 30.0
"""Mean time between two searches for bots that should have moved."""
MAX_RESUMED: Final = 8
"""Bots that go on at once in games that nobody has opened."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


class UnknownGameError(Exception):
    """There is no such game."""


class BotRunner(Protocol):
    """Decides for bots without blocking the event loop."""

    async def decide(
        self, bot: str, view: View, *, game: str, player: str, is_waited_for: bool
    ) -> Action:
        """Return the action that the bot of a game chooses, serving players in turn."""
        ...


class GameRegistry:
    """Holds the rooms."""

    def __init__(
        self,
        store: GameStore,
        bots: BotRunner,
        sources: Sources,
        metrics: Metrics,
        *,
        hub: Hub | None = None,
        starts_bots: bool = True,
        max_in_memory: int = 1000,
    ) -> None:
        """Start bots when it is their turn, unless others take their turns from a queue."""
        self.store = store
        self.sources = sources
        self.metrics = metrics
        self.hub = hub or LocalHub()
        self._bots = bots
        self._starts_bots = starts_bots
        self._refresher = Refresher(store, self._apply_news)
        self._max_in_memory = max_in_memory
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="games")
        self._rooms: dict[str, Room] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each game that is being loaded."""
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to watch the clocks and the bots of all games, and what other nodes do."""
        self._spawn(self._watch_deadlines())
        if self._starts_bots:
            self._spawn(self._watch_bots())
        if self.store.is_shared:
            self._spawn(self._poll())
            self.hub.open(self)

    async def close(self) -> None:
        """Stop all bots and clocks. Everything that was acknowledged is stored already."""
        await self.hub.close()
        await self._refresher.close()
        for room in self._rooms.values():
            if room.alarm is not None:
                room.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown()

    async def in_thread(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        """Call a function that takes long, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: function(*arguments, **options))

    @asynccontextmanager
    async def room(self, game_id: str) -> AsyncIterator[Room]:
        """Enter the room of a game, and keep it in memory meanwhile."""
        room = self._rooms.get(game_id)
        is_new = room is None
        if room is None:
            lock = self._loading.setdefault(game_id, asyncio.Lock())
            async with lock:
                room = self._rooms.get(game_id)
                if room is None:
                    game = await self._load(game_id)
                    if self._loading.get(game_id) is not lock:
                        raise UnknownGameError(game_id)  # Deleted while it was being loaded.
                    room = self._add(game)
        room.users += 1
        try:
            if self.store.is_shared and not is_new and not room.connections:
                # Nobody told this node what happened to a game that it does not display.
                await self._refresher.refresh(room)
            if room.is_deleted:
                raise UnknownGameError(game_id)
            yield room
        finally:
            room.users -= 1
            self._evict_idle_rooms()

    async def refresh(self, room: Room) -> None:
        """Return once a room is as new as the store is now: the hub may be slower than a queue."""
        await self._refresher.refresh(room)

    def enter(self, room: Room, connection: Connection) -> None:
        """Connect a client to a game."""
        room.enter(connection)
        if self.store.is_shared:
            self.hub.watch(room.game.id, room.attendance)

    def leave(self, room: Room, connection: Connection) -> None:
        """Disconnect a client from a game."""
        room.leave(connection)
        if not self.store.is_shared:
            return
        if room.connections:
            self.hub.watch(room.game.id, room.attendance)
        else:
            room.others = Attendance()
            self.hub.unwatch(room.game.id)

    async def seats_of(self, room: Room, token: str | None) -> tuple[Seat, ...]:
        """Return the seats that a token holds; look into the store for one that is not known."""
        held = () if token is None else seats_held(token, room.game.holders)
        if not held and token is not None and self.store.is_shared:
            await self._refresher.refresh(room)
            held = seats_held(token, room.game.holders)
        return held

    def game_changed(self, game: str, version: int | None) -> None:
        """Hear that a game has a version now, or that it may have changed."""
        room = self._rooms.get(game)
        if room is not None and (version is None or version > room.game.metadata.version):
            room.cause = current_request()
            self._refresher.request(room)

    def attendance_changed(self, game: str, others: Attendance) -> None:
        """Hear who is connected to a game at all other nodes together."""
        room = self._rooms.get(game)
        if room is not None and room.connections:
            room.set_others(others)
            if room.game.awaits_clock:
                self._spawn(self.start_clock(room))

    async def create(self, stored: StoredGame, chance: ChanceSource) -> None:
        """Store a new game and host it."""
        game, creation = await self.prepare(stored, chance)
        await self.store.write(creation)
        self.host(game)

    async def prepare(
        self, stored: StoredGame, chance: ChanceSource
    ) -> tuple[HostedGame, GameUpdate]:
        """Return a new game, and the update that stores it."""
        # Only a game that has begun already takes long.
        if stored.changes:
            game = await self.in_thread(HostedGame, stored, chance)
        else:
            game = HostedGame(stored, chance)
        return game, GameUpdate.create(replace(stored, metadata=game.metadata))

    def host(self, game: HostedGame) -> None:
        """Host a game that was stored just now."""
        self.metrics.games.inc()
        self._add(game)
        self._evict_idle_rooms()

    async def transact(
        self, room: Room, step: Callable[[HostedGame], Awaitable[_T]], *, attempts: int = ATTEMPTS
    ) -> _T:
        """Carry out a step that changes a game.

        If somebody else has changed the game meanwhile, load it again, show it to everybody, and
        carry out the step on what is there now. Refuse nothing on the grounds of what is out of
        date.
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
        self._spawn(self._catch_up(room))
        raise RefusedError(Refusal.STALE_VERSION)

    async def _was_behind(self, room: Room, version: int) -> bool:
        """Return whether another node has changed a game since a version; show it then.

        If that cannot be found out, nothing can be refused for good.
        """
        if not self.store.is_shared or room.is_deleted or room.is_stale:
            return False
        try:
            await self._refresher.refresh(room)
        except StorageError:
            raise RefusedError(Refusal.UNAVAILABLE) from None
        return room.game.metadata.version != version

    def locked(self, room: Room) -> _Locked:
        """Return the game of a room while nobody else may change it or see it change."""
        return _Locked(self, room)

    async def check(self, room: Room) -> None:
        """Refuse a deleted game, and load a stale one again."""
        if room.is_deleted:
            raise RefusedError(Refusal.UNKNOWN_GAME)
        if room.is_stale:
            await self._reload(room)

    def mark_stale(self, room: Room) -> None:
        """Load a game again soon.

        Memory may be ahead of the store, or, if a client left while something was being written,
        the store ahead of what was told.
        """
        room.is_stale = True
        self._spawn(self._catch_up(room))

    async def write(self, room: Room, *updates: GameUpdate, is_private: bool = False) -> None:
        """Store updates of a locked game; if that fails, nothing has happened.

        Other nodes need not hear of a private change, unless the player is connected there too.
        """
        if not self._starts_bots and room.present:
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
        """Store updates of a locked game, then tell everybody who may see them."""
        has_changes = any(update.changes for update in updates)
        is_private = has_changes and room.game.is_mid_turn
        await self.write(room, *updates, is_private=is_private)
        if has_changes:
            self.metrics.changes.inc()
        room.broadcast(self.sources.now(), asker=asker, key=key, is_private=is_private)
        self._schedule_next(room)

    def close_rooms(self, game_ids: Iterable[str]) -> None:
        """Close the rooms of deleted games, also of those that are being loaded."""
        for game_id in game_ids:
            self._loading.pop(game_id, None)
            if (room := self._rooms.get(game_id)) is not None:
                self.remove(room)

    async def start_clock(self, room: Room) -> None:
        """Start the clock of a game if everybody needed for that is there."""

        async def start(game: HostedGame) -> None:
            present = set(room.present)
            if self.store.is_shared and not self.hub.is_reliable:
                # Nobody tells who is connected elsewhere: whoever has moved was there.
                present |= set(game.acted)
            if (update := game.start_clock(present, self.sources.now())) is not None:
                await self.commit(room, update)

        with suppress(RefusedError):  # The next who comes starts it.
            await self.transact(room, start)

    async def expire(self, room: Room) -> None:
        """End a locked game if the seat to move has run out of time."""
        if (update := room.game.time_out(self.sources.now())) is not None:
            await self.commit(room, update)

    def remove(self, room: Room) -> None:
        """Close the room of a deleted game."""
        room.is_deleted = True
        self._rooms.pop(room.game.id, None)
        if room.alarm is not None:
            room.alarm.cancel()
        for connection in list(room.connections):
            connection.send({"type": "gone"})
            connection.finish()

    def _add(self, game: HostedGame) -> Room:
        if (known := self._rooms.get(game.id)) is not None:
            return known
        room = self._rooms[game.id] = Room(game)
        self.metrics.games_in_memory.set(len(self._rooms))
        self._schedule_next(room)
        return room

    def _schedule_next(self, room: Room) -> None:
        """Start the bot if it is to move, and set the alarm of the clock."""
        game = room.game
        if self._starts_bots and game.bot_to_move is not None and room.bot_task is None:
            room.bot_task = self._spawn(self._play_bot(room))
        if game.awaits_clock and self.store.is_shared:
            self._spawn(self.start_clock(room))
        if room.alarm is not None:
            room.alarm.cancel()
            room.alarm = None
        if (deadline := game.deadline) is not None:
            # Other nodes may have an alarm for this game as well: do not ring all at once.
            late = uniform(0.01, 0.2) if self.store.is_shared else 0.01
            self._set_alarm(room, max(0.0, deadline - self.sources.now()) + late)

    def _set_alarm(self, room: Room, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        room.alarm = loop.call_later(seconds, lambda: self._spawn(self._check_clock(room)))

    async def _load(self, game_id: str) -> HostedGame:
        stored = await self.store.load(game_id)
        if stored is None:
            raise UnknownGameError(game_id)
        return await self.in_thread(HostedGame, stored, self.sources.chance())

    async def _catch_up(self, room: Room) -> None:
        with suppress(RefusedError):
            async with self.locked(room):
                pass

    async def _poll(self) -> None:
        """Look into the store for what other nodes have changed, where no hub tells."""
        num_polls = 0
        while True:
            await asyncio.sleep(POLL_SECONDS)
            num_polls += 1
            if self.hub.is_reliable and num_polls % POLLS_WITH_HUB:
                continue
            displayed = [room for room in self._rooms.values() if room.connections]
            with suppress(StorageError, RefusedError):
                await self._refresher.refresh(*displayed)

    async def _apply_news(self, room: Room, news: StoredGame | None) -> None:
        """Bring a game up to date with what another node has stored, and tell everybody here."""
        with serving(room.cause), span("take over changes"):
            await self._take_over(room, news)

    async def _take_over(self, room: Room, news: StoredGame | None) -> None:
        async with room.lock:
            game = room.game
            if room.is_deleted:
                return
            if news is None:
                self.remove(room)
                return
            if room.is_stale:
                await self._reload(room)
                return
            if news.metadata.version <= game.metadata.version:
                return
            self.metrics.refreshes.inc()
            before = game.public_facts()
            try:
                if len(news.changes) > MAX_NEWS:
                    raise MissingChangesError
                game.catch_up(news)
            except (MissingChangesError, KahunaError):
                room.is_stale = True
                await self._reload(room)
                return
            room.disconnect_revoked()
            room.broadcast(self.sources.now(), is_private=game.public_facts() == before)
            self._schedule_next(room)

    async def _reload(self, room: Room) -> None:
        """Replace a game by what is stored, and show that to everybody."""
        await self.store.settle()
        game_id = room.game.id
        try:
            room.game = await self._load(game_id)
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
        self._schedule_next(room)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def play_bot(
        self, game_id: str, *, is_late: bool = False, is_simple: bool = False
    ) -> None:
        """Play the turn of a bot that was taken from a queue.

        ``is_late``: correct the note that a bot is to move if that is not so. ``is_simple``: let a
        simple bot play.
        """

        async def correct(game: HostedGame) -> None:
            if game.bot_to_move is None:
                await self.commit(room, game.touch())

        with suppress(UnknownGameError):
            async with self.room(game_id) as room:
                await self.refresh(room)
                if is_late:
                    await self.transact(room, correct)
                while await self._play_bot_action(room, is_simple=is_simple):
                    pass

    async def _play_bot(self, room: Room) -> None:
        """Play a bot's turn, action by action."""
        try:
            while await self._play_bot_action(room):
                pass
        except RefusedError:
            LOG.warning("a bot could not move")
        finally:
            room.bot_task = None

    async def _play_bot_action(self, room: Room, *, is_simple: bool = False) -> bool:
        """Play one action of the bot to move; return whether there was one."""
        async with self.locked(room) as game:
            seat, bot, num_changes = game.mover, game.bot_to_move, game.num_changes
            if seat is None or bot is None:
                return False
            view = game.view(seat)
        began = perf_counter()
        if is_simple:
            action = simple_action(view)
        else:
            action = await self._bots.decide(
                bot, view, game=game.id, player=room.origin, is_waited_for=bool(room.present)
            )
        self.metrics.thinking.observe(perf_counter() - began)

        async def act(game: HostedGame) -> None:
            if game.num_changes == num_changes:
                await self.commit(room, self._act_for_bot(game, seat, action))

        await self.transact(room, act)
        return True

    def _act_for_bot(self, game: HostedGame, seat: Seat, action: Action) -> GameUpdate:
        """Play a bot's action, or that of a simple bot if it is not legal."""
        now = self.sources.now()
        try:
            return game.act_for_bot(seat, action, at=now)
        except IllegalActionError:
            LOG.exception("a bot broke the rules")
            return game.act_for_bot(seat, simple_action(game.view(seat)), at=now)

    async def _check_clock(self, room: Room) -> None:
        """End the game if the seat to move has run out of time; try again if that fails."""

        async def check(_game: HostedGame) -> None:
            room.alarm = None
            await self.expire(room)
            if room.alarm is None:
                self._schedule_next(room)

        try:
            await self.transact(room, check)
        except RefusedError:
            LOG.warning("cannot store that a seat ran out of time")
            if not room.is_deleted:
                self._set_alarm(room, 1.0)

    async def _watch_deadlines(self) -> None:
        """End games that nobody has in memory when the seat to move runs out of time."""
        unusable: set[str] = set()
        is_failing = False
        while True:
            try:
                due = await self.store.due_games(self.sources.now() - DEADLINE_GRACE)
                is_failing = False
            except Exception:
                if not is_failing:
                    LOG.exception("cannot look for games that are out of time")
                is_failing, due = True, []
            for game_id in due:
                if game_id in unusable:
                    continue
                try:
                    await self._end_due_game(game_id)
                except (RefusedError, UnknownGameError, StorageError):
                    pass  # Somebody else has deleted it, or the store does not answer now.
                except Exception:
                    LOG.exception("a game cannot be loaded")
                    unusable.add(game_id)
            await asyncio.sleep(DEADLINE_SECONDS * uniform(0.5, 1.5))

    async def _watch_bots(self) -> None:
        """Let bots go on in games that nobody has in memory, such as after a restart."""
        while True:
            game = ""
            try:
                while games := await self.store.bot_games(after=game, limit=MAX_RESUMED):
                    await asyncio.gather(*map(self._resume_bot, games))
                    game = games[-1]
            except Exception:
                LOG.exception("cannot look for bots that are to move")
            await asyncio.sleep(BOT_SECONDS * uniform(0.5, 1.5))

    async def _resume_bot(self, game_id: str) -> None:
        """Wait until the bot of a game has moved, or correct the note that it is to move."""

        async def correct(game: HostedGame) -> None:
            if game.bot_to_move is None and game.is_misfiled:
                await self.commit(room, game.touch())

        try:
            async with self.room(game_id) as room:
                if room.bot_task is not None:
                    await asyncio.wait([room.bot_task])
                else:
                    await self.transact(room, correct)
                    self._schedule_next(room)
        except (RefusedError, UnknownGameError, StorageError):
            pass  # Somebody else has deleted it, or the store does not answer now.
        except Exception:
            LOG.exception("a bot cannot go on")

    async def _end_due_game(self, game_id: str) -> None:
        """End a game whose stored deadline has passed, or correct its deadline."""

        async def end(game: HostedGame) -> None:
            update = game.time_out(self.sources.now())
            if update is None and game.is_misfiled:
                update = game.touch()
            if update is not None:
                await self.commit(room, update)

        async with self.room(game_id) as room:
            await self.transact(room, end)

    def _evict_idle_rooms(self) -> None:
        """Drop the oldest rooms that nobody needs, if there are too many."""
        excess = len(self._rooms) - self._max_in_memory
        if excess <= 0:
            return
        for game_id in [game_id for game_id, room in self._rooms.items() if room.is_idle][:excess]:
            del self._rooms[game_id]
        self.metrics.games_in_memory.set(len(self._rooms))


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
