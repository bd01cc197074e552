"""The coach of a browser: it works in a worker beside the host of the games."""

from __future__ import annotations

import asyncio
import logging
import pickle
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias, cast

from kahuna.browser.bridge import Bridge
from kahuna.core import View
from kahuna.hosting.errors import ApiError
from kahuna.hosting.study.advice import PastDecision
from kahuna.hosting.study.analysis import AnalysisOut
from kahuna.hosting.study.coach_tasks import CoachTask, JudgeTask, RankStep
from kahuna.hosting.study.review import (
    ReviewedDecision,
    ReviewOut,
    ReviewReportOut,
    ReviewStatus,
)
from kahuna.record import GameRecord, Players

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class QuickReview:
    """Review a finished game, in all languages."""

    record: GameRecord


Task: TypeAlias = CoachTask | QuickReview


def encode(thing: object) -> str:
    """Return a task or a result as text, for another worker with the same Python."""
    return b64encode(pickle.dumps(thing)).decode()


def decode(text: str) -> object:
    """Return the task or the result of a text."""
    return pickle.loads(b64decode(text))


class BrowserCoach:
    """Passes tasks on, one at a time. A review gives way to everything else and begins again."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._jobs = count()
        self._turn = asyncio.Lock()
        self._reviewing: set[asyncio.Task[None]] = set()
        self._is_review_running = False
        """Whether the worker reviews a game, and nobody else waits for it."""
        self._reports: dict[str, dict[str, ReviewReportOut]] = {}
        self._status: dict[str, ReviewStatus] = {}

    async def rank(
        self, view: View, *, player: str, language: str, num_worlds: int, is_waited_for: bool = True
    ) -> AsyncGenerator[AnalysisOut]:
        """Yield better and better rankings."""
        del player, is_waited_for  # There is only one player to serve.
        step = RankStep(next(self._jobs), view, num_worlds, language)
        while (found := await self._ask(step)) is not None:
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
        del player
        found = await self._ask(JudgeTask(decisions, names, language, is_first))
        return cast("list[ReviewedDecision]", found)

    async def start(self, game_id: str, record: GameRecord, *, player: str) -> None:
        """Review a game unless that is done or in progress; retry a failed review."""
        del player
        if game_id in self._reports or self._status.get(game_id) in ("waiting", "running"):
            return
        self._status[game_id] = "waiting"
        reviewing = asyncio.create_task(self._review(game_id, record))
        self._reviewing.add(reviewing)
        reviewing.add_done_callback(self._reviewing.discard)

    async def state(self, game_id: str, language: str) -> ReviewOut:
        """Return the status of a game's review, and the review once it is done."""
        if (reports := self._reports.get(game_id)) is not None:
            return {"status": "done", "progress": 1.0, "report": reports[language]}
        status = self._status.get(game_id, "none")
        progress = self._bridge.coach_progress() if status == "running" else 0.0
        return {"status": status, "progress": progress, "report": None}

    async def close(self) -> None:
        """Stop at once."""
        self._bridge.stop_coach()

    async def _ask(self, task: Task) -> object:
        if self._is_review_running:
            self._is_review_running = False
            self._bridge.stop_coach()
        async with self._turn:
            try:
                return await self._work(task)
            except Exception as error:  # Whatever the browser raises.
                LOG.error("the coach failed: %s", error)
                raise ApiError("unavailable", "the coach cannot help at the moment") from None

    async def _work(self, task: Task) -> object:
        return decode(await self._bridge.ask_coach(encode(task)))

    async def _review(self, game_id: str, record: GameRecord) -> None:
        while game_id not in self._reports:
            async with self._turn:
                self._status[game_id], self._is_review_running = "running", True
                try:
                    text = await self._work(QuickReview(record))
                    self._reports[game_id] = cast("dict[str, ReviewReportOut]", text)
                except Exception as error:  # Whatever the browser raises.
                    if self._is_review_running:  # It was not stopped.
                        LOG.error("a review failed: %s", error)
                        self._status[game_id] = "failed"
                        return
                    self._status[game_id] = "waiting"
                finally:
                    self._is_review_running = False
