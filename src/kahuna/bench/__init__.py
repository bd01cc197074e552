"""Benchmarks as rows of a table."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Final

from kahuna.bench.engines import Measurement
from kahuna.bench.engines import measure as measure_batch
from kahuna.bots.policy_bot import PolicyBot
from kahuna.core import Ruleset
from kahuna.match import Authority, RandomChance, TimedAgent, play_until_over


@dataclass(frozen=True, slots=True)
class Row:
    """A benchmark."""

    key: str
    unit: str
    goal: float
    """The target value."""
    is_higher_better: bool
    measure: Callable[[float], float]
    """Measure for about this many seconds."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A row with its measured value."""

    row: Row
    value: float

    @property
    def is_reached(self) -> bool:
        """Return whether the goal is reached."""
        if self.row.is_higher_better:
            return self.value >= self.row.goal
        return self.value <= self.row.goal


def core_actions_per_second(seconds: float) -> float:
    """Measure random play in the core: list legal actions, apply one, collect events."""
    [measured] = measure_batch("core", seconds=seconds)
    return measured.decisions_per_second


def import_milliseconds(seconds: float) -> float:
    """Measure ``import kahuna`` in a fresh interpreter; return the best time."""
    code = (
        "from time import perf_counter as now; a = now(); import kahuna; print((now() - a) * 1000)"
    )
    return _best(seconds, lambda: float(_output("-c", code)))


def help_milliseconds(seconds: float) -> float:
    """Measure a process that runs ``kahuna --help``; return the best time."""

    def run() -> float:
        begun = perf_counter()
        _output("-c", "from kahuna.cli import main; main()", "--help")
        return (perf_counter() - begun) * 1000

    return _best(seconds, run)


def champion_milliseconds(part: float, seconds: float) -> float:
    """Return this quantile of the champion's decision time, in milliseconds."""
    bot = TimedAgent(PolicyBot(Random(1)))
    begun = perf_counter()
    number = 0
    while not bot.times or perf_counter() - begun < seconds:
        play_until_over(Authority(Ruleset(), RandomChance(Random(number))), (bot, bot))
        number += 1
    return 1000 * sorted(bot.times)[int(part * (len(bot.times) - 1))]


def champion_load_milliseconds(seconds: float) -> float:
    """Measure loading the champion's weights in a fresh interpreter, without importing NumPy."""
    code = (
        "from time import perf_counter as now; import kahuna.bots.neural as n; a = now(); "
        "n.champion_weights(); print((now() - a) * 1000)"
    )
    return _best(seconds, lambda: float(_output("-c", code)))


def champion_megabytes(seconds: float) -> float:
    """Measure the memory of a fresh process that has played a game as the champion.

    Read the peak from /proc: ``getrusage`` may report the parent's.
    """
    code = (
        "import kahuna.bench as b; b.champion_milliseconds(0.5, 0.0); "
        "[most] = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]; "
        "print(int(most.split()[1]) / 1000)"
    )
    return _best(seconds, lambda: float(_output("-c", code)))


def _best(seconds: float, run: Callable[[], float]) -> float:
    begun = perf_counter()
    best = run()
    while perf_counter() - begun < seconds:
        best = min(best, run())
    return best


def _output(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


ROWS: Final[list[Row]] = [
    Row("core", "actions/s", 50_000, True, core_actions_per_second),
    Row("import", "ms", 50, False, import_milliseconds),
    Row("help", "ms", 250, False, help_milliseconds),
    Row("load", "ms", 200, False, champion_load_milliseconds),
    Row("champion", "ms", 5, False, partial(champion_milliseconds, 0.5)),
    Row("champion_slowest", "ms", 20, False, partial(champion_milliseconds, 0.99)),
]
"""All rows, in the order of the table."""

if sys.platform == "linux":  # Only Linux reports the peak memory.
    ROWS.append(Row("champion_memory", "MB", 100, False, champion_megabytes))


def measure_engines(*, seconds: float) -> Iterator[Measurement]:
    """Measure random play of whole batches: core, NumPy, and JAX if it is installed."""
    for backend in ("core", "numpy", *(("jax",) if find_spec("jax") else ())):
        yield from measure_batch(backend, seconds=seconds)


def measure(rows: list[Row], *, seconds: float) -> Iterator[Measured]:
    """Measure each row for about this many seconds."""
    for row in rows:
        yield Measured(row, row.measure(seconds))
