"""Worker processes answer, keep their state, report failures and notice when they are gone."""

from functools import partial

import pytest

from kahuna.workers import Worker, WorkerFailedError, WorkerLostError, close_workers


def total(seen, number):
    seen.append(number)
    if number < 0:
        raise ValueError("negative")
    return sum(seen)


@pytest.fixture
def worker():
    worker = Worker(partial(total, []))
    yield worker
    close_workers([worker], at_once=True)


def test_a_worker_keeps_its_state_and_reports_failures(worker):
    for number in (1, 2, -3, 4):
        worker.send(number)
    assert worker.receive() == 1
    assert worker.is_ready
    assert worker.receive() == 3
    with pytest.raises(WorkerFailedError, match="ValueError: negative"):
        worker.receive()
    assert worker.receive() == 4


def test_a_killed_worker_is_noticed(worker):
    worker.process.kill()
    worker.process.join()
    with pytest.raises(WorkerLostError):
        worker.receive()
    with pytest.raises(WorkerLostError):
        worker.send(1)
