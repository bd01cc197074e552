"""How fast the arena is: random bots on one core, and on more."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from kahuna.arena.plan import Entrant, Plan
from kahuna.arena.pool import play_on_cores


class Speed(NamedTuple):
    """Games a second on so many cores."""

    workers: int
    games_per_second: float


def measure(workers: int, pairs: int, *, rounds: int = 3) -> Iterator[Speed]:
    """Speeds with one worker and with more, in turns, because other programs come and go.

    The clock starts with the first result: starting processes is not playing.
    """
    plan = Plan((Entrant("one", "random"), Entrant("other", "random")), pairs)
    for _ in range(rounds):
        for num in (1, workers):
            yield Speed(num, _games_per_second(plan, num))


def _games_per_second(plan: Plan, workers: int) -> float:
    results = play_on_cores(plan, plan.tasks, workers)
    for _ in range(workers):
        next(results)
    began = perf_counter()
    num = sum(2 for _ in results)
    return num / (perf_counter() - began)
