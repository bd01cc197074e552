"""Review finished games, one at a time, in a process of low priority."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import c_double
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.pool import ThreadPool
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import orjson

from kahuna import __version__
from kahuna.hosting.errors import ApiError
from kahuna.hosting.store import ReviewArchive
from kahuna.hosting.study.review import ReviewOut, ReviewReportOut, ReviewStatus, render_review
from kahuna.i18n import LANGUAGES
from kahuna.record import GameRecord, format_record, parse_record
from kahuna.server.jobs.fair_pool import FairPool, Job, QueueFullError, QueueLimit
from kahuna.workers import num_cores

if TYPE_CHECKING:  # It needs NumPy; only the worker process loads it.
    from kahuna.coach import Review

LOG = logging.getLogger(__name__)
MAX_WAITING: Final = QueueLimit(per_player=10, in_all=500)
MAX_FAILURES: Final = 100
"""Failed reviews that are remembered as such."""
MAX_BEGUN: Final = 20
"""Reviews that the worker remembers, to refine them later; others begin anew."""
NUM_STEPS: Final = 3
"""Results of a review: a glance, a first one and a refined one."""
TOO_MANY: Final = "too many games are waiting for a review: try again later"

RELEASE: Final = f"{__version__}, 3"
"""Made by which release, and the number of a change within it: other reviews are made again."""

Reports: TypeAlias = Mapping[str, ReviewReportOut]
"""A review in each language."""


def pack_reports(reports: Reports) -> bytes:
    """Encode a review for storage."""
    return zlib.compress(orjson.dumps({"release": RELEASE, "reports": reports}))


def unpack_reports(data: bytes | None) -> Reports | None:
    """Decode a stored review; return ``None`` if there is none, or if it is unusable."""
    if data is None:
        return None
    try:
        stored = orjson.loads(zlib.decompress(data))
        if stored["release"] != RELEASE:
            return None
        reports: Reports = {code: stored["reports"][code] for code in LANGUAGES}
    except (zlib.error, LookupError, TypeError, ValueError) as error:
        LOG.warning("a stored review is damaged and will be replaced: %s", type(error).__name__)
        return None
    return reports


async def load_reports(archive: ReviewArchive, game_id: str, budget: int) -> Reports | None:
    """Load a review, made by this server or another one."""
    return await asyncio.to_thread(lambda: unpack_reports(archive.load_review(game_id, budget)))


async def save_reports(archive: ReviewArchive, game_id: str, budget: int, reports: Reports) -> None:
    """Store a review for all servers."""
    await asyncio.to_thread(lambda: archive.save_review(game_id, budget, pack_reports(reports)))


def unfinished(
    status: ReviewStatus, progress: float = 0.0, report: ReviewReportOut | None = None
) -> ReviewOut:
    """Return the state of a review that is not done; there may be a first one."""
    return {"status": status, "progress": progress, "report": report}


def finished(reports: Reports, language: str) -> ReviewOut:
    """Return the state of a review that is done."""
    return {"status": "done", "progress": 1.0, "report": reports[language]}


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """A record to review, and how many evaluations that may take."""

    record: str
    budget: int
    step: int
    """Which result is wanted, counted from 0."""


class ReviewSteps(NamedTuple):
    """The requests that a review consists of, one for each result."""

    jobs: tuple[Job[ReviewTask, Reports], ...]

    @property
    def is_running(self) -> bool:
        """Return whether a process works on one of them."""
        return any(job.has_begun and not job.result.done() for job in self.jobs)

    @property
    def latest(self) -> Reports | None:
        """Return the last result so far."""
        done = [each.result for each in self.jobs if each.result.done()]
        found = [each.result() for each in done if not each.cancelled() and not each.exception()]
        return found[-1] if found else None

    def cancel(self) -> None:
        """Withdraw what has not begun."""
        for job in self.jobs:
            job.result.cancel()


class ReviewPool(FairPool[ReviewTask, Reports]):
    """Reviews records in a process of low priority: a glance at all of them comes first."""

    def __init__(self) -> None:
        # Without a lock: there is one writer, and a semaphore would outlive a killed server.
        self._progress: c_double = get_context("spawn").RawValue("d", 0.0)
        reviewer = _Reviewer(self._progress)
        limit = QueueLimit(*((NUM_STEPS - 1) * number for number in MAX_WAITING))
        super().__init__(reviewer, 1, max_waiting=limit, in_background=True)

    @property
    def progress(self) -> float:
        """Progress of the current review, from 0 to 1."""
        return self._progress.value

    def review(self, record: str, budget: int, *, player: str) -> ReviewSteps:
        """Start a review; raise :class:`QueueFullError` if too many are waiting."""
        jobs: list[Job[ReviewTask, Reports]] = []
        try:
            for step in range(NUM_STEPS):
                task = ReviewTask(record, budget, step)
                jobs.append(self.submit(task, player=player, is_slow=step > 0))
        except QueueFullError:
            ReviewSteps(tuple(jobs)).cancel()
            raise
        return ReviewSteps(tuple(jobs))


class ReviewJobs:
    """Reviews games on this server."""

    def __init__(self, budget: int, archive: ReviewArchive) -> None:
        self._budget = budget
        self._archive = archive
        self._pool = ReviewPool()
        self._reviews: dict[str, ReviewSteps] = {}
        """Reviews that are not stored yet."""
        self._storing: set[asyncio.Task[None]] = set()
        self._failed: deque[str] = deque(maxlen=MAX_FAILURES)

    async def start(self, game_id: str, record: GameRecord, *, player: str) -> None:
        """Review a game unless that is done or in progress; retry a failed review."""
        if game_id in self._reviews:
            return
        stored = await load_reports(self._archive, game_id, self._budget)
        if stored is not None or game_id in self._reviews:  # Another request may have been faster.
            return
        try:
            steps = self._pool.review(format_record(record), self._budget, player=player)
        except QueueFullError:
            raise ApiError("too_many", TOO_MANY) from None
        self._reviews[game_id] = steps
        storing = asyncio.create_task(self._store(game_id, steps))
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)

    async def state(self, game_id: str, language: str) -> ReviewOut:
        """Return the status of a game's review, and the review as far as it is done."""
        if (steps := self._reviews.get(game_id)) is not None:
            reports = steps.latest
            report = None if reports is None else reports[language]
            if steps.is_running:
                return unfinished("running", self._pool.progress, report)
            return unfinished("waiting", report=report)
        stored = await load_reports(self._archive, game_id, self._budget)
        if stored is not None:
            return finished(stored, language)
        return unfinished("failed" if game_id in self._failed else "none")

    async def close(self) -> None:
        """Stop at once; what was not finished is lost."""
        self._pool.close()
        await asyncio.gather(*self._storing)

    async def _store(self, game_id: str, steps: ReviewSteps) -> None:
        """Wait for a review and store it."""
        try:
            *_, reports = [await job.result for job in steps.jobs]
            await save_reports(self._archive, game_id, self._budget, reports)
        except Exception as error:
            self._failed.append(game_id)
            if not self._pool.is_closed:
                LOG.error("a review failed: %s", error)
        finally:
            steps.cancel()
            del self._reviews[game_id]


@dataclass(slots=True)
class _Reviewer:
    """Reviews records in the worker process."""

    progress: c_double
    begun: OrderedDict[str, tuple[Iterator[Review], int]] = field(default_factory=OrderedDict)
    """Reviews that can be refined, and how many results they have had, by record."""

    def __call__(self, task: ReviewTask) -> Reports:
        results, num_results = self.begun.pop(task.record, (None, 0))
        if results is None or task.step < num_results:
            results, num_results = self._begin(task), 0
        for _ in range(num_results, task.step + 1):
            found = next(results)
        if task.step + 1 < NUM_STEPS:
            self.begun[task.record] = results, task.step + 1
            if len(self.begun) > MAX_BEGUN:
                self.begun.popitem(last=False)
        return {code: render_review(found, code) for code in LANGUAGES}

    def _begin(self, task: ReviewTask) -> Iterator[Review]:
        from kahuna.coach import reviews

        self.progress.value = 0.0
        record = parse_record(task.record)
        return reviews(record, budget=task.budget, progress=self._tell, run_all=_in_threads)

    def _tell(self, part: float) -> None:
        self.progress.value = part


def _in_threads(parts: Sequence[Callable[[], None]]) -> None:
    """Do the parts of a review at the same time, as far as there are cores."""
    with ThreadPool(min(num_cores(), len(parts))) as pool:
        pool.map(_call, parts, chunksize=1)


def _call(work: Callable[[], None]) -> None:
    work()
