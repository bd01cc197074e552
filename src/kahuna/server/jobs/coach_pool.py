"""Run the coach in one process of the lowest priority, for one player after the other.

It gets views, never a state. Long work is split into steps of less than a second, so that everybody
waiting is served in turn.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from kahuna.core import View
from kahuna.hosting.errors import ApiError
from kahuna.hosting.study.advice import Names, PastDecision
from kahuna.hosting.study.analysis import AnalysisOut, render_ranking
from kahuna.hosting.study.review import ReviewedDecision, render_verdicts
from kahuna.server.jobs.fair_queue import FairQueue
from kahuna.workers import Worker, WorkerLostError, close_workers

if TYPE_CHECKING:  # The coach needs NumPy; only its worker process loads it.
    from kahuna.coach import Ranking

LOG = logging.getLogger(__name__)

STEP_SECONDS: Final = 60.0
"""How long a step may take, including the start of the process on a busy machine."""
MAX_WAITING: Final = 100
"""Requests that may wait at once."""
MAX_RANKINGS: Final = 32
"""Rankings that the worker keeps between their steps."""
LOWEST_PRIORITY: Final = 19


@dataclass(frozen=True, slots=True)
class RankStep:
    """Continue ranking the moves of a view; the result is ``None`` once that is finished."""

    job: int
    view: View
    num_worlds: int
    language: str


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """Grade the decisions of a turn."""

    decisions: Sequence[PastDecision]
    players: Names
    language: str


CoachTask: TypeAlias = RankStep | JudgeTask
_Worker: TypeAlias = Worker[CoachTask, object]


class CoachPool:
    """Runs the coach. The worker process starts on first use."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="coach")
        self._queue: FairQueue[tuple[CoachTask, asyncio.Future[object]]] = FairQueue()
        self._running: asyncio.Task[None] | None = None
        self._worker: _Worker | None = None
        self._jobs = count()
        self._is_closed = False

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
        self, decisions: list[PastDecision], names: Names, *, player: str, language: str
    ) -> list[ReviewedDecision]:
        """Grade the decisions of a turn."""
        task = JudgeTask(decisions, names, language)
        return cast("list[ReviewedDecision]", await self._ask(task, player, is_waited_for=True))

    def close(self) -> None:
        """Stop at once."""
        self._is_closed = True
        if self._worker is not None:
            self._worker.process.terminate()
        self._thread.shutdown(wait=True, cancel_futures=True)
        if self._worker is not None:
            close_workers([self._worker], at_once=True)

    async def _ask(self, task: CoachTask, player: str, *, is_waited_for: bool) -> object:
        if len(self._queue) >= MAX_WAITING:
            raise ApiError("too_many", "the coach is busy: try again later")
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._queue.push(player, (task, answer), is_waited_for=is_waited_for)
        self._start_next()
        return await answer

    def _start_next(self) -> None:
        if self._running is None and len(self._queue):
            self._running = asyncio.create_task(self._run(*self._queue.pop()))
            self._running.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._running = None
        if not task.cancelled():
            self._start_next()

    async def _run(self, task: CoachTask, answer: asyncio.Future[object]) -> None:
        if answer.done():  # The client has gone.
            return
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._thread, self._work, task)
        except Exception as error:
            if not self._is_closed:
                LOG.error("the coach failed: %s", error)
            if not answer.done():
                answer.set_exception(ApiError("unavailable", "the coach cannot help at the moment"))
            return
        if not answer.done():
            answer.set_result(found)

    def _work(self, task: CoachTask) -> object:
        """Let the worker do a task; kill it if it fails or takes too long."""
        if self._worker is None:
            self._worker = _Worker(_Coach(), daemon=True)
        worker = self._worker
        try:
            if self._is_closed:  # The pool may have closed before it knew this worker.
                raise WorkerLostError("the server is stopping")
            worker.send(task)
            if not worker.is_ready:
                _wait(worker)
                worker.receive_message()
            _wait(worker)
            return worker.receive_message()
        except BaseException:
            close_workers([worker], at_once=True)
            self._worker = None
            raise


def _wait(worker: _Worker) -> None:
    if not worker.connection.poll(STEP_SECONDS):
        raise TimeoutError("a step took too long")


@dataclass(slots=True)
class _Coach:
    """Does the tasks in the worker process."""

    rankings: OrderedDict[int, Iterator[Ranking]] = field(default_factory=OrderedDict)
    is_nice: bool = False

    def __call__(self, task: CoachTask) -> object:
        if not self.is_nice and hasattr(os, "nice"):
            os.nice(LOWEST_PRIORITY)
            self.is_nice = True
        return self._rank(task) if isinstance(task, RankStep) else _judge(task)

    def _rank(self, task: RankStep) -> AnalysisOut | None:
        from kahuna.coach import rank_actions

        steps = self.rankings.pop(task.job, None)
        if steps is None:
            steps = rank_actions(task.view, num_worlds=task.num_worlds)
        ranking = next(steps, None)
        if ranking is None:
            return None
        self.rankings[task.job] = steps
        if len(self.rankings) > MAX_RANKINGS:
            self.rankings.popitem(last=False)
        return render_ranking(ranking, task.view, task.language)


def _judge(task: JudgeTask) -> list[ReviewedDecision]:
    from kahuna.coach import judge
    from kahuna.coach.decisions import Decision, situation_of

    decisions = [
        Decision(past.ply, situation_of(past.view), past.played) for past in task.decisions
    ]
    return render_verdicts(judge(decisions), task.players, task.language)
