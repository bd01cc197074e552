"""The coach in a worker of its own, so that the games go on while it thinks.

It spends less than a server: an evaluation of the network takes about a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kahuna.bots.networks import load_network
from kahuna.browser.coach import QuickReview, Task, decode, encode
from kahuna.coach.core_engine import CoreEngine
from kahuna.coach.effort import BRIEF, QUICK
from kahuna.coach.game_review import review
from kahuna.hosting.study.coach_tasks import CoachTasks
from kahuna.hosting.study.review import ReviewReportOut, render_review
from kahuna.i18n import LANGUAGES

TURN_BUDGET: Final = 3_000
"""Evaluations of the network that refine and confirm the verdicts on a turn."""
REVIEW_LIMIT: Final = 20_000
"""Evaluations of the network that a review spends at most."""
FIXED: Final = 150
"""Evaluations that a review needs for each ply, refining nothing; about 80 if it is brief."""


class CoachWorker:
    """Does one task after the other. Its methods are called by the worker's JavaScript."""

    def __init__(self, progress: Callable[[float], None]) -> None:
        """Report the progress of reviews, from 0 to 1."""
        self._progress = progress
        self._tasks = CoachTasks(QUICK, TURN_BUDGET)

    def work(self, text: str) -> str:
        """Do a task, and return its result."""
        task: Task = decode(text)  # type: ignore[assignment]
        return encode(self._review(task) if isinstance(task, QuickReview) else self._tasks(task))

    def _review(self, task: QuickReview) -> dict[str, ReviewReportOut]:
        left = REVIEW_LIMIT - FIXED * len(task.record.plies)
        found = review(
            task.record,
            budget=max(left, 1),
            effort=QUICK if left > 0 else BRIEF,
            engine=CoreEngine(load_network(), REVIEW_LIMIT),
            progress=self._progress,
        )
        return {code: render_review(found, code, is_quick=True) for code in LANGUAGES}
