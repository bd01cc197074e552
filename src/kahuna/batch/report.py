"""Statistics of random games, as a small report with plots.

``python -m kahuna.batch.report --games 10000000 --out DIR`` writes ``report.md`` and its pictures,
and compares each figure with that of the core.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kahuna.batch.core_baseline import random_core_game
from kahuna.batch.deal import new
from kahuna.batch.random_play import play_out
from kahuna.batch.scoring import NOBODY, TERMINATIONS, outcome
from kahuna.batch.state import Clock
from kahuna.command import make_parser, run, whole
from kahuna.plot import histogram

MOST_DECISIONS: Final = 512
MOST_TURNS: Final = 256
MARGINS: Final = 25
"""From twelve stones behind to twelve ahead."""

Counts = npt.NDArray[np.int64]


class GameStatistics(NamedTuple):
    """Counts of what happened; "first" is the seat that began."""

    decisions: Counts
    """By the number of decisions in a game."""
    turns: Counts
    winners: Counts
    """First, second, nobody."""
    terminations: Counts
    margins: Counts
    """By the stones by which the first seat led in the third scoring, plus twelve."""

    @staticmethod
    def empty() -> GameStatistics:
        """Return statistics without any games."""
        sizes = (MOST_DECISIONS, MOST_TURNS, 3, len(TERMINATIONS), MARGINS)
        return GameStatistics(*(np.zeros(size, dtype=np.int64) for size in sizes))

    def __add__(self, other: object) -> GameStatistics:
        """Add the statistics of two sets of games."""
        assert isinstance(other, GameStatistics)
        return GameStatistics(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def num_games(self) -> int:
        """Count the games."""
        return int(self.winners.sum())


class Figure(NamedTuple):
    """A number with its standard error."""

    name: str
    value: float
    error: float
    digits: int


def tally_batch(num_games: int, *, seed: int, space: Any) -> GameStatistics:  # noqa: ANN401
    """Play random games of a batch to their end and count."""
    first = np.arange(num_games, dtype=np.uint32) & 1
    states = new(num_games, seed=seed, first=space.asarray(first), space=space)
    ended, num_decisions = play_out(states)
    result = outcome(ended)
    winner = np.asarray(result.winner)
    third = [np.asarray(points).astype(np.int64) for points in result.scores[2]]
    margin = np.where(first == 0, third[0] - third[1], third[1] - third[0])
    termination = np.asarray(result.termination)
    is_scored = termination != TERMINATIONS.index(_WIPEOUT)
    return GameStatistics(
        _counts(num_decisions, MOST_DECISIONS),
        _counts(Clock.TURN.of(ended.clock), MOST_TURNS),
        _counts(np.where(winner == NOBODY, NOBODY, winner ^ first), 3),
        _counts(termination, len(TERMINATIONS)),
        _counts((margin + MARGINS // 2)[is_scored], MARGINS),
    )


_WIPEOUT = TERMINATIONS[-1]


def _counts(numbers: Any, size: int) -> Counts:  # noqa: ANN401  # of NumPy or of JAX
    return np.bincount(np.asarray(numbers).astype(np.int64), minlength=size).astype(np.int64)


def tally_core(num_games: int, *, seed: int) -> GameStatistics:
    """Play random games of the core and count."""
    rng = Random(seed)
    tally = GameStatistics.empty()
    for _ in range(num_games):
        game = random_core_game(rng)
        winner = game.outcome.winner
        tally.decisions[game.num_decisions] += 1
        tally.turns[game.num_turns] += 1
        tally.winners[2 if winner is None else winner ^ game.first] += 1
        tally.terminations[TERMINATIONS.index(game.outcome.termination)] += 1
        if game.outcome.termination is not _WIPEOUT:
            points = game.outcome.scores[-1]
            tally.margins[points[game.first] - points[game.first.other] + MARGINS // 2] += 1
    return tally


def figures(tally: GameStatistics) -> list[Figure]:
    """Return the figures of the report."""
    num = tally.num_games
    found = [
        _mean("decisions in a game", tally.decisions),
        _mean("turns in a game", tally.turns),
    ]
    names = ("first seat wins", "second seat wins", "draws")
    found += [_share(name, int(tally.winners[i]), num) for i, name in enumerate(names)]
    found += [
        _share(f"decided by {how.value}", int(tally.terminations[i]), num)
        for i, how in enumerate(TERMINATIONS)
        if how is not None
    ]
    found.append(_mean("lead of the first seat in the third scoring", tally.margins, MARGINS // 2))
    return found


def _mean(name: str, counts: Counts, offset: int = 0) -> Figure:
    values = np.arange(len(counts)) - offset
    num = counts.sum()
    mean = float((counts * values).sum() / num)
    variance = float((counts * (values - mean) ** 2).sum() / num)
    return Figure(name, mean, sqrt(variance / num), 3)


def _share(name: str, count: int, num: int) -> Figure:
    # One more of each kind, so that events that never happened also have an error.
    share = (count + 1) / (num + 2)
    return Figure(f"{name}, %", 100 * count / num, 100 * sqrt(share * (1 - share) / num), 4)


def is_within_error(one: Figure, other: Figure) -> bool:
    """Return whether two figures agree within four standard errors."""
    return abs(one.value - other.value) <= 4 * sqrt(one.error**2 + other.error**2)


def write_report(
    batch: GameStatistics, core: GameStatistics, out: Path, *, seconds: float, backend: str
) -> bool:
    """Write the report and its pictures; return whether all figures agree."""
    games = batch.num_games
    lines = [
        "# Random games in numbers",
        "",
        f"{games:,} uniformly random games of the default ruleset on {backend}, played in "
        f"{seconds:.0f} s, beside {core.num_games:,} of the core. ± is one standard error.",
        "",
        "| figure | batch | core | within error |",
        "|---|---:|---:|---|",
    ]
    agree = True
    for ours, theirs in zip(figures(batch), figures(core), strict=True):
        is_good = is_within_error(ours, theirs)
        agree = agree and is_good
        columns = [f"{f.value:.{f.digits}f} ± {f.error:.{f.digits}f}" for f in (ours, theirs)]
        lines.append(
            f"| {ours.name} | {columns[0]} | {columns[1]} | {'yes' if is_good else 'NO'} |"
        )
    least, most = (int(np.flatnonzero(batch.decisions)[i]) for i in (0, -1))
    lines += ["", f"The shortest game took {least} decisions, the longest {most}.", ""]
    pictures = (
        ("decisions", "Decisions in a game", batch.decisions, 0),
        ("turns", "Turns in a game", batch.turns, 0),
        ("lead", "Stones by which the first seat led at the end", batch.margins, MARGINS // 2),
    )
    for name, title, counts, offset in pictures:
        (out / f"{name}.svg").write_text(
            histogram(title, counts.tolist(), offset=offset), encoding="utf-8"
        )
        lines += [f"![{title}]({name}.svg)", ""]
    (out / "report.md").write_text("\n".join(lines), encoding="utf-8")
    return agree


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, count and write the report; return 1 if a figure differs from the core's."""
    parser = make_parser("kahuna.batch.report", __doc__)
    parser.add_argument("--games", type=whole(1), default=100_000)
    parser.add_argument(
        "--core-games", type=whole(1), default=2000, help="games of the core beside"
    )
    parser.add_argument("--backend", choices=("numpy", "jax"), default="numpy")
    parser.add_argument("--chunk", type=whole(1), help="games per batch")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="folder for the report")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    space, chunk = _engine(options.backend)
    chunk = min(options.chunk or chunk, options.games)
    batch = GameStatistics.empty()
    began = time.monotonic()
    number = 0
    while batch.num_games < options.games:
        size = min(chunk, options.games - batch.num_games)
        batch += tally_batch(size, seed=options.seed * 1_000_003 + number, space=space)
        number += 1
    seconds = time.monotonic() - began
    core = tally_core(options.core_games, seed=options.seed)
    agree = write_report(batch, core, options.out, seconds=seconds, backend=options.backend)
    print(f"{options.out / 'report.md'}: {'all within error' if agree else 'a figure differs'}")
    return 0 if agree else 1


def _engine(backend: str) -> tuple[Any, int]:
    """Return the array module of a backend and the games per batch."""
    if backend == "numpy":
        return np, 1 << 14
    import jax

    is_cpu = jax.default_backend() == "cpu"
    return jax.numpy, 1 << 16 if is_cpu else 1 << 20


if __name__ == "__main__":
    run(main)
