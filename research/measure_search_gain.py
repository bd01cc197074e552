"""Measure how much better the best candidate of a search is than the champion's own choice.

python -m research.measure_search_gain --positions 100 --seed 1

Positions come from self-play. Some determinizations choose the best candidate, others evaluate
it, so the gain is unbiased. A result counts 1, 0 or -1.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Annotated, NamedTuple

import numpy as np
import typer
from rich.progress import track

from kahuna.bots.batch_playouts import evaluate
from kahuna.bots.core_rollouts import Situation
from kahuna.bots.networks import TEMPERATURE, Evaluation
from kahuna.bots.neural import champion_weights, forward_view, policy
from kahuna.bots.neural_search import HORIZON, MAX_BATCH, select_candidates
from kahuna.bots.policy_bot import PolicyBot
from kahuna.bots.rollouts import Floats
from kahuna.core import Ruleset, View, believe, legal_actions, recollect
from kahuna.encoding import action_mask
from kahuna.match import Authority, RandomChance
from research.command import run

OFTEN = 0.1
"""Probability of measuring a decision: few per game."""
LEASTS = (0.02, 0.005, 0.001, 0.0)
"""Minimum prior probabilities of a candidate."""
WORLDS = (8, 32, 128)
"""Numbers of determinizations that choose."""
JUDGES = 256
"""Number of determinizations that evaluate the choice."""


class Position(NamedTuple):
    """Prior probabilities of the candidates, and their values in each determinization."""

    probabilities: Floats
    values: Floats


def sample_views(rng: Random) -> Iterator[View]:
    """Yield some decisions of game after game."""
    while True:
        authority = Authority(Ruleset(), RandomChance(Random(rng.random())))
        bot = PolicyBot(Random(rng.random()))
        while (seat := authority.mover) is not None:
            view = authority.view(seat)
            if len(legal_actions(view)) > 1 and rng.random() < OFTEN:
                yield view
            authority.act(seat, bot.decide(view))


def think(view: View, rng: Random) -> Position:
    """Play out all candidates in all determinizations."""
    weights, legal = champion_weights(), legal_actions(view)
    situation = Situation(view, believe(view), recollect(view))
    output = forward_view(weights, view, situation.recollection)
    candidates = select_candidates(Evaluation(output.logits[0], output.value[0]), legal)
    probabilities = policy(output, action_mask(legal)[None], 1.0)[0]
    chunks = (max(WORLDS) + JUDGES) // MAX_BATCH
    found = [
        evaluate(situation, candidates, MAX_BATCH, weights, rng, horizon=HORIZON)
        for _ in range(chunks)
    ]
    return Position(probabilities[candidates], np.concatenate(found, axis=1))


def gain(position: Position, least: float, num: int) -> float:
    """Return the value of the best candidate, above that of the champion's policy."""
    probabilities, values = position
    worth = values[:, max(WORLDS) :].mean(1)
    is_tried = probabilities >= min(least, probabilities.max())
    best = np.where(is_tried, values[:, :num].mean(1), -np.inf).argmax()
    plays = probabilities ** (1 / TEMPERATURE)
    return float(worth[best] - (plays * worth).sum() / plays.sum())


def main(positions: Annotated[int, typer.Option(min=2)] = 100, seed: int = 1) -> None:
    """Print a table in Markdown."""
    rng = Random(seed)
    views = zip(range(positions), sample_views(rng), strict=False)
    found = [think(view, rng) for _, view in track(views, total=positions)]
    print(f"| tried | {' | '.join(f'{num} worlds' for num in WORLDS)} |")
    print("|---|" + "---|" * len(WORLDS))
    for least in LEASTS:
        gains = [np.array([gain(each, least, num) for each in found]) for num in WORLDS]
        told = [f"{each.mean():.3f} ± {1.96 * each.std() / sqrt(len(found)):.3f}" for each in gains]
        print(f"| {f'{least:.1%} or more' if least else 'any'} | {' | '.join(told)} |")


if __name__ == "__main__":
    run(main)
