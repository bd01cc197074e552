"""Run bot and review jobs, and maintain the queue.

Workers send a heartbeat every few seconds. If one stops, another worker takes over its jobs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from random import uniform
from typing import Final, TypeAlias

from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job, Status
from psycopg_pool import AsyncConnectionPool

from kahuna.server.cluster.bot_queue import QUEUE, TASK, make_job
from kahuna.server.cluster.review_queue import REVIEW_QUEUE, REVIEW_TASK
from kahuna.server.metrics import Metrics
from kahuna.server.tracing import serving, span

LOG = logging.getLogger(__name__)

PlayBot: TypeAlias = Callable[..., Awaitable[None]]
"""Plays a bot's turn: :meth:`BotTurns.play`."""

MakeReview: TypeAlias = Callable[[str, int], Awaitable[None]]
"""Reviews a game within a budget: :meth:`Reviewer.review`."""

POLL_SECONDS: Final = 0.5
"""Time between polls of the queue, in case a notification is lost."""
RELEASE_SECONDS: Final = 1.0
"""On shutdown, how long to continue a turn before returning it to the queue."""
POOL_SECONDS: Final = 5.0
"""How long to wait for a connection."""
CLOSE_SECONDS: Final = 5.0
"""How long returning jobs to the queue may take."""
MAX_PAUSE: Final = 5.0
"""The longest pause before reconnecting to the database."""
RETRY_SECONDS: Final = 1.0
"""Pause before the first retry; it doubles with each further one …"""
MAX_RETRY_SECONDS: Final = 4.0
"""… up to this: a short database outage must not silence a bot for long."""
MAX_ATTEMPTS: Final = 3
"""After this many attempts that failed or killed a worker, a simple bot plays the turn."""
MAX_REVIEW_ATTEMPTS: Final = 3
"""After this many attempts that failed or killed a worker, give up a review."""
MAX_FAILURES: Final = 20
"""Give up a bot job after this many attempts that failed or killed a worker."""
MAX_REVIEW_FAILURES: Final = 2
"""Give up a review after this many failed attempts."""
LATE_SECONDS: Final = 20.0
"""A bot is late when its time limit plus this many seconds have passed since the last change."""
_MAX_LATE: Final = 100
_LATE_GAMES: Final = """
SELECT g.id, g.version, stuck.id AS job, stuck.attempts
FROM games g LEFT JOIN LATERAL (
  SELECT j.id, j.attempts FROM procrastinate_jobs j
  WHERE j.task_name = %(task)s AND j.args->>'game' = g.id AND j.status = 'doing'
  ORDER BY j.attempts DESC LIMIT 1
) AS stuck ON true
WHERE g.bot_to_move IS NOT NULL
AND coalesce((SELECT max(c.at) FROM changes c WHERE c.game = g.id), g.created_at)
  < extract(epoch FROM now()) - %(seconds)s
AND NOT EXISTS (
  SELECT 1 FROM procrastinate_jobs j
  WHERE j.queueing_lock = g.id || ':' || g.version AND j.status = 'failed'
  OR j.task_name = %(task)s AND j.args->>'game' = g.id AND (j.status = 'todo' OR EXISTS (
    SELECT 1 FROM procrastinate_events e
    WHERE e.job_id = j.id AND j.status = 'doing' AND e.type = 'started'
    AND e.at > now() - make_interval(secs => %(seconds)s))))
LIMIT %(limit)s
"""
"""Games with a late bot, and the job on which a worker is stuck, if there is one."""
_NUM_WAITING: Final = (
    "SELECT count(*) AS num FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = 'bots'"
)


class _GiveBack(BaseRetryStrategy):
    """Retry a job: at once if this worker is stopping, otherwise with exponential backoff."""

    def __init__(self, max_failures: int) -> None:
        self._max_failures = max_failures

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        is_stopping = isinstance(exception, asyncio.CancelledError)
        if job.attempts + 1 >= self._max_failures and not is_stopping:
            return None
        pause = min(MAX_RETRY_SECONDS, RETRY_SECONDS * 2**job.attempts)
        seconds = 0.0 if is_stopping else pause
        return RetryDecision(retry_at=datetime.now(UTC) + timedelta(seconds=seconds))


class BotWorker:
    """Plays several bot turns, and makes one review, at a time."""

    def __init__(
        self,
        conninfo: str,
        play: PlayBot,
        review: MakeReview,
        metrics: Metrics,
        *,
        concurrency: int,
        bot_seconds: float,
        lease_seconds: float,
    ) -> None:
        self._conninfo = conninfo
        self._play = play
        self._review = review
        self._metrics = metrics
        self._concurrency = concurrency
        self._late_seconds = bot_seconds + LATE_SECONDS
        self._lease_seconds = lease_seconds
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False
        """Needed because an error during shutdown may replace the cancellation."""

    def open(self) -> None:
        """Start taking jobs."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Take no more jobs; finish the current ones shortly or return them to the queue."""
        self._is_closing = True
        if self._task is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(RELEASE_SECONDS + CLOSE_SECONDS):
                    await _end(self._task)

    async def _work(self) -> None:
        """Take jobs; reconnect with exponential backoff."""
        pause = 0.1
        while not self._is_closing:
            try:
                async with self._open_app() as app:
                    looking_after = asyncio.create_task(self._look_after(app))
                    try:
                        await self._take_jobs(app)
                    finally:
                        await _end(looking_after)
                pause = 0.1
            except Exception as error:
                cause = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
                LOG.warning("the bot queue does not respond: %s", type(cause).__name__)
            await asyncio.sleep(pause * uniform(0.5, 1.5))
            pause = min(MAX_PAUSE, 2 * pause)

    @asynccontextmanager
    async def _open_app(self) -> AsyncIterator[App]:
        app = App(connector=PsycopgConnector())
        app.task(name=TASK, queue=QUEUE, pass_context=True, retry=_GiveBack(MAX_FAILURES))(
            self._run
        )
        giving_back = _GiveBack(MAX_REVIEW_FAILURES)
        app.task(name=REVIEW_TASK, queue=REVIEW_QUEUE, retry=giving_back)(self._make_review)
        # A pool of our own does not wait for the first connection.
        check = AsyncConnectionPool.check_connection
        pool = AsyncConnectionPool(
            self._conninfo, min_size=1, max_size=6, timeout=POOL_SECONDS, check=check, open=False
        )
        async with pool, app.open_async(pool):
            yield app

    async def _take_jobs(self, app: App) -> None:
        """Take both kinds of jobs; slow reviews never delay bots."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._take_from(app, QUEUE, self._concurrency))
            group.create_task(self._take_from(app, REVIEW_QUEUE, 1))

    async def _take_from(self, app: App, queue: str, concurrency: int) -> None:
        await app.run_worker_async(
            queues=[queue],
            concurrency=concurrency,
            fetch_job_polling_interval=POLL_SECONDS,
            abort_job_polling_interval=3600.0,
            shutdown_graceful_timeout=RELEASE_SECONDS,
            delete_jobs="successful",
            install_signal_handlers=False,
            update_heartbeat_interval=self._lease_seconds / 4,
            stalled_worker_timeout=self._lease_seconds,
        )

    async def _run(
        self,
        context: JobContext,
        /,
        game: str,
        is_late: bool,
        player: str | None,
        request: str | None = None,
    ) -> None:
        """Play a bot's turn on behalf of the request that started it."""
        with serving(request), span("bot turn"):
            is_simple = context.job.attempts >= MAX_ATTEMPTS
            if is_simple:
                self._metrics.bot_fallbacks.inc()
                LOG.error("a bot failed again and again; a simple bot moves")
            try:
                await self._play(game, is_late=is_late, is_simple=is_simple)
                LOG.info("a bot has moved")
            except Exception:
                LOG.exception("a bot could not move")
                raise

    async def _make_review(self, game: str, budget: int, player: str) -> None:
        """Review a game."""
        try:
            await self._review(game, budget)
            LOG.info("a game has been reviewed")
        except Exception:
            LOG.exception("a game could not be reviewed")
            raise

    async def _look_after(self, app: App) -> None:
        """Hand over the jobs of dead workers, and find late bots."""
        while not self._is_closing:
            try:
                await self._take_over(app)
                await self._add_late_games(app)
                counted = await app.connector.execute_query_one_async(_NUM_WAITING)
                self._metrics.bot_queue.set(counted["num"])
            except Exception as error:
                LOG.warning("cannot maintain the bot queue: %s", type(error).__name__)
            await asyncio.sleep(self._lease_seconds / 2 * uniform(0.5, 1.5))

    async def _take_over(self, app: App) -> None:
        """Retry the jobs of dead workers."""
        stalled = await app.job_manager.get_stalled_jobs(
            seconds_since_heartbeat=self._lease_seconds
        )
        for job in stalled:
            assert job.id is not None
            is_review = job.task_name == REVIEW_TASK
            max_attempts = MAX_REVIEW_ATTEMPTS if is_review else MAX_FAILURES
            await _retry(app, job.id, job.attempts, max_attempts)

    async def _add_late_games(self, app: App) -> None:
        """Add jobs for late bots whose job was lost, and retry those that are stuck.

        A second job beside a stuck one would begin to count attempts at 0.
        """
        late = await app.connector.execute_query_all_async(
            _LATE_GAMES, seconds=self._late_seconds, task=TASK, limit=_MAX_LATE
        )
        for row in late:
            if row["job"] is not None:
                await _retry(app, row["job"], row["attempts"], MAX_FAILURES)
                continue
            with suppress(AlreadyEnqueued):
                job = make_job(row["id"], row["version"], is_late=True)
                await app.job_manager.defer_job_async(job)


async def _retry(app: App, job: int, attempts: int, max_attempts: int) -> None:
    """Return a job to the queue, or give it up after too many attempts."""
    with suppress(ConnectorException):  # Another worker was faster.
        if attempts + 1 < max_attempts:
            await app.job_manager.retry_job_by_id_async(job, retry_at=datetime.now(UTC))
        else:
            await app.job_manager.finish_job_by_id_async(job, Status.FAILED, delete_job=False)
            LOG.error("giving up a job that kept failing or killing its workers")


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended; a connection error can swallow the first cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=RELEASE_SECONDS + 1.0)
