"""Measure the steps between levels: each level plays the one below it, with seats swapped.

python tools/measure_levels.py --games 400 --seed 1
python tools/measure_levels.py --games 1600 --seed 11 --only keoni kanaloa
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from kahuna.arena import Plan, Run, compute_standings, execute_run, parse_entrants
from kahuna.arena.pool import local_runner
from kahuna.arena.rating import Interval
from kahuna.bots import LEVELS
from kahuna.command import run, whole
from kahuna.workers import num_cores

HIGHS: Final = tuple(LEVELS)[1:]
"""All levels that have one below them."""


class Rung(NamedTuple):
    """The result of a level against the one below it."""

    high: str
    low: str
    score: Interval
    elo: Interval
    milliseconds: float
    """Average time per decision of the higher level."""


def measure(highs: Collection[str], games: int, seed: int, workers: int) -> Iterator[Rung]:
    """Play these levels against the one below each, from the bottom."""
    for low, high in pairwise(LEVELS):
        if high not in highs:
            continue
        run = Run(Plan(parse_entrants([high, low]), games // 2, seed=seed), None)
        execute_run(run, local_runner(workers))
        table = compute_standings(run.plan, run.results)
        (matchup,) = table.matchups
        (standing,) = (each for each in table.rows if each.entrant.name == high)
        elo = table.ratings.difference(0, 1)
        yield Rung(high, low, matchup.score, elo, standing.milliseconds)


def main() -> int:
    """Print a table in Markdown, line by line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=whole(2), default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=whole(1), default=num_cores())
    parser.add_argument(
        "--only", nargs="+", choices=HIGHS, default=HIGHS, metavar="LEVEL", help="higher levels"
    )
    options = parser.parse_args()
    print("| level | against | score | 95 % | Elo | ms a decision |")
    print("|---|---|---|---|---|---|")
    for high, low, score, elo, milliseconds in measure(
        options.only, options.games, options.seed, options.workers
    ):
        share = f"{score.value:.1%} | {score.low:.1%} … {score.high:.1%}"
        print(f"| {high} | {low} | {share} | {elo.value:+.0f} | {milliseconds:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
