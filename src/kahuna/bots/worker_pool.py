"""Trees that grow in processes of their own, so that one decision is thought about on many cores.

Helpers are started for the first decision and stay. They never hear Ctrl-C, which is for whoever
plays, and they end when they are sent home or when whoever started them is gone.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from typing import NamedTuple

from kahuna.bots.ismcts import SearchBudget, TreeSearch
from kahuna.core import Action, View
from kahuna.match import ForfeitError


class WorkerPool:
    """Helpers who think about the same view, each with numbers of its own."""

    def __init__(self, budgets: Sequence[SearchBudget]) -> None:
        self._budgets = budgets
        self._workers: list[_Worker] = []

    def ask(self, view: View, rng: Random) -> None:
        """Let all helpers begin to think."""
        if not self._workers:
            for budget in self._budgets:  # One by one: those who came can be sent home.
                self._workers.append(_start_worker(budget))
        for worker in self._workers:
            try:
                worker.connection.send((view, rng.getrandbits(64)))
            except OSError:
                raise _lost() from None

    def answers(self) -> Iterator[dict[Action, int]]:
        """How often each helper tried each action, always in the same order."""
        for worker in self._workers:
            try:
                yield worker.connection.recv()
            except (EOFError, OSError):
                raise _lost() from None

    def close(self) -> None:
        """Send the helpers home, whatever they are doing; others may be asked later."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.connection.close()
            worker.process.terminate()
        for worker in workers:
            worker.process.join()
            worker.process.close()


class _Worker(NamedTuple):
    process: SpawnProcess
    connection: Connection


def _lost() -> ForfeitError:
    return ForfeitError("a process that was thinking was ended from outside")


def _start_worker(budget: SearchBudget) -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(budget, theirs), daemon=True)
    with interrupts_blocked():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """What is started here is deaf to Ctrl-C from its first moment, where systems allow it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python starts this with the first process, and lets interrupts through again when it has.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(budget: SearchBudget, connection: Connection) -> None:
    """What a helper does: think about what comes, until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch_parent, daemon=True).start()
    search = TreeSearch(budget)
    with connection:
        while True:
            try:
                view, seed = connection.recv()
                connection.send(search.visits(view, Random(seed)))
            except (EOFError, OSError):
                return


def _watch_parent() -> None:
    """Leave in the middle of a thought if whoever wanted to know it is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
