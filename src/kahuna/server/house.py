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
from kahuna.server.faults import FaultError
from kahuna.server.gauges import Gauges
from kahuna.server.live import LiveGame
from kahuna.server.refusals import RefusedError
from kahuna.server.rows import ChangeRow
from kahuna.server.settings import Settings, Sources
from kahuna.server.store import LostRaceError, StorageError, Store, Work, updated_game
from kahuna.server.table import Table
from kahuna.server.thinkers import Thinkers
from kahuna.server.visitor import Visitor
from kahuna.server.words import Refusal
from kahuna.server.writer import Writer

LOG = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")


class UnknownGameError(Exception):
    """There is no such game."""


class House:
    """Keeps the tables."""

    def __init__(self, settings: Settings, sources: Sources, gauges: Gauges) -> None:
        self.settings = settings
        self.sources = sources
        self.gauges = gauges
        self.store = Store(settings.db_url)
        self._writer = Writer(self.store, gauges)
        self._thinkers = Thinkers(settings.bot_processes)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._tables: dict[str, Table] = {}
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take up the games in which a clock runs."""
        for game in await self.read(self.store.ticking):
            try:
                async with self.table(game):
                    pass
            except Exception:
                LOG.exception("a game cannot be taken up", extra={"game": game})

    async def close(self) -> None:
        """Stop; what was acknowledged is on disk already."""
        for table in self._tables.values():
            if table.alarm is not None:
                table.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._writer.close()
        self._thinkers.close()
        self._readers.shutdown()
        self.store.close()

    async def read(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        """Do something that blocks, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, lambda: function(*arguments, **options))

    @asynccontextmanager
    async def table(self, game: str) -> AsyncIterator[Table]:
        """The table of a game, kept in memory meanwhile."""
        table = self._tables.get(game)
        if table is None:
            async with self._loading:
                table = self._tables.get(game)
                if table is None:
                    table = self.add(await self._load(game))
        if table.is_gone:
            raise UnknownGameError(game)
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1
            self._make_room()

    def add(self, live: LiveGame) -> Table:
        """A game that was made, or read from disk."""
        if (known := self._tables.get(live.row.id)) is not None:
            return known
        table = self._tables[live.row.id] = Table(live)
        self.gauges.tables.set(len(self._tables))
        self.go_on(table)
        return table

    @asynccontextmanager
    async def locked(self, table: Table) -> AsyncIterator[LiveGame]:
        """The game, for as long as nobody else may change it or see it change."""
        async with table.lock:
            if table.is_gone:
                raise RefusedError(Refusal.UNKNOWN_GAME)
            if table.is_behind:
                await self._reload(table)
            try:
                yield table.live
            except (RefusedError, FaultError):
                raise
            except BaseException:
                # Wherever that happened, memory may have gone ahead of the disk, or, if somebody
                # left while something was being written, the disk ahead of what was told.
                table.is_behind = True
                self._begin(self._catch_up(table))
                raise

    async def write(self, table: Table, work: Work) -> None:
        """Have something written about a game that is locked; if that fails, nothing happened."""
        try:
            await self._writer.write(work)
        except LostRaceError:
            table.is_behind = True
            raise RefusedError(Refusal.STALE_VERSION) from None
        except StorageError:
            table.is_behind = True
            LOG.exception("cannot write", extra={"game": table.live.row.id})
            raise RefusedError(Refusal.UNAVAILABLE) from None

    async def write_new(self, work: Work) -> None:
        """Have a new game written."""
        await self._writer.write(work)
        self.gauges.games.inc()

    async def commit(
        self,
        table: Table,
        change: ChangeRow,
        *,
        asker: Visitor | None = None,
        key: str | None = None,
    ) -> None:
        """Write a change of a locked game, then tell everybody who can see it."""
        live = table.live
        await self.write(table, Work((change,), self._settled(live, change)))
        self.gauges.changes.inc()
        table.tell(self.sources.now(), asker=asker, key=key, is_for_all=not live.is_draft)
        self.go_on(table)

    async def expire(self, table: Table) -> None:
        """End a locked game if the time of the seat to move is up."""
        if (change := table.live.time_out(self.sources.now())) is not None:
            await self.commit(table, change)

    def go_on(self, table: Table) -> None:
        """See to what comes next: a bot's move, or the end of somebody's time."""
        live = table.live
        if live.bot_to_move is not None and table.thinking is None:
            table.thinking = self._begin(self._think(table))
        if table.alarm is not None:
            table.alarm.cancel()
            table.alarm = None
        deadline = None if live.mover is None else live.time.deadline(live.mover)
        if deadline is not None:
            wait = max(0.0, deadline - self.sources.now()) + 0.01
            loop = asyncio.get_running_loop()
            table.alarm = loop.call_later(wait, lambda: self._begin(self._ring(table)))

    def remove(self, table: Table) -> None:
        """A game was deleted: those who are there are told and sent away."""
        table.is_gone = True
        self._tables.pop(table.live.row.id, None)
        if table.alarm is not None:
            table.alarm.cancel()
        for visitor in list(table.visitors):
            visitor.post({"type": "gone"})
            visitor.post_text(None)

    def _settled(self, live: LiveGame, change: ChangeRow) -> Sequence[Executable]:
        """What a change means for the row of the game."""
        row = live.row
        if live.is_over:
            live.row = replace(row, is_over=True, draw_offer=None)
        elif row.draw_offer is not None and not live.is_draft and change.seat is not row.draw_offer:
            live.row = replace(row, draw_offer=None)
        if live.row is row:
            return ()
        return (updated_game(row.id, is_over=live.is_over, draw_offer=None),)

    async def _load(self, game: str) -> LiveGame:
        def load() -> LiveGame | None:
            stored = self.store.load(game)
            return None if stored is None else LiveGame(stored, self.sources.chance())

        live = await self.read(load)
        if live is None:
            raise UnknownGameError(game)
        return live

    async def _catch_up(self, table: Table) -> None:
        with suppress(RefusedError):
            async with self.locked(table):
                pass

    async def _reload(self, table: Table) -> None:
        """Build a game anew from what is on disk, and show everybody that."""
        await self._writer.settle()
        try:
            table.live = await self._load(table.live.row.id)
        except UnknownGameError:
            self.remove(table)
            raise RefusedError(Refusal.UNKNOWN_GAME) from None
        except Exception:
            LOG.exception("cannot read", extra={"game": table.live.row.id})
            raise RefusedError(Refusal.UNAVAILABLE) from None
        table.is_behind = False
        for visitor in table.visitors:
            visitor.forget()
        table.tell(self.sources.now())
        self.go_on(table)

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _think(self, table: Table) -> None:
        """Play a bot's turn, step by step."""
        try:
            while await self._think_once(table):
                pass
        except RefusedError:
            LOG.warning("a bot could not move", extra={"game": table.live.row.id})
        finally:
            table.thinking = None

    async def _think_once(self, table: Table) -> bool:
        async with self.locked(table) as live:
            seat, bot, number = live.mover, live.bot_to_move, live.authority.version
            if seat is None or bot is None:
                return False
            view = live.authority.view(seat)
        began = perf_counter()
        action = await self._thinkers.decide(bot, view)
        self.gauges.thinking.observe(perf_counter() - began)
        async with self.locked(table) as live:
            if live.authority.version == number:
                await self.commit(table, self._done(live, seat, action))
        return True

    def _done(self, live: LiveGame, seat: Seat, action: Action) -> ChangeRow:
        """What a bot chose; one that chose what is not allowed plays at random instead."""
        now = self.sources.now()
        try:
            return live.do(seat, action, key=None, at=now)
        except IllegalActionError:
            LOG.exception("a bot broke the rules", extra={"game": live.row.id})
            chosen = RandomBot(Random()).decide(live.authority.view(seat))
            return live.do(seat, chosen, key=None, at=now)

    async def _ring(self, table: Table) -> None:
        """The time of the seat to move may be up."""
        try:
            async with self.locked(table):
                table.alarm = None
                await self.expire(table)
                if table.alarm is None:
                    self.go_on(table)
        except RefusedError:
            LOG.warning("a clock could not be stopped", extra={"game": table.live.row.id})
            if not table.is_gone:
                loop = asyncio.get_running_loop()
                table.alarm = loop.call_later(1.0, lambda: self._begin(self._ring(table)))

    def _make_room(self) -> None:
        """Forget games that nobody looks at, the oldest first, if there are too many."""
        excess = len(self._tables) - self.settings.max_tables
        if excess <= 0:
            return
        idle = [game for game, table in self._tables.items() if table.is_idle][:excess]
        for game in idle:
            del self._tables[game]
        self.gauges.tables.set(len(self._tables))
