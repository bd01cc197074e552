"""Separate luck from skill."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from kahuna.analysis.arrays import Ints
from kahuna.analysis.estimate import Interval, correlation, elo, mean, ratio, scaled
from kahuna.analysis.experiments import LUCK
from kahuna.analysis.self_play import Games
from kahuna.batch.state import Clock
from kahuna.core.scoring import ROUNDS


class Luck(NamedTuple):
    """How often the same seat wins two games that share some of their chance.

    One half would mean that what they share does not matter.
    """

    first: Interval
    """They share the starting player."""
    deal: Interval
    """They share the starting player and the deal."""
    cards: Interval
    """They share the starting player, the deal and the shuffles."""


def luck(games: Games) -> Luck:
    """Compare the results of deals that were shuffled and played several times."""
    result = games.result.reshape(-1, LUCK.shuffles, LUCK.replays)
    sign = (1 - 2 * games.first).reshape(result.shape)
    deals = np.arange(len(result))
    seats = mean((result * sign).mean(axis=(1, 2)))
    variance = float((result**2).mean())
    pairs = [(result[:, 0, i], result[:, 1, j]) for i, j in product(range(LUCK.replays), repeat=2)]
    return Luck(
        first=_again(Interval(*(number**2 / variance for number in seats))),
        deal=_like(pairs, np.tile(deals, len(pairs))),
        cards=_like(
            [(result[:, s, 0], result[:, s, 1]) for s in range(LUCK.shuffles)],
            np.tile(deals, LUCK.shuffles),
        ),
    )


def _like(pairs: list[tuple[Ints, Ints]], groups: Ints) -> Interval:
    ones, others = (np.concatenate(side) for side in zip(*pairs, strict=True))
    return _again(correlation(ones, others, groups))


def _again(shared: Interval) -> Interval:
    """Return how often two results with this correlation are equal."""
    return scaled(shared, 0.5, 0.5)


class Swings(NamedTuple):
    """Movements of a seat's winning probability between its decisions and up to the result."""

    own: Interval
    """Share of all squared movement that happens within its own turns."""
    whole: Interval
    """Sum of squared movements; equals the variance of results if the values are right."""
    by_round: list[Interval]
    """Movement from the end of a turn to the start of the seat's next one, by round."""


def swings(games: Games) -> Swings:
    """Measure the movements; within a turn nothing is drawn and the opponent does nothing."""
    seats = 2 * games.game + games.seat.astype(np.int64)
    order = np.argsort(seats, kind="stable")
    seats, value = seats[order], games.value[order]
    clock = games.before.clock[order]
    turn, number = (np.asarray(field.of(clock)) for field in (Clock.TURN, Clock.ROUND))
    goes_on = np.append(seats[1:] == seats[:-1], False)
    result = games.result[seats >> 1] * (1 - 2 * (seats & 1))
    moved = np.where(goes_on, np.roll(value, -1), result) - value
    is_own = goes_on & (np.roll(turn, -1) == turn)
    squares = moved**2
    whole = np.bincount(seats >> 1, squares, games.num) / 2
    own = np.bincount(seats >> 1, squares * is_own, games.num) / 2
    between = [goes_on & ~is_own & (number == k) for k in range(1, ROUNDS + 1)]
    return Swings(
        ratio(own, whole),
        mean(whole),
        [mean(np.abs(moved[which]) / 2, seats[which] >> 1) for which in between],
    )


class Skill(NamedTuple):
    """A player against a weaker one, each deal from both sides."""

    score: Interval
    elo: Interval
    both: Interval
    """How often the stronger player wins both games of a deal."""
    split: Interval
    """How often each wins one: the cards decided."""


def skill(games: Games) -> Skill:
    """Measure what the stronger player gets out of the same cards."""
    score = (games.result.reshape(-1, 2) * np.array([1, -1]) + 1) / 2
    total = score.sum(axis=1)
    found = scaled(mean(total), 0.5)
    return Skill(found, elo(found), mean(total > 1.5), mean((total >= 0.5) & (total <= 1.5)))
