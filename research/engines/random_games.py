"""Count what happens in random games, in both engines: the figures of docs/batch.md.

``python -m research.engines.random_games --games 10000000 --backend jax``
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, TypeAlias

import numpy as np
import numpy.typing as npt
import typer

from kahuna.batch import new, outcome, play_out
from kahuna.batch.scoring import NOBODY, TERMINATIONS
from kahuna.batch.state import Clock
from kahuna.bench.engines import random_core_game
from kahuna.core import SEATS, Over
from research.command import Backend, run

ENDS = tuple(how for how in TERMINATIONS if how is not None)
NAMES = (
    "decisions in a game",
    "turns in a game",
    "first seat wins, %",
    "draws, %",
    *(f"decided by {how.value}, %" for how in ENDS),
)
MAX_ERRORS = 4.0
"""Standard errors by which the figures of the two engines may differ."""
CHUNK = {"numpy": 1 << 14, "jax": 1 << 20}

Ints: TypeAlias = npt.NDArray[Any]
Figures: TypeAlias = npt.NDArray[np.float64]


def play_batch(num: int, *, seed: int, space: Any) -> Figures:  # noqa: ANN401
    """Play random games of the batch engine and return their figures: (figures, games)."""
    first = np.arange(num, dtype=np.uint32) & 1
    ended, decisions = play_out(new(num, seed=seed, first=space.asarray(first), space=space))
    found = outcome(ended)
    turns = Clock.TURN.of(ended.clock)
    return _figures(*map(np.asarray, (decisions, turns, found.winner, first, found.termination)))


def play_core(num: int, *, seed: int) -> Figures:
    """Play random games of the core and return their figures: (figures, games)."""
    rng = Random(seed)
    rows = []
    for number in range(num):
        first = SEATS[number & 1]
        state, num_decisions = random_core_game(rng, first)
        phase = state.public.phase
        assert isinstance(phase, Over)
        winner = NOBODY if phase.outcome.winner is None else phase.outcome.winner
        how = TERMINATIONS.index(phase.outcome.termination)
        rows.append((num_decisions, state.public.turn, winner, first, how))
    return _figures(*np.array(rows).T)


def _figures(decisions: Ints, turns: Ints, winner: Ints, first: Ints, how: Ints) -> Figures:
    shares = [winner == first, winner == NOBODY, *(how == TERMINATIONS.index(e) for e in ENDS)]
    return np.array([decisions, turns, *(100.0 * share for share in shares)])


class Means:
    """Means and standard errors, added up part by part."""

    def __init__(self) -> None:
        self.num = 0
        self._sums = self._squares = np.zeros(len(NAMES))

    def add(self, figures: Figures) -> None:
        """Count more games."""
        self.num += figures.shape[1]
        self._sums = self._sums + figures.sum(axis=1)
        self._squares = self._squares + (figures**2).sum(axis=1)

    @property
    def means(self) -> Figures:
        """Return the mean of each figure."""
        return self._sums / self.num

    @property
    def errors(self) -> Figures:
        """Return the standard errors; those of rare events as if each had happened once more."""
        variances = self._squares / self.num - self.means**2
        rare = np.array([1e4 * ("%" in name) for name in NAMES]) / self.num
        return np.sqrt((variances + rare) / self.num)


def main(
    games: Annotated[int, typer.Option(min=1)] = 100_000,
    core_games: Annotated[int, typer.Option(min=1)] = 2000,
    backend: Backend = "numpy",
    chunk: Annotated[int | None, typer.Option(min=1, help="games per batch")] = None,
    seed: int = 0,
) -> None:
    """Print the figures of both engines; exit with 1 if any differ by more than chance."""
    space: Any = np
    if backend == "jax":
        import jax.numpy as space
    batch, core = Means(), Means()
    shortest, longest = 1e9, 0.0
    while batch.num < games:
        size = min(chunk or CHUNK[backend], games - batch.num)
        figures = play_batch(size, seed=seed * 1_000_003 + batch.num, space=space)
        shortest, longest = min(shortest, figures[0].min()), max(longest, figures[0].max())
        batch.add(figures)
    core.add(play_core(core_games, seed=seed))
    differ = np.abs(batch.means - core.means) > MAX_ERRORS * np.hypot(batch.errors, core.errors)
    print("| figure | batch | core | within error |\n|---|---:|---:|---|")
    for i, name in enumerate(NAMES):
        cells = (f"{each.means[i]:.4f} ± {each.errors[i]:.4f}" for each in (batch, core))
        print(f"| {name} | {' | '.join(cells)} | {'NO' if differ[i] else 'yes'} |")
    print(f"\nshortest and longest game: {shortest:.0f} and {longest:.0f} decisions")
    raise typer.Exit(int(differ.any()))


if __name__ == "__main__":
    run(main)
