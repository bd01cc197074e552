"""Reviews in the background: one worker, results kept, and no harm if it dies."""

from __future__ import annotations

import asyncio
import threading
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ctypes import c_double

import orjson
import pytest
from tests.coach.games import resigned, whole_game

from kahuna.hosting.store import ReviewArchive
from kahuna.hosting.study.review import ReviewOut
from kahuna.i18n import LANGUAGES
from kahuna.record import format_record
from kahuna.server.jobs.review_jobs import (
    NUM_STEPS,
    RELEASE,
    ReviewJobs,
    ReviewPool,
    ReviewTask,
    _Reviewer,
    pack_reports,
    unpack_reports,
)

PATIENCE = 120.0


class OneReview:
    """An archive of one game."""

    def __init__(self, data: bytes | None = None) -> None:
        self.data = data

    def load_review(self, _game: str, _budget: int) -> bytes | None:
        return self.data

    def save_review(self, _game: str, _budget: int, data: bytes) -> None:
        self.data = data


@asynccontextmanager
async def reviewing(archive: ReviewArchive, budget: int = 1) -> AsyncIterator[ReviewJobs]:
    jobs = ReviewJobs(budget, archive)
    async with asyncio.timeout(PATIENCE):
        yield jobs
        await jobs.close()


async def settled(jobs: ReviewJobs, game: str) -> ReviewOut:
    while (state := await jobs.state(game, "en"))["status"] in ("waiting", "running"):
        assert 0 <= state["progress"] <= 1
        await asyncio.sleep(0.02)
    return state


def test_a_review_is_made_once_and_kept_in_every_language() -> None:
    async def main() -> None:
        async with reviewing(OneReview()) as jobs:
            assert (await jobs.state("a", "en"))["status"] == "none"
            await jobs.start("a", resigned(whole_game(), 6), player="p")
            done = await settled(jobs, "a")
            assert done["status"] == "done"
            await jobs.start("a", resigned(whole_game(), 6), player="p")
            assert await jobs.state("a", "en") == done
            reports = [(await jobs.state("a", code))["report"] for code in LANGUAGES]
            assert len({str(report and report["summary"]) for report in reports}) == len(LANGUAGES)

    asyncio.run(main())


def test_every_result_is_shown_until_there_is_a_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    is_wanted = [threading.Event() for _ in range(NUM_STEPS)]
    is_wanted[0].set()

    def ask(_pool: ReviewPool, _worker: object, task: ReviewTask) -> dict[str, str]:
        is_wanted[task.step].wait(PATIENCE)
        return dict.fromkeys(LANGUAGES, ("glance", "first", "refined")[task.step])

    async def main() -> None:
        async with reviewing(OneReview()) as jobs:
            await jobs.start("a", resigned(whole_game(), 6), player="p")
            for step, report in enumerate(("glance", "first")):
                while (state := await jobs.state("a", "en"))["report"] != report:
                    await asyncio.sleep(0.01)
                assert state["status"] == "running"
                is_wanted[step + 1].set()
            done = await settled(jobs, "a")
            assert (done["status"], done["report"]) == ("done", "refined")

    monkeypatch.setattr(ReviewPool, "_ask", ask)
    asyncio.run(main())


def test_a_review_can_be_refined_by_another_process() -> None:
    record = format_record(resigned(whole_game(), 6))
    glance, first, refined = (ReviewTask(record, 1, step) for step in range(NUM_STEPS))
    reviewer = _Reviewer(c_double())
    assert reviewer(glance) == reviewer(glance)  # A failed review may be tried again.
    reviewer(first)
    assert reviewer(refined) == _Reviewer(c_double())(refined)
    assert reviewer.progress.value == 1
    assert not reviewer.begun


def test_a_worker_that_dies_fails_one_review_only() -> None:
    async def main() -> None:
        async with reviewing(OneReview()) as jobs:
            # Long enough not to end before its worker does.
            await jobs.start("a", whole_game(), player="p")
            while (process := jobs._pool._workers[0].process) is None:
                await asyncio.sleep(0.01)
            process.kill()
            assert (await settled(jobs, "a"))["status"] == "failed"
            assert len(jobs._pool._idle) == 1  # No later step of it has begun.
            await jobs.start("a", resigned(whole_game(), 4), player="p")
            assert (await settled(jobs, "a"))["status"] == "done"

    asyncio.run(main())


def test_a_review_that_cannot_be_stored_has_failed(caplog: pytest.LogCaptureFixture) -> None:
    class Full(OneReview):
        def save_review(self, _game: str, _budget: int, data: bytes) -> None:
            raise OSError("the disk is full")

    async def main() -> None:
        async with reviewing(Full()) as jobs:
            await jobs.start("a", resigned(whole_game(), 2), player="p")
            assert (await settled(jobs, "a"))["status"] == "failed"

    asyncio.run(main())
    assert "the disk is full" in caplog.text


def test_closing_does_not_wait_for_a_review() -> None:
    async def main() -> ReviewOut:
        async with reviewing(OneReview(), budget=10**9) as jobs:
            for game in ("a", "b"):
                await jobs.start(game, whole_game(), player="p")
            while (await jobs.state("a", "en"))["status"] != "running":
                await asyncio.sleep(0.01)
            assert (await jobs.state("b", "en"))["status"] == "waiting"
        assert (await jobs.state("b", "en"))["status"] == "failed"
        return await jobs.state("a", "en")

    assert asyncio.run(main())["status"] == "failed"


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"not compressed",
        pack_reports({})[:-1],
        zlib.compress(b"not JSON"),
        zlib.compress(b"[]"),
        zlib.compress(orjson.dumps({"release": RELEASE})),
        zlib.compress(orjson.dumps({"release": RELEASE, "reports": {"en": {}}})),
    ],
    ids=["empty", "raw", "cut-off", "no-json", "no-object", "no-reports", "one-language"],
)
def test_a_damaged_review_is_none(damaged: bytes, caplog: pytest.LogCaptureFixture) -> None:
    assert unpack_reports(damaged) is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_damaged_review_is_made_again() -> None:
    archive = OneReview(b"damaged")

    async def main() -> None:
        async with reviewing(archive) as jobs:
            assert (await jobs.state("a", "en"))["status"] == "none"
            await jobs.start("a", resigned(whole_game(), 2), player="p")
            assert (await settled(jobs, "a"))["status"] == "done"

    asyncio.run(main())
    assert unpack_reports(archive.data) is not None
