"""A node without its HTTP server: the store, the hub, the bots and the registry of games.

With a hub, bot decisions and reviews are jobs in queues that all nodes and workers share.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import ParamSpec, TypeVar

import orjson

from kahuna.hosting.play.bot_turns import BotTurns
from kahuna.hosting.play.clock_watch import ClockWatch
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.services import Peers, Sources, SteadyClock
from kahuna.hosting.study.review import ReviewService
from kahuna.server.cluster.hub import Hub, LocalHub
from kahuna.server.cluster.synchronizer import Synchronizer
from kahuna.server.housekeeping import keep_time, log_failed_task
from kahuna.server.jobs.bot_pool import BotPool
from kahuna.server.jobs.review_jobs import ReviewJobs
from kahuna.server.metrics import Metrics
from kahuna.server.settings import Settings
from kahuna.server.signing import RecordSigner, new_signing_key
from kahuna.server.startup_errors import HubError, StartError
from kahuna.server.store.engines import is_shared_url, libpq_conninfo
from kahuna.server.store.store import SqlGameStore

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Node:
    """The parts of a node. Call :meth:`open` in the event loop that will run it."""

    def __init__(self, settings: Settings, sources: Sources | None, metrics: Metrics) -> None:
        with _explaining_missing_packages():
            self.hub = _make_hub(settings)
            extension = None
            if settings.hub_url is not None:
                # A single server needs neither Redis nor a queue.
                from kahuna.server.cluster.bot_queue import BotQueue

                extension = BotQueue()
        metrics.hub_up.set_function(lambda: self.hub.is_reliable)
        self.store = SqlGameStore(settings.db_url, metrics, extension=extension)
        self.bots = BotPool(settings.bot_processes, settings.bot_seconds, metrics)
        self.secret = self.store.signing_key(new_signing_key)
        self.signer = RecordSigner(self.secret)
        self._clock = SteadyClock(self.store.now())
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="games")
        self.registry = GameRegistry(
            self.store,
            sources=sources or Sources(now=self._clock),
            monitor=metrics,
            peers=Synchronizer(self.store, self.hub, metrics) if self.store.is_shared else Peers(),
            encode=orjson.dumps,
            offload=self._offload,
            sign=self.signer,
            max_in_memory=settings.max_games_in_memory,
        )
        self._clocks = ClockWatch(self.registry)
        has_queue = settings.hub_url is not None
        self.bot_turns = BotTurns(self.registry, self.bots, are_queued=has_queue)
        self._timekeeper: asyncio.Task[None] | None = None
        self.reviews: ReviewService
        self._worker = self._reviewer = None
        if settings.hub_url is None:
            self.reviews = ReviewJobs(settings.review_budget, self.store.reviews)
            return
        from kahuna.server.cluster.bot_worker import BotWorker
        from kahuna.server.cluster.redis_hub import RedisHub
        from kahuna.server.cluster.review_queue import Reviewer, ReviewQueue

        assert isinstance(self.hub, RedisHub)
        conninfo, archive = libpq_conninfo(settings.db_url), self.store.reviews
        self.reviews = ReviewQueue(conninfo, archive, self.hub, settings.review_budget)
        if settings.takes_bot_jobs:
            self._reviewer = Reviewer(self.registry, archive, self.hub)
            self._worker = BotWorker(
                conninfo,
                self.bot_turns.play,
                self._reviewer.review,
                metrics,
                concurrency=max(1, settings.bot_processes),
                bot_seconds=settings.bot_seconds,
                lease_seconds=settings.bot_lease_seconds,
            )

    def open(self) -> None:
        """Start watching games and taking jobs."""
        asyncio.get_running_loop().set_exception_handler(log_failed_task)
        self.registry.open()
        self._clocks.open()
        self.bot_turns.open()
        if self.store.is_shared:
            self._timekeeper = asyncio.create_task(keep_time(self._clock, self.store.now))
        if self._worker is not None:
            self._worker.open()

    async def close(self) -> None:
        """Return jobs to the queue, finish writing, and release everything."""
        if self._worker is not None:
            await self._worker.close()
        if self._reviewer is not None:
            self._reviewer.close()
        await self.reviews.close()
        if self._timekeeper is not None:
            self._timekeeper.cancel()
        await self.registry.close()
        self._threads.shutdown()
        self.bots.close()
        await self.store.close()

    async def _offload(
        self, function: Callable[_P, _T], /, *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        """Call a slow function in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *arguments, **options))


def _make_hub(settings: Settings) -> Hub:
    """Return the hub of the settings."""
    if settings.hub_url is None:
        return LocalHub()
    if not is_shared_url(settings.db_url):
        raise StartError("hub_without_database")
    from kahuna.server.cluster.redis_hub import RedisHub

    try:
        return RedisHub(settings.hub_url)
    except ValueError as error:
        raise HubError(str(error)) from None


@contextmanager
def _explaining_missing_packages() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise HubError(f"{error.name} is not installed: pip install 'kahuna[cluster]'") from None
