"""All games of a server: found, changed one at a time, written, and only then told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import ParamSpec, TypeVar

from sqlalchemy import Executable

from kahuna.bots import RandomBot
from kahuna.core import Action, IllegalActionError, Seat
from kahuna.server.games.bot_pool import BotPool
from kahuna.server.games.connection import Connection
from kahuna.server.games.game import HostedGame
from kahuna.server.games.room import Room
from kahuna.server.metrics import Metrics
from kahuna.server.settings import Settings, Sources
from kahuna.server.storage.group_commit import GroupCommit
from kahuna.server.storage.models import ChangeRow
from kahuna.server.storage.store import LostRaceError, StorageError, Store, Work, updated_game
from kahuna.server.wire.errors import ApiError, RefusedError
from kahuna.server.wire.vocabulary import Refusal

LOG = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")


class UnknownGameError(Exception):
    """There is no such game."""


class GameRegistry:
    """Keeps the rooms."""

    def __init__(self, settings: Settings, sources: Sources, metrics: Metrics) -> None:
        self.settings = settings
        self.sources = sources
        self.metrics = metrics
        self.store = Store(settings.db_url)
        self._writer = GroupCommit(self.store, metrics)
        self._bots = BotPool(settings.bot_processes)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._rooms: dict[str, Room] = {}
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take up the games in which a clock runs."""
        for game in await self.read(self.store.ticking):
            try:
                async with self.room(game):
                    pass
            except Exception:
                LOG.exception("a game cannot be taken up", extra={"game": game})

    async def close(self) -> None:
        """Stop; what was acknowledged is on disk already."""
        for room in self._rooms.values():
            if room.alarm is not None:
                room.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._writer.close()
        self._bots.close()
        self._readers.shutdown()
        self.store.close()

    async def read(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        """Do something that blocks, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, lambda: function(*arguments, **options))

    @asynccontextmanager
    async def room(self, game: str) -> AsyncIterator[Room]:
        """The room of a game, kept in memory meanwhile."""
        room = self._rooms.get(game)
        if room is None:
            async with self._loading:
                room = self._rooms.get(game)
                if room is None:
                    room = self.add(await self._load(game))
        if room.is_gone:
            raise UnknownGameError(game)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            self._make_room()

    def add(self, game: HostedGame) -> Room:
        """A game that was made, or read from disk."""
        if (known := self._rooms.get(game.row.id)) is not None:
            return known
        room = self._rooms[game.row.id] = Room(game)
        self.metrics.rooms.set(len(self._rooms))
        self.go_on(room)
        return room

    @asynccontextmanager
    async def locked(self, room: Room) -> AsyncIterator[HostedGame]:
        """The game, for as long as nobody else may change it or see it change."""
        async with room.lock:
            if room.is_gone:
                raise RefusedError(Refusal.UNKNOWN_GAME)
            if room.is_behind:
                await self._reload(room)
            try:
                yield room.game
            except (RefusedError, ApiError):
                raise
            except BaseException:
                # Wherever that happened, memory may have gone ahead of the disk, or, if somebody
                # left while something was being written, the disk ahead of what was told.
                room.is_behind = True
                self._begin(self._catch_up(room))
                raise

    async def write(self, room: Room, work: Work) -> None:
        """Have something written about a game that is locked; if that fails, nothing happened."""
        try:
            await self._writer.write(work)
        except LostRaceError:
            room.is_behind = True
            raise RefusedError(Refusal.STALE_VERSION) from None
        except StorageError:
            room.is_behind = True
            LOG.exception("cannot write", extra={"game": room.game.row.id})
            raise RefusedError(Refusal.UNAVAILABLE) from None

    async def write_new(self, work: Work) -> None:
        """Have a new game written."""
        await self._writer.write(work)
        self.metrics.games.inc()

    async def commit(
        self,
        room: Room,
        change: ChangeRow,
        *,
        asker: Connection | None = None,
        key: str | None = None,
    ) -> None:
        """Write a change of a locked game, then tell everybody who can see it."""
        game = room.game
        await self.write(room, Work((change,), self._settled(game, change)))
        self.metrics.changes.inc()
        room.tell(self.sources.now(), asker=asker, key=key, is_for_all=not game.is_draft)
        self.go_on(room)

    async def expire(self, room: Room) -> None:
        """End a locked game if the time of the seat to move is up."""
        if (change := room.game.time_out(self.sources.now())) is not None:
            await self.commit(room, change)

    def go_on(self, room: Room) -> None:
        """See to what comes next: a bot's move, or the end of somebody's time."""
        game = room.game
        if game.bot_to_move is not None and room.thinking is None:
            room.thinking = self._begin(self._think(room))
        if room.alarm is not None:
            room.alarm.cancel()
            room.alarm = None
        deadline = None if game.mover is None else game.time.deadline(game.mover)
        if deadline is not None:
            wait = max(0.0, deadline - self.sources.now()) + 0.01
            loop = asyncio.get_running_loop()
            room.alarm = loop.call_later(wait, lambda: self._begin(self._ring(room)))

    def remove(self, room: Room) -> None:
        """A game was deleted: those who are there are told and sent away."""
        room.is_gone = True
        self._rooms.pop(room.game.row.id, None)
        if room.alarm is not None:
            room.alarm.cancel()
        for connection in list(room.connections):
            connection.post({"type": "gone"})
            connection.post_text(None)

    def _settled(self, game: HostedGame, change: ChangeRow) -> Sequence[Executable]:
        """What a change means for the row of the game."""
        row = game.row
        if game.is_over:
            game.row = replace(row, is_over=True, draw_offer=None)
        elif row.draw_offer is not None and not game.is_draft and change.seat is not row.draw_offer:
            game.row = replace(row, draw_offer=None)
        if game.row is row:
            return ()
        return (updated_game(row.id, is_over=game.is_over, draw_offer=None),)

    async def _load(self, game_id: str) -> HostedGame:
        def load() -> HostedGame | None:
            stored = self.store.load(game_id)
            return None if stored is None else HostedGame(stored, self.sources.chance())

        game = await self.read(load)
        if game is None:
            raise UnknownGameError(game_id)
        return game

    async def _catch_up(self, room: Room) -> None:
        with suppress(RefusedError):
            async with self.locked(room):
                pass

    async def _reload(self, room: Room) -> None:
        """Build a game anew from what is on disk, and show everybody that."""
        await self._writer.settle()
        try:
            room.game = await self._load(room.game.row.id)
        except UnknownGameError:
            self.remove(room)
            raise RefusedError(Refusal.UNKNOWN_GAME) from None
        except Exception:
            LOG.exception("cannot read", extra={"game": room.game.row.id})
            raise RefusedError(Refusal.UNAVAILABLE) from None
        room.is_behind = False
        for connection in room.connections:
            connection.forget()
        room.tell(self.sources.now())
        self.go_on(room)

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _think(self, room: Room) -> None:
        """Play a bot's turn, step by step."""
        try:
            while await self._think_once(room):
                pass
        except RefusedError:
            LOG.warning("a bot could not move", extra={"game": room.game.row.id})
        finally:
            room.thinking = None

    async def _think_once(self, room: Room) -> bool:
        async with self.locked(room) as game:
            seat, bot, number = game.mover, game.bot_to_move, game.authority.version
            if seat is None or bot is None:
                return False
            view = game.authority.view(seat)
        began = perf_counter()
        action = await self._bots.decide(bot, view)
        self.metrics.thinking.observe(perf_counter() - began)
        async with self.locked(room) as game:
            if game.authority.version == number:
                await self.commit(room, self._done(game, seat, action))
        return True

    def _done(self, game: HostedGame, seat: Seat, action: Action) -> ChangeRow:
        """What a bot chose; one that chose what is not allowed plays at random instead."""
        now = self.sources.now()
        try:
            return game.do(seat, action, key=None, at=now)
        except IllegalActionError:
            LOG.exception("a bot broke the rules", extra={"game": game.row.id})
            chosen = RandomBot(Random()).decide(game.authority.view(seat))
            return game.do(seat, chosen, key=None, at=now)

    async def _ring(self, room: Room) -> None:
        """The time of the seat to move may be up."""
        try:
            async with self.locked(room):
                room.alarm = None
                await self.expire(room)
                if room.alarm is None:
                    self.go_on(room)
        except RefusedError:
            LOG.warning("a clock could not be stopped", extra={"game": room.game.row.id})
            if not room.is_gone:
                loop = asyncio.get_running_loop()
                room.alarm = loop.call_later(1.0, lambda: self._begin(self._ring(room)))

    def _make_room(self) -> None:
        """Forget games that nobody looks at, the oldest first, if there are too many."""
        excess = len(self._rooms) - self.settings.max_games_in_memory
        if excess <= 0:
            return
        idle = [game for game, room in self._rooms.items() if room.is_idle][:excess]
        for game in idle:
            del self._rooms[game]
        self.metrics.rooms.set(len(self._rooms))
