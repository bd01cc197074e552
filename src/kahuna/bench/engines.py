"""Measure the speed of random play in both engines.

Play is uniformly random, with legality, chance and new deals included. A decision is one action of
a seat; cards that chance turns up are not counted. Each figure is the best of several runs, because
other work on the machine only makes it slower.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import log2
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np

from kahuna.batch.deal import new
from kahuna.batch.random_play import Played, play_out, play_random
from kahuna.batch.state import State as Batch
from kahuna.batch.state import arrays_of
from kahuna.core import (
    EDITIONS,
    SEATS,
    Ruleset,
    Seat,
    State,
    advance,
    mover,
    random_deal,
    random_draw,
    start,
)
from kahuna.core.legality import legal_for

SIZES: Final = {
    "core": (1,),
    "numpy": (256, 1 << 12, 1 << 14, 1 << 16),
    "cpu": (1 << 12, 1 << 14, 1 << 16, 1 << 18),
    "gpu": (1 << 16, 1 << 18, 1 << 20, 1 << 22),
}
"""Games of a batch, by what it runs on."""
RUNS: Final = 5
FEW_STRIDES: Final = 4
MOST_TIMES: Final = 1 << 10
SMOKE_GAMES: Final = 512
SMOKE_STRIDES: Final = 25


class Measurement(NamedTuple):
    """The speed of one backend with batches of one size."""

    backend: str
    device: str
    size: int
    decisions_per_second: float
    games_per_second: float
    is_equal: bool
    """Whether a short run gave the same games as NumPy, bit by bit."""


Play = Callable[[Batch, int], Played]


def machine() -> str:
    """Describe the processor and its cores."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8", errors="replace").splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def measure(
    backend: str, sizes: Sequence[int] = (), *, seconds: float = 1.0
) -> Iterator[Measurement]:
    """Measure ``core``, ``numpy`` or ``jax`` at some batch sizes."""
    if backend == "core":
        yield _measure_core(seconds)
    elif backend == "numpy":
        for size in sizes or SIZES["numpy"]:
            states = new(size, seed=1)
            yield _measure("numpy", "one core", states, play_random, seconds, is_equal=True)
    elif backend == "jax":
        yield from _measure_jax(sizes, seconds)
    else:
        raise ValueError(f"there is no backend {backend!r}; there are core, numpy and jax")


def _measure_core(seconds: float) -> Measurement:
    rng = Random(1)
    decisions = games = 0
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds or not games:
        decisions += random_core_game(rng, rng.choice(SEATS))[1]
        games += 1
    return Measurement("core", "one core", 1, decisions / elapsed, games / elapsed, True)


def _measure_jax(sizes: Sequence[int], seconds: float) -> Iterator[Measurement]:
    import jax

    device = jax.devices()[0]
    is_gpu = device.platform == "gpu"
    play: Play
    if is_gpu:
        from kahuna.batch.pallas_kernel import play_in_kernel

        play = jax.jit(play_in_kernel, static_argnums=1)
    else:
        play = jax.jit(play_random, static_argnums=1)
    is_equal = _is_equal(play)
    name = device.device_kind if is_gpu else f"{os.cpu_count()} cores"
    for size in sizes or SIZES["gpu" if is_gpu else "cpu"]:
        states = new(size, seed=1, space=jax.numpy)
        yield _measure("jax", name, states, play, seconds, is_equal=is_equal)


def _is_equal(play: Play) -> bool:
    """Return whether this backend plays the same games as NumPy, in every edition."""
    import jax

    editions = [edition.ruleset() for edition in EDITIONS.values()]
    rulesets = [editions[game % len(editions)] for game in range(SMOKE_GAMES)]
    wanted = play_random(new(SMOKE_GAMES, rulesets, seed=3), SMOKE_STRIDES)
    found = play(new(SMOKE_GAMES, rulesets, seed=3, space=jax.numpy), SMOKE_STRIDES)
    pairs = zip(_all_arrays(wanted), _all_arrays(found), strict=True)
    return all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in pairs)


def _all_arrays(played: Played) -> list[object]:
    return [*arrays_of(played.states), played.num_decisions, played.num_ended]


def _measure(
    backend: str, device: str, states: Batch, play: Play, seconds: float, *, is_equal: bool
) -> Measurement:
    size = states.clock.shape[0]
    played = play(states, FEW_STRIDES)  # JAX compiles for every number of strides.
    elapsed, played = _timed(play, played.states, FEW_STRIDES)
    times = max(1.0, seconds / RUNS / elapsed)
    strides = FEW_STRIDES * min(1 << round(log2(times)), MOST_TIMES)
    played = play(played.states, strides)
    rate = 0.0
    for _ in range(RUNS):
        elapsed, played = _timed(play, played.states, strides)
        rate = max(rate, _total(played.num_decisions) / elapsed)
    return Measurement(backend, device, size, rate, rate / mean_length(), is_equal)


@cache
def mean_length() -> float:
    """Return the mean number of decisions in a random game.

    Games that began together end together too: counting ends in a short run would be off.
    """
    _, num_decisions = play_out(new(1 << 12, seed=2))
    return _total(num_decisions) / (1 << 12)


def _timed(play: Play, states: Batch, strides: int) -> tuple[float, Played]:
    began = time.perf_counter()
    played = play(states, strides)
    np.asarray(played.num_decisions[:1])  # JAX has finished when a value can be read.
    return time.perf_counter() - began, played


def _total(numbers: object) -> int:
    return int(np.asarray(numbers).sum(dtype=np.uint64))


def random_core_game(rng: Random, first: Seat) -> tuple[State, int]:
    """Play a game in which every legal action is equally likely; also count the decisions."""
    ruleset = Ruleset()
    state = start(ruleset, random_deal(ruleset, rng), first=first).state
    draw = random_draw(rng)
    num_decisions = 0
    while (seat := mover(state.public.phase)) is not None:
        hand = state.private[seat].hand + state.public.shown[seat]
        # ``legal_for`` only needs to know whether the pile is empty.
        action = rng.choice(legal_for(ruleset, state.public, hand, state.pile))
        state = advance(state, action, draw).state
        num_decisions += 1
    return state, num_decisions
