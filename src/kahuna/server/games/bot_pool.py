"""Bots decide outside the event loop: in worker processes, or in a thread."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from random import Random

from kahuna.bots import BOTS, RandomBot
from kahuna.core import Action, View
from kahuna.match import Agent
from kahuna.workers import end_with_parent

LOG = logging.getLogger(__name__)


class BotPool:
    """Runs bots. Worker processes start when the first bot is needed."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: Executor | None = None

    async def decide(self, bot: str, view: View) -> Action:
        """Return a bot's action; if the bot fails, play on at random."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor(), _decide, bot, view)
        except BrokenProcessPool:
            LOG.exception("the bots' process died; starting a new one")
            self.close()
        except Exception:
            LOG.exception("a bot failed", extra={"bot": bot})
        return RandomBot(Random()).decide(view)

    def close(self) -> None:
        """Stop the workers after the decisions that they are making."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _executor(self) -> Executor:
        if self._pool is None:
            if self._processes:
                self._pool = ProcessPoolExecutor(
                    self._processes,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_initialize_worker,
                )
            else:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="bots")
        return self._pool


def _initialize_worker() -> None:
    """Use one core, and exit when the server dies."""
    # NumPy reads this when the first bot that needs it is loaded.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    end_with_parent()


@cache
def _agent(bot: str) -> Agent:
    return BOTS[bot].make(Random())


def _decide(bot: str, view: View) -> Action:
    return _agent(bot).decide(view)
