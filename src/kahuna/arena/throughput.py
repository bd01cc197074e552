"""Measure the arena's speed: games between random bots on one core and on several."""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from kahuna.arena.plan import Entrant, Plan
from kahuna.arena.pool import play_on_cores


class Throughput(NamedTuple):
    """The speed with a number of workers."""

    workers: int
    games_per_second: float
    milliseconds: float
    """Processor time per game of all processes together, including their start. It shows what the
    workers cost each other even when other programs use the cores.
    """


def measure_throughput(workers: int, pairs: int, *, rounds: int = 3) -> Iterator[Throughput]:
    """Measure with one worker and with several, alternating, because the load may change."""
    plan = Plan((Entrant("one", "random"), Entrant("other", "random")), pairs)
    for _ in range(rounds):
        for num in (1, workers):
            yield _measure_plan(plan, num)


def _measure_plan(plan: Plan, workers: int) -> Throughput:
    """Play a plan, timed from the first results on: starting processes does not count."""
    spent = _processor_time()
    results = play_on_cores(plan, plan.tasks, workers)
    for _ in range(workers):
        next(results)
    began = perf_counter()
    num = sum(2 for _ in results)
    speed = num / (perf_counter() - began)
    return Throughput(workers, speed, 1000 * (_processor_time() - spent) / (2 * plan.pairs))


def _processor_time() -> float:
    """Return the processor time of this process and of its finished children, in seconds."""
    return sum(os.times()[:4])
