"""Simulate rated games: do ratings predict scores?

    python -m research.simulate_ratings [--games 1000000] [--seed 1]

Players join every day. Each has a true strength, which improves with every game and wanders from
day to day. Newcomers play bots first. Each game is predicted before it is played. The first table
compares predictions and scores by deciles of the prediction, the second by tenths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import Annotated, Final

import numpy as np
import typer
from numpy.typing import NDArray

from kahuna.hosting.community.ratings import (
    SCALE,
    STARTER_SCORE,
    Played,
    Rating,
    advantage_of,
    aged,
    expected_score,
    fit_advantage,
    rate_levels,
    updated,
)
from kahuna.hosting.store import ONE_DAY
from research.command import run

STARTER: Final = advantage_of(STARTER_SCORE)
"""The starter's advantage in points."""
NEWCOMERS: Final = 20
"""Players who join each day."""
MEAN: Final = 1500.0
SPREAD: Final = 300.0
"""The standard deviation of newcomers' strength."""
MEAN_PROGRESS: Final = 150.0
"""What a player learns in the long run, in points; distributed exponentially."""
GAMES_TO_LEARN: Final = 100.0
"""After so many games, a player has learned 63 % of it."""
FORM: Final = 5.0
"""The standard deviation of daily changes in strength."""
DRAWS: Final = 0.01
BOT_GAMES: Final = 5
"""Games against bots that a newcomer plays first."""
MAX_RANKS: Final = 50
"""How far apart opponents are among the players of a day, ranked by rating."""
ANYBODY: Final = 0.2
"""The share of players who play anybody."""


@dataclass(slots=True)
class SimulatedPlayer:
    """A player or a bot."""

    strength: float
    rating: Rating
    progress: float = 0.0
    activity: float = 0.0
    """The probability of playing on a day."""
    last_day: int = 0
    num_games: int = 0

    def live_on(self, day: int, rng: Random) -> None:
        """Let the form change since the last game, and the strength improve by another game."""
        self.strength += rng.gauss(0.0, FORM) * sqrt(day - self.last_day)
        self.strength += self.progress / GAMES_TO_LEARN * exp(-self.num_games / GAMES_TO_LEARN)
        self.last_day = day
        self.num_games += 1


BOTS: Final = [SimulatedPlayer(rating.value, rating) for rating in rate_levels().values()]


def simulate(num_games: int, seed: int) -> NDArray[np.float64]:
    """Play games; return a row for each: prediction, score, difference in strength."""
    rng = Random(seed)
    rows: list[tuple[float, float, float]] = []
    players: list[SimulatedPlayer] = []
    day = 0
    while len(rows) < num_games:
        day += 1
        players += [_newcomer(day, rng) for _ in range(NEWCOMERS)]
        present = [player for player in players if rng.random() < player.activity]
        for one, other in _pairs(present, rng):
            pair = (one, other) if rng.random() < 0.5 else (other, one)
            rows.append(_play(*pair, day, rng))
    return np.array(rows[:num_games])


def _newcomer(day: int, rng: Random) -> SimulatedPlayer:
    return SimulatedPlayer(
        strength=rng.gauss(MEAN, SPREAD),
        rating=Rating(at=day * ONE_DAY),
        progress=rng.expovariate(1 / MEAN_PROGRESS),
        activity=rng.betavariate(1, 2),
        last_day=day,
    )


def _pairs(
    present: Sequence[SimulatedPlayer], rng: Random
) -> Iterator[tuple[SimulatedPlayer, SimulatedPlayer]]:
    """Pair newcomers with bots, and the others with each other."""
    others = []
    for player in present:
        if player.num_games < BOT_GAMES:
            value = player.rating.value
            yield player, min(BOTS, key=lambda bot: abs(bot.rating.value - value))
        else:
            others.append(player)
    others.sort(key=lambda player: player.rating.value)
    ranks = [
        rng.uniform(0, len(others)) if rng.random() < ANYBODY else rank + rng.uniform(0, MAX_RANKS)
        for rank in range(len(others))
    ]
    order = sorted(range(len(others)), key=ranks.__getitem__)
    for one, other in zip(order[::2], order[1::2], strict=False):
        yield others[one], others[other]


def _play(
    first: SimulatedPlayer, second: SimulatedPlayer, day: int, rng: Random
) -> tuple[float, float, float]:
    """Play and rate a game; return the starter's prediction, score and difference in strength."""
    for player in (first, second):
        if player.activity:
            player.live_on(day, rng)
    now = (day + 0.5) * ONE_DAY
    one, other = (aged(player.rating, now) for player in (first, second))
    expected = expected_score(one, other, STARTER)
    difference = first.strength - second.strength
    wins = rng.random() < 1 / (1 + exp(-(difference + STARTER) / SCALE))
    score = 0.5 if rng.random() < DRAWS else float(wins)
    if first.activity:
        first.rating = updated(first.rating, [Played(other, score, STARTER)], now)
    if second.activity:
        second.rating = updated(second.rating, [Played(one, 1 - score, -STARTER)], now)
    return expected, score, difference


def _table(title: str, rows: NDArray[np.float64], groups: Sequence[NDArray[np.bool_]]) -> float:
    """Print a table; return the largest difference, in percentage points."""
    print(f"\n| {title} | games | predicted | actual | difference |\n|---|---:|---:|---:|---:|")
    worst = 0.0
    for number, group in enumerate(groups, 1):
        predicted, score = 100 * rows[group, :2].mean(axis=0)
        worst = max(worst, abs(score - predicted))
        print(
            f"| {number} | {group.sum():,} | {predicted:.1f} % | {score:.1f} %"
            f" | {score - predicted:+.1f} |"
        )
    return worst


def main(
    games: Annotated[int, typer.Option(help="Games to simulate.")] = 1_000_000,
    seed: int = 1,
) -> None:
    """Simulate rated games, and compare predictions with scores."""
    rows = simulate(games, seed)
    predicted = rows[:, 0]
    edges = np.quantile(predicted, np.linspace(0, 1, 11)[1:-1])
    decile = np.searchsorted(edges, predicted)
    worst = _table("decile", rows, [decile == number for number in range(10)])
    tenth = np.minimum((predicted * 10).astype(int), 9)
    _table("tenth", rows, [tenth == number for number in range(10) if np.any(tenth == number)])
    fitted = fit_advantage(zip(rows[:, 2].tolist(), rows[:, 1].tolist(), strict=True))
    print(f"\nlargest difference in a decile: {worst:.2f} percentage points")
    print(f"starter's advantage: {STARTER:.1f} points, fitted {fitted:.1f}")


if __name__ == "__main__":
    run(main)
