"""Reviews in the background: one worker, results kept, and no harm if it dies."""

from __future__ import annotations

import threading
import time
import zlib
from asyncio import run
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from tests.coach.games import resigned, whole_game

from kahuna import __version__
from kahuna.hosting.errors import ApiError
from kahuna.hosting.study.review import ReviewOut
from kahuna.i18n import LANGUAGES
from kahuna.server.jobs import review_jobs
from kahuna.server.jobs.review_jobs import ReviewJobs, ReviewProcess, pack_reports, unpack_reports
from kahuna.workers import Worker, WorkerLostError

PATIENCE = 120.0


@pytest.fixture
def jobs() -> Iterator[ReviewJobs]:
    made = ReviewJobs(budget=1)
    yield made
    run(made.close())


def settled(jobs: ReviewJobs, game: str) -> ReviewOut:
    deadline = time.monotonic() + PATIENCE
    while (state := run(jobs.state(game, "en")))["status"] in ("waiting", "running"):
        assert 0 <= state["progress"] <= 1
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return state


def test_a_review_is_made_once_and_kept_in_every_language(jobs: ReviewJobs) -> None:
    assert run(jobs.state("a", "en"))["status"] == "none"
    run(jobs.start("a", resigned(whole_game(), 6)))
    done = settled(jobs, "a")
    assert done["status"] == "done"
    run(jobs.start("a", resigned(whole_game(), 6)))
    assert run(jobs.state("a", "en")) == done
    summaries = [run(jobs.state("a", code))["report"] for code in LANGUAGES]
    assert len({str(report and report["summary"]) for report in summaries}) == len(LANGUAGES)


def test_a_worker_that_dies_fails_one_review_only(jobs: ReviewJobs) -> None:
    run(jobs.start("a", whole_game()))  # Long enough not to end before its worker does.
    while (worker := jobs._process._worker) is None:  # The review is "running" before that.
        time.sleep(0.01)
    worker.process.kill()
    assert settled(jobs, "a")["status"] == "failed"
    run(jobs.start("a", resigned(whole_game(), 4)))
    assert settled(jobs, "a")["status"] == "done"


def test_only_so_many_reviews_wait(jobs: ReviewJobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "MAX_WAITING", 1)
    run(jobs.start("a", resigned(whole_game(), 4)))
    while run(jobs.state("a", "en"))["status"] == "waiting":
        time.sleep(0.01)
    run(jobs.start("b", resigned(whole_game(), 4)))
    if run(jobs.state("b", "en"))["status"] == "waiting":
        with pytest.raises(ApiError):
            run(jobs.start("c", resigned(whole_game(), 4)))


def test_closing_does_not_wait_for_a_review() -> None:
    jobs = ReviewJobs(budget=10**9)
    run(jobs.start("a", whole_game()))
    while run(jobs.state("a", "en"))["status"] != "running":
        time.sleep(0.01)
    run(jobs.close())
    assert run(jobs.state("a", "en"))["status"] == "failed"


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"not compressed",
        pack_reports({})[:-1],
        zlib.compress(b"not JSON"),
        zlib.compress(b"[]"),
        zlib.compress(orjson.dumps({"release": __version__})),
        zlib.compress(orjson.dumps({"release": __version__, "reports": {"en": {}}})),
    ],
    ids=["empty", "raw", "cut-off", "no-json", "no-object", "no-reports", "one-language"],
)
def test_a_damaged_review_is_none(damaged: bytes, caplog: pytest.LogCaptureFixture) -> None:
    assert unpack_reports(damaged) is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]


class DamagedArchive:
    """Keeps one review, which is damaged at first."""

    data = b"damaged"

    def load_review(self, _game: str, _budget: int) -> bytes:
        return self.data

    def save_review(self, _game: str, _budget: int, data: bytes) -> None:
        self.data = data


def test_a_damaged_review_is_made_again() -> None:
    archive = DamagedArchive()
    jobs = ReviewJobs(budget=1, archive=archive)
    assert run(jobs.state("a", "en"))["status"] == "none"
    run(jobs.start("a", resigned(whole_game(), 2)))
    assert settled(jobs, "a")["status"] == "done"
    assert unpack_reports(archive.data) is not None
    run(jobs.close())


def test_only_the_event_loop_changes_the_list_of_reviews() -> None:
    """A thread would disturb whoever goes through the list at that moment."""
    threads: set[str] = set()

    class Noting(OrderedDict[str, object]):
        def __setitem__(self, key: str, value: object) -> None:
            threads.add(threading.current_thread().name)
            super().__setitem__(key, value)

    archive = DamagedArchive()
    archive.data = pack_reports({code: {} for code in LANGUAGES})  # type: ignore[arg-type]
    jobs = ReviewJobs(budget=1, archive=archive)
    jobs._jobs = Noting()  # type: ignore[assignment]
    assert run(jobs.state("a", "en"))["status"] == "done"
    assert threads == {threading.current_thread().name}
    run(jobs.close())


def test_a_process_that_starts_while_the_server_stops_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    process = ReviewProcess()
    started: list[Worker] = []

    def start(*arguments: Any, **options: Any) -> Worker:
        started.append(Worker(*arguments, **options))
        process.close()
        return started[0]

    monkeypatch.setattr(review_jobs, "Worker", start)
    with pytest.raises(WorkerLostError):
        process.review("", 1)
    with pytest.raises(ValueError, match="closed"):
        started[0].process.is_alive()
