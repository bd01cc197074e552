"""Run bots in worker processes, outside the event loop, with a time limit per decision."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from kahuna.bots import BOTS, LEVELS
from kahuna.core import Action, View
from kahuna.hosting.play.bot_turns import simple_action
from kahuna.match import Agent
from kahuna.server.jobs.fair_pool import FairPool
from kahuna.server.metrics import Metrics

LOG = logging.getLogger(__name__)

MAX_AGENTS: Final = 64
"""Games whose bots a worker keeps, with what they have concluded so far."""


@dataclass(frozen=True, slots=True)
class BotRequest:
    """A decision to make. Each game's bot remembers its earlier conclusions."""

    bot: str
    game: str
    view: View


class BotPool:
    """Runs bots. Worker processes start on first use.

    Bots that search take hundreds of milliseconds, all others one. So the former leave one process
    to the latter.
    """

    def __init__(self, processes: int, seconds: float, metrics: Metrics) -> None:
        """Use this many processes, or a thread of the server if the number is 0."""
        self._metrics = metrics
        self._pool: FairPool[BotRequest, Action] = FairPool(
            decide, processes, seconds=seconds, max_slow=max(1, processes - 1)
        )

    async def decide(
        self, bot: str, view: View, *, game: str, player: str, is_waited_for: bool
    ) -> Action:
        """Return a bot's action.

        Players are served in turn: ``player`` is the bot's opponent; games in which nobody is
        waiting come last. If the bot fails or takes too long, a simple bot decides instead.
        """
        job = self._pool.submit(
            BotRequest(bot, game, view),
            player=player,
            is_waited_for=is_waited_for,
            is_slow=_searches(bot),
        )
        self._metrics.bot_queue.set(self._pool.num_waiting)
        try:
            return await job.result
        except TimeoutError:
            self._metrics.bot_deadline_misses.inc()
            LOG.warning("a bot took too long; a simple bot moves", extra={"bot": bot})
        except Exception:
            if self._pool.is_closed:
                raise asyncio.CancelledError from None
            LOG.exception("a bot failed; a simple bot moves", extra={"bot": bot})
        finally:
            self._metrics.bot_queue.set(self._pool.num_waiting)
        return simple_action(view)

    def close(self) -> None:
        """Stop the workers at once; their pending decisions are not needed."""
        self._pool.close()


def _searches(bot: str) -> bool:
    """Return whether a bot searches, and so takes long."""
    level = LEVELS.get(bot)
    return level is not None and level.searches


@lru_cache(maxsize=MAX_AGENTS)
def _agent(bot: str, _game: str) -> Agent:
    """Return the agent of a game, which remembers what it concluded from the history."""
    return BOTS[bot](Random())


def decide(request: BotRequest) -> Action:
    """Return the action that a bot chooses."""
    return _agent(request.bot, request.game).decide(request.view)
