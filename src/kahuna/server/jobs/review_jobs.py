"""Review finished games, one at a time, in a process of the lowest priority."""

from __future__ import annotations

import asyncio
import logging
import os
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_double
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Final, TypeAlias, assert_never

import orjson

from kahuna import __version__
from kahuna.hosting.errors import ApiError
from kahuna.hosting.store import ReviewArchive
from kahuna.hosting.study.review import ReviewOut, ReviewReportOut, ReviewStatus, render_review
from kahuna.i18n import LANGUAGES
from kahuna.record import GameRecord, format_record, parse_record
from kahuna.workers import Worker, WorkerFailedError, WorkerLostError, close_workers

LOG = logging.getLogger(__name__)
MAX_WAITING: Final = 20
"""Reviews that may wait at once."""
MAX_KEPT: Final = 100
"""Reviews kept in memory; the oldest are dropped."""
TOO_MANY: Final = "too many games are waiting for a review: try again later"
LOWEST_PRIORITY: Final = 19

Reports: TypeAlias = Mapping[str, ReviewReportOut]
"""A review in each language."""


def pack_reports(reports: Reports) -> bytes:
    """Encode a review for storage."""
    return zlib.compress(orjson.dumps({"release": __version__, "reports": reports}))


def unpack_reports(data: bytes | None) -> Reports | None:
    """Decode a stored review; return ``None`` if there is none, or if it is unusable."""
    if data is None:
        return None
    try:
        stored = orjson.loads(zlib.decompress(data))
        if stored["release"] != __version__:
            return None
        reports: Reports = {code: stored["reports"][code] for code in LANGUAGES}
    except (zlib.error, LookupError, TypeError, ValueError) as error:
        LOG.warning("a stored review is damaged and will be replaced: %s", type(error).__name__)
        return None
    return reports


def unfinished(status: ReviewStatus, progress: float = 0.0) -> ReviewOut:
    """Return the state of a review that is not done."""
    return {"status": status, "progress": progress, "report": None}


def finished(reports: Reports, language: str) -> ReviewOut:
    """Return the state of a review that is done."""
    return {"status": "done", "progress": 1.0, "report": reports[language]}


class ReviewProcess:
    """Reviews records in a process of the lowest priority, which starts on first use."""

    def __init__(self) -> None:
        # Without a lock: there is one writer, and a semaphore would outlive a killed server.
        self._progress: c_double = get_context("spawn").RawValue("d", 0.0)
        self._worker: Worker[ReviewTask, Reports] | None = None
        self._is_closed = False

    @property
    def progress(self) -> float:
        """Progress of the current review, from 0 to 1."""
        return self._progress.value

    def review(self, record: str, budget: int) -> Reports:
        """Review a record; this blocks. Call it from a single thread."""
        self._progress.value = 0.0
        if self._worker is None and not self._is_closed:
            self._worker = Worker(_Reviewer(self._progress), daemon=True)
        try:
            if self._worker is None or self._is_closed:
                raise WorkerLostError("the server is stopping")
            self._worker.send(ReviewTask(record, budget))
            return self._worker.receive()
        except (WorkerFailedError, WorkerLostError):
            if self._worker is not None:
                close_workers([self._worker], at_once=True)
                self._worker = None
            raise

    def interrupt(self) -> None:
        """Abort the current review; the next one starts another process."""
        if (worker := self._worker) is not None:
            worker.process.terminate()

    def close(self) -> None:
        """Stop for good."""
        self._is_closed = True
        self.interrupt()


@dataclass(slots=True)
class _Job:
    status: ReviewStatus = "waiting"
    reports: Reports = field(default_factory=dict)


class ReviewJobs:
    """Reviews games on this server, one after the other."""

    def __init__(self, budget: int, archive: ReviewArchive | None = None) -> None:
        self._budget = budget
        self._archive = archive
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reviews")
        self._process = ReviewProcess()
        self._is_closed = False

    async def start(self, game_id: str, record: GameRecord) -> None:
        """Review a game unless that is done or in progress; retry a failed review."""
        await self._recall(game_id)
        if self._is_busy_with(game_id):
            return
        if sum(job.status == "waiting" for job in self._jobs.values()) >= MAX_WAITING:
            raise ApiError("too_many", TOO_MANY)
        job = self._jobs[game_id] = _Job()
        self._drop_oldest()
        self._thread.submit(self._run, job, game_id, format_record(record))

    async def state(self, game_id: str, language: str) -> ReviewOut:
        """Return the status of a game's review, and the review once it is done."""
        await self._recall(game_id)
        job = self._jobs.get(game_id)
        if job is None:
            return unfinished("none")
        match job.status:
            case "done":
                return finished(job.reports, language)
            case "running":
                return unfinished("running", self._process.progress)
            case "none" | "waiting" | "failed" as status:
                return unfinished(status)
            case _:
                assert_never(job.status)

    async def close(self) -> None:
        """Stop at once; what was not finished is lost."""
        self._is_closed = True
        self._process.close()
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _recall(self, game_id: str) -> None:
        """Look for a stored review, made by this server or another one."""
        if self._archive is None or self._is_busy_with(game_id):
            return
        reports = await asyncio.to_thread(self._load, self._archive, game_id)
        if reports is not None and not self._is_busy_with(game_id):
            self._jobs[game_id] = _Job("done", reports)
            self._drop_oldest()

    def _load(self, archive: ReviewArchive, game_id: str) -> Reports | None:
        return unpack_reports(archive.load_review(game_id, self._budget))

    def _drop_oldest(self) -> None:
        done = [key for key, job in self._jobs.items() if job.status in ("done", "failed")]
        for key in done[: max(0, len(self._jobs) - MAX_KEPT)]:
            del self._jobs[key]

    def _is_busy_with(self, game_id: str) -> bool:
        job = self._jobs.get(game_id)
        return job is not None and job.status != "failed"

    def _store(self, game_id: str, reports: Reports) -> None:
        """Store a review, so that it survives this process."""
        if self._archive is None:
            return
        try:
            self._archive.save_review(game_id, self._budget, pack_reports(reports))
        except Exception:
            LOG.exception("a review could not be stored")

    def _run(self, job: _Job, game_id: str, record: str) -> None:
        """Review a game; runs in the thread."""
        if self._is_closed:
            return
        job.status = "running"
        try:
            job.reports = self._process.review(record, self._budget)
            self._store(game_id, job.reports)
            job.status = "done"
        except (WorkerFailedError, WorkerLostError) as error:
            job.status = "failed"
            if not self._is_closed:
                LOG.error("a review failed: %s", error)


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """A record to review, and how many evaluations that may take."""

    record: str
    budget: int


@dataclass(slots=True)
class _Reviewer:
    """Reviews records in the worker process."""

    progress: c_double
    is_nice: bool = False

    def __call__(self, task: ReviewTask) -> Reports:
        if not self.is_nice and hasattr(os, "nice"):
            os.nice(LOWEST_PRIORITY)
            self.is_nice = True
        from kahuna.coach import review

        found = review(parse_record(task.record), budget=task.budget, progress=self._tell)
        return {code: render_review(found, code) for code in LANGUAGES}

    def _tell(self, part: float) -> None:
        self.progress.value = part
