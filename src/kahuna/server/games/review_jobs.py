"""Reviews of finished games: one at a time, in a process that yields to everything else."""

from __future__ import annotations

import logging
import os
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_double
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Final, TypeAlias

import orjson

from kahuna import __version__
from kahuna.i18n import LANGUAGES
from kahuna.record import GameRecord, format_record, parse_record
from kahuna.server.games.store import ReviewArchive
from kahuna.server.render.review import render_review
from kahuna.server.wire.errors import ApiError
from kahuna.server.wire.review import ReviewOut, ReviewReportOut, ReviewStatus
from kahuna.workers import Worker, WorkerFailedError, WorkerLostError, close_workers

LOG = logging.getLogger(__name__)
MAX_WAITING: Final = 20
"""Reviews that may wait at once."""
MAX_KEPT: Final = 100
"""Reviews kept in memory; the oldest are dropped."""
LOWEST_PRIORITY: Final = 19

Reports: TypeAlias = Mapping[str, ReviewReportOut]
"""A review in each language."""


@dataclass(slots=True)
class _Job:
    status: ReviewStatus = "waiting"
    reports: Reports = field(default_factory=dict)


class ReviewJobs:
    """Reviews games in the background. The worker process starts with the first review."""

    def __init__(self, budget: int, archive: ReviewArchive | None = None) -> None:
        self._budget = budget
        self._archive = archive
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reviews")
        # Without a lock: there is one writer, and a semaphore would outlive a killed server.
        self._progress: c_double = get_context("spawn").RawValue("d", 0.0)
        self._worker: Worker[str, Reports] | None = None
        self._is_closed = False

    def recall(self, game_id: str) -> None:
        """Look for a review that was stored, by this server or another one; this blocks."""
        if self._archive is None or self._is_busy_with(game_id):
            return
        data = self._archive.load_review(game_id, self._budget)
        stored = {} if data is None else orjson.loads(zlib.decompress(data))
        if stored.get("release") == __version__:
            self._jobs[game_id] = _Job("done", stored["reports"])
            self._drop_oldest()

    def start(self, game_id: str, record: GameRecord) -> None:
        """Review a game unless that has been done or is being done; a failed review starts anew."""
        if self._is_busy_with(game_id):
            return
        if sum(job.status == "waiting" for job in self._jobs.values()) >= MAX_WAITING:
            raise ApiError("too_many", "too many games wait for their review: try again later")
        job = self._jobs[game_id] = _Job()
        self._drop_oldest()
        self._thread.submit(self._run, job, game_id, format_record(record))

    def state(self, game_id: str, language: str) -> ReviewOut:
        """Return how far the review of a game is, and the review when it is done."""
        job = self._jobs.get(game_id)
        if job is None:
            return {"status": "none", "progress": 0.0, "report": None}
        match job.status:
            case "done":
                return {"status": "done", "progress": 1.0, "report": job.reports[language]}
            case "running":
                return {"status": "running", "progress": self._progress.value, "report": None}
            case status:
                return {"status": status, "progress": 0.0, "report": None}

    def close(self) -> None:
        """Stop at once; what was not finished is lost."""
        self._is_closed = True
        if self._worker is not None:
            self._worker.process.terminate()
        self._thread.shutdown(wait=True, cancel_futures=True)
        if self._worker is not None:
            close_workers([self._worker])

    def _drop_oldest(self) -> None:
        finished = [key for key, job in self._jobs.items() if job.status in ("done", "failed")]
        for key in finished[: max(0, len(self._jobs) - MAX_KEPT)]:
            del self._jobs[key]

    def _is_busy_with(self, game_id: str) -> bool:
        job = self._jobs.get(game_id)
        return job is not None and job.status != "failed"

    def _store(self, game_id: str, reports: Reports) -> None:
        """Store a review, so that it survives this process."""
        if self._archive is None:
            return
        stored = orjson.dumps({"release": __version__, "reports": reports})
        try:
            self._archive.save_review(game_id, self._budget, zlib.compress(stored))
        except Exception:
            LOG.exception("a review could not be stored")

    def _run(self, job: _Job, game_id: str, record: str) -> None:
        """Let the worker review a game; runs in the thread."""
        if self._worker is None and not self._is_closed:
            self._worker = Worker(_Reviewer(self._progress, self._budget), daemon=True)
        if self._worker is None or self._is_closed:
            return
        self._progress.value = 0.0
        job.status = "running"
        try:
            self._worker.send(record)
            job.reports = self._worker.receive()
            self._store(game_id, job.reports)
            job.status = "done"
        except (WorkerFailedError, WorkerLostError) as error:
            job.status = "failed"
            if not self._is_closed:
                LOG.error("a review failed: %s", error)
                close_workers([self._worker], at_once=True)
                self._worker = None


@dataclass(slots=True)
class _Reviewer:
    """Reviews a record in the worker process."""

    progress: c_double
    budget: int
    is_nice: bool = False

    def __call__(self, record: str) -> Reports:
        if not self.is_nice and hasattr(os, "nice"):
            os.nice(LOWEST_PRIORITY)
            self.is_nice = True
        from kahuna.coach import review
        from kahuna.coach.report import make_report

        found = review(parse_record(record), budget=self.budget, progress=self._tell)
        return {code: render_review(make_report(found, code)) for code in LANGUAGES}

    def _tell(self, part: float) -> None:
        self.progress.value = part
