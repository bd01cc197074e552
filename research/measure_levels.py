"""Measure the steps between levels: each level plays the one below it, with seats swapped.

python -m research.measure_levels --games 400 --seed 1
python -m research.measure_levels --games 1600 --seed 11 keoni noelani
python -m research.measure_levels --games 1600 --batch kanaloa
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Annotated, Final, NamedTuple

import numpy as np
import typer

from kahuna.arena import Plan, Run, compute_standings, execute_run, parse_entrants
from kahuna.arena.pool import local_runner
from kahuna.arena.rating import Interval, PairingTally, rate, score_interval
from kahuna.bots import LEVELS, Level
from kahuna.core import Ruleset
from kahuna.workers import num_cores
from research.command import run
from research.findings.games import Floats, Players, deal, model_of, play

HIGHS: Final = tuple(LEVELS)[1:]
"""All levels that have one below them."""
BATCHED: Final = tuple(
    key for key, level in LEVELS.items() if level.network is not None and not level.searches
)[1:]
"""Those of them that play the champion's policy, as the one below does."""


CHUNK: Final = 400
"""Pairs of games per batch."""


class Rung(NamedTuple):
    """The result of a level against the one below it."""

    high: str
    low: str
    score: Interval
    elo: Interval
    milliseconds: float | None
    """Average time per decision of the higher level, if it was measured."""


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


def measure_batch(highs: Collection[str], games: int, seed: int) -> Iterator[Rung]:
    """Play the same matches on the batch engine, several times as fast."""
    for low, high in pairwise(LEVELS):
        if high not in highs:
            continue
        scores = play_pairs(LEVELS[high], LEVELS[low], games // 2, seed)
        num = Counter((2 * scores.sum(axis=1)).astype(int).tolist())
        tally = PairingTally(0, 1, (num[0], num[1], num[2], num[3], num[4]))
        elo = rate(2, [tally]).difference(0, 1)
        yield Rung(high, low, score_interval(tally), elo, None)


def play_pairs(one: Level, other: Level, pairs: int, seed: int) -> Floats:
    """Return the scores (pairs, 2) of the first level: once as White, once as Black."""
    sizes = [min(CHUNK, pairs - start) for start in range(0, pairs, CHUNK)]
    played = []
    for number, size in enumerate(sizes):
        rng = np.random.default_rng((seed, number))
        states, shuffles = deal(Ruleset(), size, rng, replays=2)
        players = Players.swapping(model_of(one), model_of(other), 2 * size)
        games = play(states, shuffles, players, rng)
        played.append((1 + games.result.reshape(size, 2) * [1, -1]) / 2)
    return np.concatenate(played)


def main(
    only: Annotated[list[str] | None, typer.Argument(help="higher levels; all by default")] = None,
    games: Annotated[int, typer.Option(min=2)] = 400,
    seed: int = 1,
    workers: Annotated[int, typer.Option(min=1)] = num_cores(),
    batch: Annotated[bool, typer.Option("--batch", help="on the batch engine")] = False,
) -> None:
    """Print a table in Markdown, line by line."""
    known = BATCHED if batch else HIGHS
    highs = only or known
    if unknown := set(highs) - set(known):
        raise typer.BadParameter(f"{', '.join(unknown)}: choose from {', '.join(known)}")
    rungs = measure_batch(highs, games, seed) if batch else measure(highs, games, seed, workers)
    print("| level | against | score | 95 % | Elo | ms a decision |")
    print("|---|---|---|---|---|---|")
    for high, low, score, elo, milliseconds in rungs:
        share = f"{score.value:.1%} | {score.low:.1%} … {score.high:.1%}"
        time = "" if milliseconds is None else f"{milliseconds:.1f}"
        print(f"| {high} | {low} | {share} | {elo.value:+.0f} | {time} |", flush=True)


if __name__ == "__main__":
    run(main)
