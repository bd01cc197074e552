"""Games in a database, for the event loop: reads in threads, writes in groups."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from sqlalchemy import Connection

from kahuna.core import KahunaError, Seat
from kahuna.hosting.store import GameUpdate, KnownGames, ReviewArchive, StoredGame
from kahuna.server.metrics import Metrics
from kahuna.server.store.database import Database, DatabaseExtension
from kahuna.server.store.engines import raising_storage_errors, retrying
from kahuna.server.store.group_commit import GroupCommit
from kahuna.server.store.notice_rows import NoticeRows

LOG = logging.getLogger(__name__)
BATCH: Final = 50
"""Games to archive or delete at a time."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class SqlGameStore:
    """Implements :class:`kahuna.hosting.store.GameStore` on SQLite or PostgreSQL."""

    def __init__(
        self, url: str, metrics: Metrics, *, extension: DatabaseExtension | None = None
    ) -> None:
        self._database = Database(url, extension)
        self._writer = GroupCommit(self._database, metrics)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._maintainer = ThreadPoolExecutor(1, thread_name_prefix="maintainer")
        self._prober = ThreadPoolExecutor(1, thread_name_prefix="prober")
        self._probe: asyncio.Future[None] | None = None

    def now(self) -> float:
        """Return the time of the database, in seconds since the epoch."""
        return self._database.now()

    def signing_key(self, make: Callable[[], bytes]) -> bytes:
        """Return the private key that signs records; make it at the first start."""
        return self._database.signing_key() or self._database.add_signing_key(make())

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may write to the same database: not to a file."""
        return not self._database.is_sqlite

    @property
    def reviews(self) -> ReviewArchive:
        """Where reviews are stored."""
        return self._database

    @property
    def notices(self) -> NoticeRows:
        """Who wants to know about turns."""
        return NoticeRows(self._database.engine)

    async def load_news(self, known: KnownGames) -> dict[str, StoredGame | None]:
        """Return the games whose version has changed, each with only its later changes."""
        return await self._read(self._database.load_news, known)

    async def load(self, game: str) -> StoredGame | None:
        """Return a game as it is stored now."""
        return await self._read(self._database.load, game)

    async def write(self, *updates: GameUpdate) -> None:
        """Write all updates to disk, or raise and write none."""
        await self._writer.write(updates)

    async def transact(self, function: Callable[[Connection], _T]) -> _T:
        """Call a function that writes something other than games, in a transaction of its own.

        It runs in the thread that writes games. If it raises, nothing was written; a unique key
        that is taken raises :class:`ConflictError`.
        """
        return await self._writer.transact(function)

    async def query(self, function: Callable[[Connection], _T]) -> _T:
        """Call a function that reads something other than games."""
        return await self._read(self._database.query, function)

    async def settle(self) -> None:
        """Return once every write requested so far is on disk or has failed."""
        await self._writer.settle()

    async def games_of(self, hashes: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
        """Return the games in which these tokens hold seats, the newest first."""
        return await self._read(self._database.games_of, hashes)

    async def due_games(self, now: float) -> list[str]:
        """Return the games in which the seat to move has run out of time, the longest first."""
        return await self._read(self._database.due_games, now)

    async def bot_games(self, *, after: str, limit: int) -> list[str]:
        """Return games in which a bot is to move, ordered by id, beginning after an id."""
        return await self._read(self._database.bot_games, after=after, limit=limit)

    async def archive_finished(self, before: float) -> None:
        """Compress the games that ended before a time."""
        game, find = "", self._database.finished_games
        while games := await self._maintain(find, before, after=game, limit=BATCH):
            for game in games:
                try:
                    await self._maintain(self._database.archive, game)
                except (KahunaError, ValueError):
                    LOG.exception("a game cannot be archived")

    async def delete_idle(self, before: float) -> list[str]:
        """Delete games that have been idle since a time; return some of their ids."""
        return await self._maintain(self._database.delete_idle, before, BATCH)

    async def check_writable(self) -> None:
        """Raise if the database cannot be written; concurrent callers share one attempt."""
        if self._probe is None or self._probe.done():
            loop = asyncio.get_running_loop()
            self._probe = loop.run_in_executor(
                self._prober, retrying, self._database.check_writable
            )
            self._probe.add_done_callback(lambda probe: probe.cancelled() or probe.exception())
        await asyncio.shield(self._probe)

    async def close(self) -> None:
        """Finish all writes and close the database."""
        await self._writer.close()
        self._readers.shutdown()
        self._maintainer.shutdown(cancel_futures=True)
        self._prober.shutdown(wait=False, cancel_futures=True)
        self._database.close()

    async def _read(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        return await _in_thread(self._readers, partial(function, *arguments, **options))

    async def _maintain(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        return await _in_thread(self._maintainer, partial(function, *arguments, **options))


async def _in_thread(threads: ThreadPoolExecutor, function: Callable[[], _T]) -> _T:
    safe = raising_storage_errors()(retrying)
    return await asyncio.get_running_loop().run_in_executor(threads, safe, function)
