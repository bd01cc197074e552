"""What thinking gains: how much better than the champion's own choice is the best of its ideas?

python tools/measure_thinking.py --positions 100 --seed 1

Positions come from games of the champion against itself. Each idea is played out in many worlds:
some of them choose the best idea, the others say what it is worth. So what is gained is not only
luck. A result counts 1, 0 or -1.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np
from rich.progress import track

from kahuna.bots.network import judge
from kahuna.bots.neural import HEAT, NeuralBot, champion_weights, policy
from kahuna.bots.thinking import MANY, Floats, ideas_of, try_out
from kahuna.command import run, whole
from kahuna.core import Ruleset, View, believe, legal_actions
from kahuna.encoding import action_mask, encode_view
from kahuna.match import Authority, RandomChance

OFTEN = 0.1
"""The part of the decisions that is looked at: few of one game."""
LEASTS = (0.02, 0.005, 0.001, 0.0)
"""How likely the network must find an action, for it to be tried."""
WORLDS = (8, 32, 128)
"""How many worlds choose."""
JUDGES = 256
"""How many worlds say what the choice is worth."""


class Position(NamedTuple):
    """The ideas of a position, the best liked first, and what they led to in each world."""

    chances: Floats
    values: Floats


def positions(rng: Random) -> Iterator[View]:
    """Some decisions of game after game."""
    while True:
        authority = Authority(Ruleset(), RandomChance(Random(rng.random())))
        bot = NeuralBot(Random(rng.random()))
        while (seat := authority.mover) is not None:
            view = authority.view(seat)
            if len(legal_actions(view)) > 1 and rng.random() < OFTEN:
                yield view
            authority.act(seat, bot.decide(view), version=authority.version)


def think(view: View, rng: Random) -> Position:
    """Play all ideas out in all worlds."""
    weights, legal = champion_weights(), legal_actions(view)
    judgement = judge(weights, encode_view(view)[None], np)
    ideas, belief = ideas_of(judgement, legal), believe(view)
    chances = policy(judgement, action_mask(legal)[None], 1.0)[0]
    chunks = (max(WORLDS) + JUDGES) // MANY
    found = [try_out(view, belief, ideas, MANY, weights, rng) for _ in range(chunks)]
    return Position(chances[ideas], np.concatenate(found, axis=1))


def gain(position: Position, least: float, num: int) -> float:
    """What the best of the ideas in so many worlds is worth in the others, above the champion."""
    chances, values = position
    worth = values[:, max(WORLDS) :].mean(1)
    is_tried = chances >= min(least, chances.max())
    best = np.where(is_tried, values[:, :num].mean(1), -np.inf).argmax()
    plays = chances ** (1 / HEAT)
    return float(worth[best] - (plays * worth).sum() / plays.sum())


def main() -> int:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=whole(2), default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(options.seed)
    views = zip(range(options.positions), positions(rng), strict=False)
    found = [think(view, rng) for _, view in track(views, total=options.positions)]
    print(f"| tried | {' | '.join(f'{num} worlds' for num in WORLDS)} |")
    print("|---|" + "---|" * len(WORLDS))
    for least in LEASTS:
        gains = [np.array([gain(each, least, num) for each in found]) for num in WORLDS]
        told = [f"{each.mean():.3f} ± {1.96 * each.std() / sqrt(len(found)):.3f}" for each in gains]
        print(f"| {f'{least:.1%} or more' if least else 'any'} | {' | '.join(told)} |")
    return 0


if __name__ == "__main__":
    run(main)
