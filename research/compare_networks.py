"""Compare networks: ``python -m research.compare_networks A.npz B.npz … [--games N]``.

Every pair plays the same deals with swapped seats on the batch engine. Shapes may differ.
"""

from __future__ import annotations

import itertools
from math import sqrt
from pathlib import Path
from typing import Annotated, TypeAlias

import jax
import jax.numpy as jnp
import typer

from kahuna.batch import (
    State,
    act,
    is_over,
    legal_masks,
    mover,
    new,
    observe,
    remember_ply,
    start_memories,
)
from kahuna.bots.network import forward
from kahuna.bots.networks import TEMPERATURE
from kahuna.core import Ruleset
from kahuna.train.checkpoints import load_weights
from kahuna.train.ppo import Games, decide
from kahuna.train.shared import Array, Weights, half, result
from research.command import run

STEPS = 64


@jax.jit
def _play(
    a: Weights, b: Weights, games: Games, key: Array, temperatures: tuple[float, float]
) -> tuple[Games, Array]:
    """Play some steps of every game; A is White in the first half, Black in the second."""
    a, b = half(a), half(b)
    n = games[0].clock.shape[0]
    is_swapped = jnp.arange(n) >= n // 2

    def step(games: Games, key: Array) -> tuple[Games, None]:
        states, memories = games
        is_black = mover(states).astype(bool)
        observation = observe(states, is_black.astype(jnp.uint32), memories)
        is_a = (is_black == is_swapped)[:, None]
        logits = jnp.where(
            is_a,
            forward(a, observation, jnp).logits / temperatures[0],
            forward(b, observation, jnp).logits / temperatures[1],
        )
        action, _ = decide(logits, legal_masks(states), key)
        actions = action.astype(jnp.uint32)
        after = act(states, actions).states
        return (after, remember_ply(memories, states, actions, after)), None

    games, _ = jax.lax.scan(step, games, jax.random.split(key, STEPS))
    return games, (is_over(games[0]) >= 1).all()


def match(
    a: Weights,
    b: Weights,
    *,
    games: int,
    seed: int,
    ruleset: Ruleset,
    temperatures: tuple[float, float] = (TEMPERATURE, TEMPERATURE),
) -> tuple[float, float]:
    """Return A's score and its standard error; an odd game is left out."""
    num_deals = games // 2
    deals = new(num_deals, ruleset, seed=seed, space=jnp)
    states: State = jax.tree.map(lambda x: jnp.concatenate([x, x]), deals)
    playing = (states, start_memories(states))
    for i in itertools.count():
        playing, done = _play(a, b, playing, jax.random.key(1000 * seed + i), temperatures)
        if bool(done):
            break
    sign = jnp.where(jnp.arange(2 * num_deals) < num_deals, 1.0, -1.0)
    scores = 0.5 + 0.5 * result(playing[0]) * sign
    pairs = scores[:num_deals] + scores[num_deals:]
    return float(scores.mean()), float(pairs.std() / 2 / sqrt(num_deals))


Temperature: TypeAlias = Annotated[float, typer.Option(min=0.01, help="1: as in training")]


def main(
    files: Annotated[list[Path], typer.Argument(help="weights of the networks")],
    games: Annotated[int, typer.Option(min=2, help="games per pairing")] = 4096,
    seed: int = 1,
    temperature: Temperature = TEMPERATURE,
    other_temperature: Annotated[
        float | None, typer.Option(min=0.01, help="of the second network")
    ] = None,
    first_only: Annotated[bool, typer.Option(help="the first against all others")] = False,
) -> None:
    """Print the score of each file against each later one."""
    temperatures = (temperature, other_temperature or temperature)
    for one, other in itertools.combinations(files, 2):
        if first_only and one != files[0]:
            continue
        a, b = load_weights(one), load_weights(other)
        score, error = match(
            a, b, games=games, seed=seed, ruleset=Ruleset(), temperatures=temperatures
        )
        print(f"{one} against {other}: {score:.1%} ± {1.96 * error:.1%}", flush=True)


if __name__ == "__main__":
    run(main)
