"""Measure the steps between levels: each level plays the one below it, with seats swapped.

python -m research.measure_levels --games 400 --seed 1
python -m research.measure_levels --games 1600 --seed 11 keoni kanaloa
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Annotated, Final, NamedTuple

import typer

from kahuna.arena import Plan, Run, compute_standings, execute_run, parse_entrants
from kahuna.arena.pool import local_runner
from kahuna.arena.rating import Interval
from kahuna.bots import LEVELS
from kahuna.workers import num_cores
from research.command import run

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
        played = Run(Plan(parse_entrants([high, low]), games // 2, seed=seed), None)
        execute_run(played, local_runner(workers))
        table = compute_standings(played.plan, played.results)
        (matchup,) = table.matchups
        (standing,) = (each for each in table.rows if each.entrant.name == high)
        elo = table.ratings.difference(0, 1)
        yield Rung(high, low, matchup.score, elo, standing.milliseconds)


def main(
    only: Annotated[list[str] | None, typer.Argument(help="higher levels; all by default")] = None,
    games: Annotated[int, typer.Option(min=2)] = 400,
    seed: int = 1,
    workers: Annotated[int, typer.Option(min=1)] = num_cores(),
) -> None:
    """Print a table in Markdown, line by line."""
    highs = only or HIGHS
    if unknown := set(highs) - set(HIGHS):
        raise typer.BadParameter(f"{', '.join(unknown)}: choose from {', '.join(HIGHS)}")
    print("| level | against | score | 95 % | Elo | ms a decision |")
    print("|---|---|---|---|---|---|")
    for high, low, score, elo, milliseconds in measure(highs, games, seed, workers):
        share = f"{score.value:.1%} | {score.low:.1%} … {score.high:.1%}"
        print(f"| {high} | {low} | {share} | {elo.value:+.0f} | {milliseconds:.1f} |", flush=True)


if __name__ == "__main__":
    run(main)
