"""How fast things are, as rows of a table; further engines add rows of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Final

from kahuna.batch.speed import Measurement
from kahuna.batch.speed import measure as measure_batch
from kahuna.core import (
    Ruleset,
    Seat,
    apply,
    is_chance,
    legal_actions,
    listed,
    mover,
    resolve,
    start,
    view_of,
)
from kahuna.match import RandomChance


@dataclass(frozen=True, slots=True)
class Row:
    """Something that is measured."""

    key: str
    about: str
    unit: str
    goal: float
    """What it should reach."""
    is_higher_better: bool
    measure: Callable[[float], float]
    """Measures for about so many seconds."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A row with its value."""

    row: Row
    value: float

    @property
    def is_reached(self) -> bool:
        """Whether the goal is reached."""
        if self.row.is_higher_better:
            return self.value >= self.row.goal
        return self.value <= self.row.goal


def core_actions_a_second(seconds: float) -> float:
    """Random play in the core: the list of legal actions, one of them applied, with its events."""
    rng = Random(1)
    ruleset = Ruleset()
    chance = RandomChance(rng)
    actions = events = 0
    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds or not actions:
        state, _ = start(ruleset, chance.deal(ruleset), first=Seat.WHITE)
        while True:
            phase = state.public.phase
            seat = mover(phase)
            if seat is not None:
                legal = legal_actions(view_of(state, seat))
                state, happened = apply(state, legal[int(rng.random() * len(legal))])
                actions += 1
            elif is_chance(phase):
                pile = listed(state.pile)
                state, happened = resolve(state, pile[int(rng.random() * len(pile))])
            else:
                break
            events += len(happened)
    assert events > actions
    return actions / elapsed


def import_milliseconds(seconds: float) -> float:
    """The time of ``import kahuna`` by itself in a fresh interpreter: the best of a few."""
    code = (
        "from time import perf_counter as now; a = now(); import kahuna; print((now() - a) * 1000)"
    )
    return _best(seconds, lambda: float(_output("-c", code)))


def help_milliseconds(seconds: float) -> float:
    """The time from starting a process to the end of ``kahuna --help``: the best of a few."""

    def run() -> float:
        begun = perf_counter()
        _output("-c", "from kahuna.cli import main; main()", "--help")
        return (perf_counter() - begun) * 1000

    return _best(seconds, run)


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
    Row(
        "core",
        "random play in the core: legal list, apply, events",
        "actions/s",
        50_000,
        True,
        core_actions_a_second,
    ),
    Row("import", "import kahuna", "ms", 50, False, import_milliseconds),
    Row("help", "kahuna --help, the whole process", "ms", 250, False, help_milliseconds),
]
"""What is measured, in the order of the table."""


def measure_engines(*, seconds: float) -> list[Measurement]:
    """Uniformly random play of whole batches: the core, NumPy, and JAX where it is installed."""
    backends = ["core", "numpy", *(["jax"] if find_spec("jax") else [])]
    return [found for backend in backends for found in measure_batch(backend, seconds=seconds)]


def measure(rows: list[Row], *, seconds: float) -> list[Measured]:
    """Measure each row for about so many seconds."""
    return [Measured(row, row.measure(seconds)) for row in rows]
