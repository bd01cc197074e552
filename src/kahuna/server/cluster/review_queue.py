"""Reviews as jobs on PostgreSQL: any node or worker can make them, without slowing down games.

A job names a game. The review is stored in the database, where every node finds it. Progress is
reported through Redis, as are the results that come before the refined one.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, cast

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from kahuna.hosting.errors import ApiError, UnknownGameError
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.store import ReviewArchive
from kahuna.hosting.study.review import ReviewOut, ReviewStatus
from kahuna.record import GameRecord, format_record
from kahuna.server.cluster.bot_queue import player_hash
from kahuna.server.cluster.redis_hub import RedisHub
from kahuna.server.jobs.review_jobs import (
    MAX_WAITING,
    TOO_MANY,
    Reports,
    ReviewPool,
    finished,
    load_reports,
    pack_reports,
    save_reports,
    unfinished,
    unpack_reports,
)

LOG = logging.getLogger(__name__)

REVIEW_QUEUE: Final = "reviews"
REVIEW_TASK: Final = "kahuna.review"
PROGRESS_SECONDS: Final = 0.5
"""Time between progress reports."""
_KEPT_SECONDS: Final = 30
"""How long a progress report is valid."""
_LATEST_SECONDS: Final = 600
"""How long the latest result is kept, until the refined one is stored."""
_POOL_SECONDS: Final = 5.0

_STATUS: Final = """
SELECT status::text FROM procrastinate_jobs
WHERE task_name = %(task)s AND args->>'game' = %(game)s AND (args->>'budget')::int = %(budget)s
ORDER BY id DESC LIMIT 1
"""
_NUM_WAITING: Final = """
SELECT count(*) AS in_all, count(*) FILTER (WHERE args->>'player' = %(player)s) AS own
FROM procrastinate_jobs WHERE task_name = %(task)s AND status = 'todo'
"""
_STATUSES: Final[dict[str, ReviewStatus]] = {
    "todo": "waiting",
    "doing": "running",
    "failed": "failed",
}


class ReviewQueue:
    """Implements :class:`kahuna.server.jobs.review_jobs.ReviewService` with a queue."""

    def __init__(self, conninfo: str, archive: ReviewArchive, hub: RedisHub, budget: int) -> None:
        self._archive = archive
        self._hub = hub
        self._budget = budget
        self._conninfo = conninfo
        self._pool: AsyncConnectionPool | None = None

    async def start(self, game_id: str, record: GameRecord, *, player: str) -> None:
        """Add a job unless the review is done or queued; retry a failed review.

        Serve players in turn: the more reviews a player has queued, the later the next.
        """
        if (await self.state(game_id, "en"))["status"] not in ("none", "failed"):
            return
        player = player_hash(player)
        async with self._app() as app:
            waiting = await app.connector.execute_query_one_async(
                _NUM_WAITING, task=REVIEW_TASK, player=player
            )
            if waiting["own"] >= MAX_WAITING.per_player or waiting["in_all"] >= MAX_WAITING.in_all:
                raise ApiError("too_many", TOO_MANY)
            job = Job(
                queue=REVIEW_QUEUE,
                task_name=REVIEW_TASK,
                lock=f"review:{game_id}",
                queueing_lock=f"review:{game_id}:{self._budget}",
                priority=-waiting["own"],
                task_kwargs={"game": game_id, "budget": self._budget, "player": player},
            )
            with suppress(AlreadyEnqueued):
                await app.job_manager.defer_job_async(job)

    async def state(self, game_id: str, language: str) -> ReviewOut:
        """Return the status of a game's review, and the review as far as it is done."""
        # Keep this order: a job is deleted only after its review is stored.
        status = await self._status(game_id)
        if status in ("none", "failed"):
            reports = await load_reports(self._archive, game_id, self._budget)
            if reports is not None:
                return finished(reports, language)
        if status != "running":
            return unfinished(status)
        noted = await self._hub.recall(_progress_key(game_id, self._budget))
        latest = await self._hub.recall(_latest_key(game_id, self._budget))
        reports = None if latest is None else unpack_reports(b64decode(latest))
        return unfinished(
            "running",
            0.0 if noted is None else float(noted),
            None if reports is None else reports[language],
        )

    async def close(self) -> None:
        """Disconnect. Jobs stay in the queue."""
        if self._pool is not None:
            await self._pool.close()

    async def _status(self, game_id: str) -> ReviewStatus:
        async with self._app() as app:
            rows = await app.connector.execute_query_all_async(
                _STATUS, task=REVIEW_TASK, game=game_id, budget=self._budget
            )
        return _STATUSES.get(cast("str", rows[0]["status"]), "none") if rows else "none"

    @asynccontextmanager
    async def _app(self) -> AsyncIterator[App]:
        if self._pool is None:
            self._pool = AsyncConnectionPool(
                self._conninfo,
                min_size=0,
                max_size=2,
                timeout=_POOL_SECONDS,
                check=AsyncConnectionPool.check_connection,
                open=False,
            )
            await self._pool.open()
        try:
            async with App(connector=PsycopgConnector()).open_async(self._pool) as app:
                yield app
        except (ConnectorException, PoolTimeout) as error:
            LOG.error("the review queue does not respond: %s", type(error).__name__)
            raise ApiError("unavailable", "the review queue does not respond") from None


class Reviewer:
    """Runs review jobs, one at a time."""

    def __init__(self, registry: GameRegistry, archive: ReviewArchive, hub: RedisHub) -> None:
        self._registry = registry
        self._archive = archive
        self._hub = hub
        self._pool = ReviewPool()

    async def review(self, game_id: str, budget: int) -> None:
        """Review a game and store the result, unless it is stored already."""
        if await load_reports(self._archive, game_id, budget) is not None:
            return
        try:
            async with self._registry.room(game_id) as room:
                await self._registry.peers.refresh(room)
                async with self._registry.locked(room) as game:
                    if not game.is_over:
                        return
                    record = format_record(game.record())
        except UnknownGameError:
            return
        steps = self._pool.review(record, budget, player="")
        try:
            for job in steps.jobs:
                reports = await self._followed(job.result, _progress_key(game_id, budget))
                packed = b64encode(pack_reports(reports)).decode()
                await self._hub.remember(_latest_key(game_id, budget), packed, _LATEST_SECONDS)
        except asyncio.CancelledError:
            self._pool.interrupt()
            raise
        finally:
            steps.cancel()
        await save_reports(self._archive, game_id, budget, reports)

    async def _followed(self, result: asyncio.Future[Reports], key: str) -> Reports:
        """Wait for a result and report the progress meanwhile."""
        while not (await asyncio.wait([result], timeout=PROGRESS_SECONDS))[0]:
            await self._hub.remember(key, f"{self._pool.progress:.3f}", _KEPT_SECONDS)
        return await result

    def close(self) -> None:
        """Stop at once."""
        self._pool.close()


def _progress_key(game_id: str, budget: int) -> str:
    return f"review:{game_id}:{budget}"


def _latest_key(game_id: str, budget: int) -> str:
    return f"review:{game_id}:{budget}:latest"
