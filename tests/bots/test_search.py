"""The search on several cores: the same each time, and nobody left behind."""

import _thread
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest

from kahuna.bots import GreedyBot, SearchBot
from kahuna.bots.ismcts import SearchBudget, TreeSearch
from kahuna.core import Ruleset, legal_actions
from kahuna.match import Authority, ForfeitError, RandomChance, closing_all
from kahuna.workers import Worker, interrupts_blocked

EFFORT = SearchBudget(simulations=60)
THINK = """
import sys
from random import Random
from kahuna.bots import SearchBot
from kahuna.core import Ruleset
from kahuna.match import Authority, RandomChance, closing_all

if __name__ == "__main__":
    authority = Authority(Ruleset(), RandomChance(Random(1)))
    bot = SearchBot(Random(1), seconds=600, jobs=3)
    try:
        with closing_all(bot):
            bot.decide(authority.view(authority.mover))
    except KeyboardInterrupt:
        sys.exit("interrupted")
"""

HIRE = """
import os
import signal
from multiprocessing import util

from kahuna.workers import Worker

start = util.spawnv_passfds

def start_and_tell(*arguments):
    is_deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    print("deaf" if is_deaf else "listening", os.environ.get("OMP_NUM_THREADS", "all"))
    return start(*arguments)

if __name__ == "__main__":
    util.spawnv_passfds = start_and_tell
    for worker in Worker(abs), Worker(abs, daemon=True):
        worker.send(1)
        worker.close(at_once=True)
"""


def views(count):
    """The first views of a game with something to choose."""
    authority = Authority(Ruleset(), RandomChance(Random(5)))
    bots = (GreedyBot(Random(1)), GreedyBot(Random(2)))
    found = []
    while len(found) < count:
        seat = authority.mover
        view = authority.view(seat)
        if len(legal_actions(view)) > 1:
            found.append(view)
        authority.act(seat, bots[seat].decide(view))
    return found


def test_a_helper_finds_what_would_be_found_here():
    thinkers = [TreeSearch(EFFORT), TreeSearch(EFFORT)]
    bot = SearchBot(Random(1), simulations=3 * EFFORT.simulations, jobs=3)
    with closing_all(bot):
        for view in views(3):
            for seed, worker in enumerate(bot._workers):
                worker.send((view, seed))
            here = [search.visits(view, Random(seed)) for seed, search in enumerate(thinkers)]
            assert [worker.receive() for worker in bot._workers] == here
            assert here[0] != here[1]
    assert not multiprocessing.active_children()


def test_two_jobs_decide_alike_for_a_seed():
    first, second = (SearchBot(Random(4), simulations=15, jobs=2) for _ in range(2))
    with closing_all(first, second):
        decisions = [first.decide(view) for view in views(6)]
        assert [second.decide(view) for view in views(6)] == decisions
        assert len(multiprocessing.active_children()) == 2
    assert not multiprocessing.active_children()
    assert first.name == "search:15:2"


def test_simulations_are_divided_and_all_trees_count(monkeypatch):
    (view,) = views(1)
    loud = legal_actions(view)[-1]

    class LoudWorker:
        def __init__(self, budget):
            self.num = budget.simulations
            budgets.append(self.num)

        def send(self, request):
            pass

        def receive(self):
            return {loud: self.num}

    budgets = []
    monkeypatch.setattr("kahuna.bots.search._hire", LoudWorker)
    assert SearchBot(Random(1), simulations=8, jobs=3).decide(view) == loud
    assert budgets == [3, 2]


@pytest.mark.slow
def test_helpers_who_came_are_sent_home_if_another_cannot_come(monkeypatch):
    def hire(worker):
        if hired:
            raise OSError("no more processes")
        hired.append(worker)
        return hire_one(worker)

    hired = []
    hire_one = Worker._start
    monkeypatch.setattr(Worker, "_start", hire)
    (view,) = views(1)
    with pytest.raises(OSError, match="no more processes"):
        SearchBot(Random(4), simulations=6, jobs=3).decide(view)
    assert hired
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_a_helper_that_is_lost_forfeits_and_the_next_one_helps_again():
    (view,) = views(1)
    bot = SearchBot(Random(4), simulations=4, jobs=2)
    with closing_all(bot):
        bot.decide(view)
        (worker,) = multiprocessing.active_children()
        worker.kill()
        worker.join()
        with pytest.raises(ForfeitError, match="ended from outside"):
            bot.decide(view)
        assert not multiprocessing.active_children()
        assert bot.decide(view) in legal_actions(view)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_helpers_end_with_whoever_thinks(tmp_path, number):
    script = tmp_path / "think.py"
    script.write_text(THINK, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, script], stderr=subprocess.PIPE, start_new_session=True, text=True
    )
    deadline = time.monotonic() + 240
    while len(children_of(process.pid)) < 3:  # Two helpers, and Python's tracker of resources.
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    children = children_of(process.pid)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    _, errors = process.communicate(timeout=240)
    if number == signal.SIGINT:
        assert errors == "interrupted\n"
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline, "a helper outlived its bot"
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs masks of signals")
def test_whoever_is_started_is_deaf_to_ctrl_c_from_the_first_moment(tmp_path):
    script = tmp_path / "hire.py"
    script.write_text(HIRE, encoding="utf-8")
    cores = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True, env=cores
    )
    # Python's tracker of resources, a helper of a search, and a worker, who shares the machine.
    assert done.stdout.splitlines() == ["deaf all", "deaf 1", "deaf 1"]


def children_of(pid):
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_an_interrupt_from_another_thread_waits_until_a_process_has_started():
    def start():
        with interrupts_blocked():
            thread = threading.Thread(target=_thread.interrupt_main)
            thread.start()
            thread.join()
            reached.append(True)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    reached = []
    try:
        with pytest.raises(KeyboardInterrupt):
            start()
    finally:
        signal.signal(signal.SIGINT, before)
    assert reached
