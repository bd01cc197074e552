"""Worker processes answer, keep their state, report failures and notice when they are gone."""

import atexit
import multiprocessing
import os
import signal
import threading
import time
from functools import partial
from itertools import count, takewhile

import pytest

from kahuna import workers
from kahuna.workers import Worker, WorkerFailedError, WorkerLostError, close_workers, map_unordered


def total(seen, number):
    seen.append(number)
    if number < 0:
        raise ValueError("negative")
    return sum(seen)


@pytest.fixture
def worker():
    worker = Worker(partial(total, []))
    yield worker
    worker.close(at_once=True)
    assert not multiprocessing.active_children()


def test_a_worker_keeps_its_state_and_reports_failures(worker):
    for number in (1, 2, -3, 4):
        worker.send(number)
    assert worker.receive() == 1
    assert worker.receive() == 3
    with pytest.raises(WorkerFailedError, match="ValueError: negative"):
        worker.receive()
    assert worker.receive() == 4


def test_a_killed_worker_is_noticed_and_the_next_request_starts_another(worker):
    assert worker.ask(1) == 1
    worker.process.kill()
    worker.process.join()
    with pytest.raises(WorkerLostError):
        worker.send(1)
    with pytest.raises(WorkerLostError):
        worker.receive()
    with pytest.raises(WorkerLostError):
        worker.ask(1)
    assert worker.process is None
    assert worker.ask(5) == 5


def test_a_worker_that_fails_or_takes_too_long_is_ended(worker):
    assert worker.ask(1) == 1
    with pytest.raises(WorkerFailedError):
        worker.ask(-1)
    assert worker.process is None
    slow = Worker(time.sleep)
    with pytest.raises(TimeoutError):
        slow.ask(3600, seconds=0.01)
    assert slow.process is None


def stop_soon(worker):
    """Stop a worker from another thread as soon as it has a process."""

    def stop():
        while worker.process is None:
            time.sleep(0.001)
        worker.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    return thread


def test_another_thread_can_stop_a_worker_for_good():
    worker = Worker(time.sleep)
    thread = stop_soon(worker)
    with pytest.raises(WorkerLostError):
        worker.ask(3600)
    thread.join()
    with pytest.raises(WorkerLostError, match="stopped"):
        worker.ask(0)
    assert not multiprocessing.active_children()


def test_a_process_that_starts_while_its_worker_is_stopped_is_ended(monkeypatch):
    """Stopping cannot know it yet, and nobody would interrupt what it does."""
    worker = Worker(time.sleep)
    start_process = workers.interrupts_blocked

    def block():
        worker.stop()
        return start_process()

    monkeypatch.setattr(workers, "interrupts_blocked", block)
    with pytest.raises(WorkerLostError):
        worker.ask(3600)
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(("requests", "num", "started"), [(1, 200, 1), (3, 200, 3), (3, 2, 2)])
def test_no_more_workers_start_than_there_are_requests(monkeypatch, requests, num, started):
    made = note_workers(monkeypatch)
    assert sorted(map_unordered(abs, range(-requests, 0), num)) == list(range(1, requests + 1))
    assert len(made) == started


def test_only_as_many_workers_as_there_are_cores_start_up_at_the_same_time(monkeypatch):
    made = note_workers(monkeypatch, lambda: [worker._running.is_ready for worker in made])
    monkeypatch.setattr(workers, "num_cores", lambda: 1)
    endless = takewhile(lambda _: len(made) < 3, count())
    assert list(map_unordered(abs, endless, 3))
    assert len(made) == 3


def note_workers(monkeypatch, check=lambda: ()):
    made = []

    def make(handle):
        assert all(check())
        made.append(Worker(handle))
        return made[-1]

    monkeypatch.setattr(workers, "Worker", make)
    return made


class Ended:
    """Is told to end while it is being destroyed, as may happen during an import."""

    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)


def end_in_a_destructor(_request):
    Ended()
    time.sleep(60)


def end_at_exit(_request):
    atexit.register(os.kill, os.getpid(), signal.SIGTERM)
    return True


@pytest.mark.parametrize(
    ("handle", "code"), [(end_in_a_destructor, 143), (end_at_exit, 0)], ids=["destructor", "exit"]
)
def test_a_worker_is_silent_whenever_it_is_told_to_end(handle, code, capfd):
    worker = Worker(handle)
    worker.send(None)
    if handle is end_at_exit:
        assert worker.receive()
        worker._running.connection.close()
    worker.process.join(30)
    assert worker.process.exitcode == code
    assert capfd.readouterr().err == ""
    close_workers([worker], at_once=True)
