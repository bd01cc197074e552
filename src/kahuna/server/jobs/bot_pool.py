"""Run bots in worker processes, outside the event loop, with a time limit per decision."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from kahuna.bots import BOTS, LEVELS, GreedyBot
from kahuna.core import Action, View
from kahuna.match import Agent
from kahuna.server.jobs.fair_queue import FairQueue
from kahuna.server.metrics import Metrics
from kahuna.workers import Worker, close_workers

LOG = logging.getLogger(__name__)

MAX_AGENTS: Final = 64
"""Games whose bots a worker keeps, with what they have concluded so far."""


@dataclass(frozen=True, slots=True)
class BotRequest:
    """A decision to make. Each game's bot remembers its earlier conclusions."""

    bot: str
    game: str
    view: View


_Queue: TypeAlias = FairQueue[tuple[BotRequest, asyncio.Future[Action]]]


class BotPool:
    """Runs bots. Worker processes start on first use.

    Bots that search take hundreds of milliseconds, all others one. So the former leave one process
    to the latter.
    """

    def __init__(self, processes: int, seconds: float, metrics: Metrics) -> None:
        """Use this many processes, or a thread of the server if the number is 0."""
        self._has_processes = processes > 0
        self._num_slots = max(1, processes)
        self._seconds = seconds
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(self._num_slots, thread_name_prefix="bots")
        self._max_searches = max(1, self._num_slots - 1)
        self._queue: _Queue = FairQueue()
        self._search_queue: _Queue = FairQueue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._searches: set[asyncio.Task[None]] = set()
        self._workers = [Worker(decide) for _ in range(processes)]
        self._idle = [*self._workers]
        self._is_closed = False

    async def decide(
        self, bot: str, view: View, *, game: str, player: str, is_waited_for: bool
    ) -> Action:
        """Return a bot's action.

        Players are served in turn: ``player`` is the bot's opponent; games in which nobody is
        waiting come last. If the bot fails or takes too long, a simple bot decides instead.
        """
        decided: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        request = BotRequest(bot, game, view)
        queue = self._search_queue if _searches(bot) else self._queue
        queue.push(player, (request, decided), is_waited_for=is_waited_for)
        self._start_next()
        return await decided

    def close(self) -> None:
        """Stop the workers at once; their pending decisions are not needed."""
        self._is_closed = True
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=True, cancel_futures=True)
        close_workers(self._workers, at_once=True)

    def _start_next(self) -> None:
        while len(self._tasks) < self._num_slots:
            if len(self._queue):
                self._start(self._queue)
            elif len(self._search_queue) and len(self._searches) < self._max_searches:
                self._searches.add(self._start(self._search_queue))
            else:
                break
        self._metrics.bot_queue.set(len(self._queue) + len(self._search_queue))

    def _start(self, queue: _Queue) -> asyncio.Task[None]:
        task = asyncio.create_task(self._run(*queue.pop()))
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._searches.discard(task)
        if not task.cancelled():
            self._start_next()

    async def _run(self, request: BotRequest, decided: asyncio.Future[Action]) -> None:
        if decided.done():
            return
        loop = asyncio.get_running_loop()
        try:
            action = await loop.run_in_executor(self._threads, self._ask, request)
        except Exception as error:
            if self._is_closed:
                decided.cancel()
                return
            if isinstance(error, TimeoutError):
                self._metrics.bot_deadline_misses.inc()
                LOG.warning("a bot took too long; a simple bot moves", extra={"bot": request.bot})
            else:
                LOG.exception("a bot failed; a simple bot moves", extra={"bot": request.bot})
            action = simple_action(request.view)
        if not decided.done():
            decided.set_result(action)

    def _ask(self, request: BotRequest) -> Action:
        """Let a worker decide; kill it if it fails or takes too long."""
        if not self._has_processes:
            return decide(request)
        worker = self._idle.pop()
        try:
            return worker.ask(request, seconds=self._seconds)
        finally:
            self._idle.append(worker)


def _searches(bot: str) -> bool:
    """Return whether a bot searches, and so takes long."""
    level = LEVELS.get(bot)
    return level is not None and level.searches


def simple_action(view: View) -> Action:
    """Return a reasonable action at once."""
    return GreedyBot(Random()).decide(view)


@lru_cache(maxsize=MAX_AGENTS)
def _agent(bot: str, _game: str) -> Agent:
    """Return the agent of a game, which remembers what it concluded from the history."""
    return BOTS[bot].make(Random())


def decide(request: BotRequest) -> Action:
    """Return the action that a bot chooses."""
    return _agent(request.bot, request.game).decide(request.view)
