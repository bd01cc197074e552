"""Train the referee's value network: ``python -m research.train_referee FILE``.

The champion plays against itself at several temperatures, and the network learns to predict the
result from positions with all cards known.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Annotated, Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
import typer

from kahuna.batch import State, act, is_over, mover, new, reset
from kahuna.batch.state import arrays_of, state_of
from kahuna.bots.neural import champion_weights
from kahuna.bots.referee import INPUTS_VERSION, referee_logit
from kahuna.bots.rollouts import sample_actions
from kahuna.core import ACTIONS
from kahuna.encoding import INPUT_SIZES
from kahuna.train.config import Config, rulesets
from kahuna.train.shared import Array, Weights, half, result
from research.command import OutputFile, run

TEMPERATURES: Final = (0.5, 0.5, 1.0, 2.0, 4.0)
"""How the seats play; each pair of temperatures occurs equally often."""
WIDTH: Final = 256
DECAY: Final = 0.995
"""Share of the average that a step keeps."""


class RefereeState(NamedTuple):
    """The state of a training run."""

    weights: Weights
    average: Weights
    moments: Any
    states: State


def init_weights(key: Array) -> Weights:
    """Return weights whose value is near 0."""
    size = INPUT_SIZES[INPUTS_VERSION]
    shapes = {
        "own": (size, WIDTH),
        "their": (size, WIDTH),
        "bias": (WIDTH,),
        "hidden": (WIDTH, WIDTH),
        "hidden_bias": (WIDTH,),
        "value": (WIDTH, 1),
    }
    weights = {}
    for i, (name, shape) in enumerate(shapes.items()):
        noise = jax.random.normal(jax.random.fold_in(key, i), shape) / np.sqrt(shape[0])
        scale = {"value": 0.1, "bias": 0.0, "hidden_bias": 0.0}.get(name, 1.0)
        weights[name] = noise * scale
    return weights


@partial(jax.jit, static_argnames="steps")
def play(
    champion: Weights, states: State, key: Array, *, steps: int
) -> tuple[State, Array, Array, Array]:
    """Play games on, and label every position with the result of its game.

    Returns the games now, positions (steps, words, n), results and whether they are known
    (steps, n).
    """
    place = jnp.arange(states.clock.shape[0])
    choices = jnp.array(TEMPERATURES)
    num = len(TEMPERATURES)
    temperatures = jnp.stack([choices[place % num], choices[place // num % num]])

    def step(states: State, key: Array) -> tuple[State, tuple[Array, Array, Array]]:
        temperature = temperatures[mover(states).astype(int), place]
        noise = jax.random.gumbel(key, (len(place), len(ACTIONS)))
        chosen = sample_actions(states, None, champion, noise, jnp, temperature[:, None])
        after = act(states, chosen.astype(jnp.uint32)).states
        words: list[Array] = [*arrays_of(states)]
        found = (jnp.stack(words), is_over(after), result(after))
        return reset(after), found

    states, (words, over, results) = jax.lax.scan(step, states, jax.random.split(key, steps))

    def label(carry: tuple[Array, Array], found: tuple[Array, Array]) -> tuple[Any, Any]:
        over, results = found
        carry = (jnp.where(over, results, carry[0]), over | carry[1])
        return carry, carry

    none = (jnp.zeros(over.shape[1:]), jnp.zeros(over.shape[1:], bool))
    _, (labels, is_known) = jax.lax.scan(label, none, (over, results), reverse=True)
    return states, words, labels, is_known


def loss_of(weights: Weights, states: State, labels: Array, is_known: Array) -> Array:
    """Return the cross entropy of the results."""
    logits = 2 * referee_logit(half(weights), states, jnp)
    losses = optax.sigmoid_binary_cross_entropy(logits, (1 + labels) / 2)
    return (losses * is_known).sum() / jnp.maximum(is_known.sum(), 1)


@partial(jax.jit, static_argnames="batches")
def learn(
    train: RefereeState, found: tuple[Array, Array, Array], rate: Array, key: Array, *, batches: int
) -> tuple[RefereeState, Array]:
    """Go through the positions once, in random order."""
    words, labels, is_known = found
    words = words.swapaxes(0, 1).reshape(words.shape[1], -1)
    labels, is_known = labels.reshape(-1), is_known.reshape(-1)
    order = jax.random.permutation(key, labels.shape[0]).reshape(batches, -1)

    def step(carry: tuple[Weights, Weights, Any], index: Array) -> tuple[Any, Array]:
        weights, average, moments = carry
        states = state_of(list(words[:, index]))
        loss, gradient = jax.value_and_grad(loss_of)(
            weights, states, labels[index], is_known[index]
        )
        updates, moments = optax.scale_by_adam().update(gradient, moments)
        weights = jax.tree.map(lambda w, u: w - rate * u, weights, updates)
        average = jax.tree.map(lambda a, w: DECAY * a + (1 - DECAY) * w, average, weights)
        return (weights, average, moments), loss

    start = (train.weights, train.average, train.moments)
    (weights, average, moments), losses = jax.lax.scan(step, start, order)
    return train._replace(weights=weights, average=average, moments=moments), losses.mean()


def main(
    file: OutputFile,
    seconds: Annotated[float, typer.Option(min=0.0, help="training time")] = 60.0,
    games: Annotated[int, typer.Option(min=1, help="parallel games")] = 16384,
    steps: Annotated[int, typer.Option(min=1, help="decisions per iteration")] = 160,
    batches: Annotated[int, typer.Option(min=1, help="minibatches per iteration")] = 80,
    rate: Annotated[float, typer.Option(min=0.0, help="learning rate")] = 1e-3,
    seed: Annotated[int, typer.Option(min=0)] = 1,
) -> None:
    """Train for a time and write the averaged weights."""
    key = jax.random.key(seed)
    champion = half(
        {name: jnp.asarray(array) for name, array in champion_weights("champion-1").items()}
    )
    weights = init_weights(key)
    config = Config(games=games, seed=seed)
    states = new(games, rulesets(config), seed=seed, space=jnp)
    train = RefereeState(weights, weights, optax.scale_by_adam().init(weights), states)
    began = perf_counter()
    iteration = 0
    while (part := (perf_counter() - began) / max(seconds, 1e-9)) < 1 or not iteration:
        iteration += 1
        play_key, learn_key = jax.random.split(jax.random.fold_in(key, iteration))
        states, *found = play(champion, train.states, play_key, steps=steps)
        train, loss = learn(
            train._replace(states=states),
            (found[0], found[1], found[2]),
            rate * max(1 - part, 0.01),
            learn_key,
            batches=batches,
        )
        if iteration % 10 == 1:
            print(f"{iteration}: loss {loss:.4f} after {perf_counter() - began:.0f} s", flush=True)
    arrays = {name: np.asarray(array, np.float16) for name, array in train.average.items()}
    np.savez(file, **arrays)  # type: ignore[arg-type]  # the stubs know no arrays by name


if __name__ == "__main__":
    run(main)
