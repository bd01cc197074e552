"""How fast things are, as rows of a table; further engines add rows of their own."""

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

from kahuna.batch.speed import Measurement
from kahuna.batch.speed import measure as measure_batch
from kahuna.core import (
    Island,
    Ruleset,
    Seat,
    State,
    advance,
    expand,
    legal_actions,
    mover,
    random_deal,
    start,
    view_of,
)
from kahuna.match import Authority, RandomChance


@dataclass(frozen=True, slots=True)
class Row:
    """Something that is measured."""

    key: str
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
    actions = events = 0

    def draw(state: State) -> Island:
        pile = expand(state.pile)
        return pile[int(rng.random() * len(pile))]

    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds or not actions:
        state, _ = start(ruleset, random_deal(ruleset, rng), first=Seat.WHITE)
        while True:
            seat = mover(state.public.phase)
            if seat is None:
                break
            legal = legal_actions(view_of(state, seat))
            state, happened = advance(state, legal[int(rng.random() * len(legal))], draw)
            actions += 1
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


def champion_milliseconds(part: float, seconds: float) -> float:
    """The time within which so large a part of the champion's decisions is made."""
    from kahuna.bots.neural import NeuralBot

    bot = NeuralBot(Random(1))
    times: list[float] = []
    begun = perf_counter()
    number = 0
    while not times or perf_counter() - begun < seconds:
        authority = Authority(Ruleset(), RandomChance(Random(number)))
        number += 1
        while (seat := authority.mover) is not None:
            view = authority.view(seat)
            asked = perf_counter()
            action = bot.decide(view)
            times.append((perf_counter() - asked) * 1000)
            authority.act(seat, action, version=authority.version)
    return sorted(times)[int(part * (len(times) - 1))]


def champion_load_milliseconds(seconds: float) -> float:
    """The time to load the champion's weights in a fresh interpreter, NumPy being there."""
    code = (
        "from time import perf_counter as now; import kahuna.bots.neural as n; a = now(); "
        "n.champion_weights(); print((now() - a) * 1000)"
    )
    return _best(seconds, lambda: float(_output("-c", code)))


def champion_megabytes(seconds: float) -> float:
    """The memory of a fresh process in which the champion has played a game: the least of a few.

    The kernel's own figure for the process: what ``getrusage`` says can be of its parent.
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
    Row(
        "core",
        "actions/s",
        50_000,
        True,
        core_actions_a_second,
    ),
    Row("import", "ms", 50, False, import_milliseconds),
    Row("help", "ms", 250, False, help_milliseconds),
    Row("load", "ms", 200, False, champion_load_milliseconds),
    Row(
        "champion",
        "ms",
        5,
        False,
        partial(champion_milliseconds, 0.5),
    ),
    Row(
        "champion_slowest",
        "ms",
        20,
        False,
        partial(champion_milliseconds, 0.99),
    ),
]
"""What is measured, in the order of the table."""

if sys.platform == "linux":  # Who else would tell the memory?
    ROWS.append(
        Row(
            "champion_memory",
            "MB",
            100,
            False,
            champion_megabytes,
        )
    )


def measure_engines(*, seconds: float) -> Iterator[Measurement]:
    """Uniformly random play of whole batches: the core, NumPy, and JAX where it is installed."""
    for backend in ("core", "numpy", *(("jax",) if find_spec("jax") else ())):
        yield from measure_batch(backend, seconds=seconds)


def measure(rows: list[Row], *, seconds: float) -> Iterator[Measured]:
    """Measure each row for about so many seconds."""
    for row in rows:
        yield Measured(row, row.measure(seconds))
