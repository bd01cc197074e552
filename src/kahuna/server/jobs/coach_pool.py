"""Run the coach in one process of low priority, for one player after the other.

It gets views, never a state. Long work is split into steps of less than a second, so that everybody
waiting is served in turn.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from itertools import count
from typing import Final, cast

from kahuna.core import KahunaError, View
from kahuna.hosting.errors import ApiError
from kahuna.hosting.study.advice import PastDecision
from kahuna.hosting.study.analysis import AnalysisOut
from kahuna.hosting.study.coach_tasks import CoachTask, CoachTasks, JudgeTask, RankStep
from kahuna.hosting.study.review import ReviewedDecision
from kahuna.record import Players
from kahuna.server.jobs.fair_pool import FairPool, QueueFullError, QueueLimit

LOG = logging.getLogger(__name__)

STEP_SECONDS: Final = 600.0
"""A step that takes longer hangs: on a busy machine, a process of low priority may have to
wait for minutes."""
MAX_WAITING: Final = QueueLimit(per_player=20, in_all=500)


class CoachPool:
    """Runs the coach. The worker process starts on first use."""

    def __init__(self) -> None:
        self._pool: FairPool[CoachTask, object] = FairPool(
            CoachTasks(), 1, seconds=STEP_SECONDS, max_waiting=MAX_WAITING, in_background=True
        )
        self._jobs = count()

    async def rank(
        self,
        view: View,
        *,
        player: str,
        language: str,
        num_worlds: int,
        is_waited_for: bool = True,
    ) -> AsyncGenerator[AnalysisOut]:
        """Yield better and better rankings; serve players in turn, analysis boards last."""
        step = RankStep(next(self._jobs), view, num_worlds, language)
        while (found := await self._ask(step, player, is_waited_for=is_waited_for)) is not None:
            yield cast("AnalysisOut", found)

    async def judge(
        self,
        decisions: list[PastDecision],
        names: Players,
        *,
        player: str,
        language: str,
        is_first: bool,
    ) -> list[ReviewedDecision]:
        """Grade the decisions of a turn."""
        task = JudgeTask(decisions, names, language, is_first)
        return cast("list[ReviewedDecision]", await self._ask(task, player, is_waited_for=True))

    def close(self) -> None:
        """Stop at once."""
        self._pool.close()

    async def _ask(self, task: CoachTask, player: str, *, is_waited_for: bool) -> object:
        """Return the result of a task; cancel this to withdraw the task."""
        try:
            job = self._pool.submit(task, player=player, is_waited_for=is_waited_for)
            return await job.result
        except QueueFullError:
            raise ApiError("too_many", "the coach is busy: try again later") from None
        except (TimeoutError, KahunaError) as error:
            if not self._pool.is_closed:
                LOG.error("the coach failed: %s", error)
            raise ApiError("unavailable", "the coach cannot help at the moment") from None
