"""Worker processes answer, keep their state, report failures and notice when they are gone."""

import atexit
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from kahuna.workers import Worker, WorkerFailedError, WorkerLostError, close_workers, use_idle_cores


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
        worker.connection.close()
    worker.process.join(30)
    assert worker.process.exitcode == code
    assert capfd.readouterr().err == ""
    close_workers([worker], at_once=True)


@pytest.mark.parametrize(
    ("load", "given", "threads"),
    [(0.1, None, "4"), (1.6, None, "2"), (3.9, None, "1"), (11.0, None, "1"), (11.0, "3", "3")],
)
def test_matrix_libraries_use_idle_cores(monkeypatch, load, given, threads):
    monkeypatch.setattr("kahuna.workers.num_cores", lambda: 4)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", given or "")
    if given is None:
        monkeypatch.delenv("OMP_NUM_THREADS")
    use_idle_cores()
    assert os.environ["OMP_NUM_THREADS"] == threads


@pytest.mark.parametrize("command", [["review", "none.json"], ["analyse", "nonsense"]])
def test_the_number_of_threads_is_chosen_before_numpy_is_imported(tmp_path, command):
    code = f"""
import os, sys
os.environ.pop("OMP_NUM_THREADS", None)
os.getloadavg = lambda: (99.0, 99.0, 99.0)

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            assert os.environ["OMP_NUM_THREADS"] == "1"

sys.meta_path.insert(0, Watch())
from kahuna.cli import app
try:
    app({command!r})
finally:
    assert os.environ["OMP_NUM_THREADS"] == "1"
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Assertion" not in done.stderr
