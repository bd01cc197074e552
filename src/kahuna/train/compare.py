"""Which weights play better: ``python -m kahuna.train.compare A.npz B.npz … [--games N]``.

Every pair plays the same deals with the seats swapped, on the batch engine, each seat on what it
sees; networks of different shapes can meet.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from functools import partial
from math import sqrt
from pathlib import Path

import jax
import jax.numpy as jnp

from kahuna.batch import State, act, is_over, legal_masks, mover, new, observe
from kahuna.bots.network import judge
from kahuna.bots.neural import HEAT
from kahuna.command import number, run, whole
from kahuna.core import Ruleset
from kahuna.train.files import load_weights
from kahuna.train.ppo import Array, Weights, decide, half, result

STEPS = 64


@partial(jax.jit, static_argnums=4)
def _play(a: Weights, b: Weights, states: State, key: Array, heat: float) -> tuple[State, Array]:
    """Some steps of every game; the first half has A as White, the second as Black."""
    a, b = half(a), half(b)
    n = states.clock.shape[0]
    is_swapped = jnp.arange(n) >= n // 2

    def step(states: State, key: Array) -> tuple[State, None]:
        is_black = (mover(states) & 1).astype(bool)
        observation = observe(states, is_black.astype(jnp.uint32))
        is_a = (is_black == is_swapped)[:, None]
        logits = jnp.where(
            is_a, judge(a, observation, jnp).logits, judge(b, observation, jnp).logits
        )
        action, _ = decide(logits / heat, legal_masks(states), key)
        return act(states, action.astype(jnp.uint32)).states, None

    states, _ = jax.lax.scan(step, states, jax.random.split(key, STEPS))
    return states, (is_over(states) >= 1).all()


def match(
    a: Weights, b: Weights, *, games: int, seed: int, ruleset: Ruleset, heat: float = HEAT
) -> tuple[float, float]:
    """The score of A and its standard error; of an odd number of games one is left out."""
    num_deals = games // 2
    deals = new(num_deals, ruleset, seed=seed, space=jnp)
    states: State = jax.tree.map(lambda x: jnp.concatenate([x, x]), deals)
    for i in itertools.count():
        states, done = _play(a, b, states, jax.random.key(1000 * seed + i), heat)
        if bool(done):
            break
    sign = jnp.where(jnp.arange(2 * num_deals) < num_deals, 1.0, -1.0)
    scores = 0.5 + 0.5 * result(states) * sign
    pairs = scores[:num_deals] + scores[num_deals:]
    return float(scores.mean()), float(pairs.std() / 2 / sqrt(num_deals))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the score of each file against each later one."""
    parser = argparse.ArgumentParser(prog="python -m kahuna.train.compare", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=whole(2), default=4096)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--heat", type=number(0.01), default=HEAT, help="1: as in training")
    parser.add_argument("--first-only", action="store_true", help="the first against all others")
    options = parser.parse_args(arguments)
    pairs = itertools.combinations(options.files, 2)
    for one, other in pairs:
        if options.first_only and one != options.files[0]:
            continue
        a, b = load_weights(one), load_weights(other)
        score, error = match(
            a, b, games=options.games, seed=options.seed, ruleset=Ruleset(), heat=options.heat
        )
        print(f"{one} against {other}: {score:.1%} ± {1.96 * error:.1%}", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
