"""How fast the arena is: random bots on one core, and on more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from kahuna.arena.plan import Entrant, Plan
from kahuna.arena.pool import play_on_cores


class Throughput(NamedTuple):
    """What so many workers achieve."""

    workers: int
    games_per_second: float
    milliseconds: float
    """Processor time a game, of all processes together, their start included. It tells what the
    workers cost each other even when other programs take their cores."""


def measure_throughput(workers: int, pairs: int, *, rounds: int = 3) -> Iterator[Throughput]:
    """Speeds with one worker and with more, in turns, because other programs come and go."""
    plan = Plan((Entrant("one", "random"), Entrant("other", "random")), pairs)
    for _ in range(rounds):
        for num in (1, workers):
            yield _measure_plan(plan, num)


def _measure_plan(plan: Plan, workers: int) -> Throughput:
    """Play a plan; the clock starts with the first results: starting processes is not playing."""
    spent = _processor_time()
    results = play_on_cores(plan, plan.tasks, workers)
    for _ in range(workers):
        next(results)
    began = perf_counter()
    num = sum(2 for _ in results)
    speed = num / (perf_counter() - began)
    return Throughput(workers, speed, 1000 * (_processor_time() - spent) / (2 * plan.pairs))


def _processor_time() -> float:
    """Seconds that this process and those of its children that have ended have computed."""
    return sum(os.times()[:4])
