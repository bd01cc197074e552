"""Collect and use positions in which the champion errs: ``python -m research.blind_spots``.

``make FILE --expert WEIGHTS`` searches positions of self-play deeply and keeps those in which
another action is better than the network's favourite by more than 0.1 (a won game counts 1, a lost
one -1) and by more than three standard errors. ``report FILE WEIGHTS…`` says how often networks
find the better action. These positions are for tests, never for training.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple
from zipfile import BadZipFile

import jax
import jax.numpy as jnp
import numpy as np
import typer

from kahuna.batch import State, act, is_over, legal_masks, mover, new, observe, start_memories
from kahuna.batch.state import arrays_of, state_of
from kahuna.bots.network import NetworkOutput, forward
from kahuna.bots.neural import policy, read_weights
from kahuna.core import Ruleset
from kahuna.train.checkpoints import TrainError, load_weights
from kahuna.train.shared import Array, Weights, half
from research import batched_search as search
from research.batched_search import SearchConfig
from research.command import OutputFile, run
from research.jax_rollouts import advance

MIN_GAIN = 0.1
MIN_ERRORS = 3.0
LIKELY = 0.1
"""Probability from which an action counts as found."""
DEEP = SearchConfig(roots=1024, first_worlds=16, second_worlds=256)
MAX_DECISIONS = 100
"""Decisions after which a game is searched at the latest."""
CHANCES = 16
"""Worlds in which a value is compared after one action."""


class Suite(NamedTuple):
    """Positions with the action that a network prefers and a better one (action numbers)."""

    states: State
    favourite: Array
    better: Array
    gain: Array


def make(expert: Weights, number: int, seed: int, config: SearchConfig = DEEP) -> Suite:
    """Search positions of self-play until there are enough; at most one per game."""
    found: list[tuple[list[Array], Array, Array, Array]] = []
    key = jax.random.key(seed)
    while sum(len(each[1]) for each in found) < number:
        key, start_key, *keys = jax.random.split(key, 6)
        states = new(config.roots, Ruleset(), seed=seed + len(found), space=jnp)
        states = _scatter(expert, states, start_key)
        prior, pairs, first_states, actions = search.expand(config, expert, states, keys[0])
        values = search.playouts(config, expert, first_states, actions, keys[1])
        candidates, is_legal, second_states, actions = search.select(
            config, prior, pairs, values, states, keys[2]
        )
        values = search.play_in_chunks(
            config, expert, second_states, actions, values.shape[0], keys[3]
        )
        values = values.reshape(config.roots, config.candidates, config.second_worlds)
        difference = values - values[:, :1]
        mean = np.where(is_legal, difference.mean(axis=2), -9.0)
        error = np.asarray(difference.std(axis=2)) / np.sqrt(config.second_worlds)
        place = mean.argmax(axis=1)
        rows = np.arange(config.roots)
        gain = mean[rows, place]
        is_blind = (gain > MIN_GAIN) & (gain > MIN_ERRORS * error[rows, place])
        is_blind &= np.asarray(is_over(states)) == 0
        print(f"{is_blind.mean():.1%} of {config.roots} positions are blind spots", flush=True)
        chosen = np.asarray(candidates)
        arrays = [np.asarray(array)[is_blind] for array in arrays_of(states)]
        found.append((arrays, chosen[is_blind, 0], chosen[rows, place][is_blind], gain[is_blind]))
    arrays = [
        np.concatenate(each)[:number] for each in zip(*(part[0] for part in found), strict=True)
    ]
    rest = [
        np.concatenate(each)[:number] for each in zip(*(part[1:] for part in found), strict=True)
    ]
    return Suite(state_of(arrays), *rest)


def _scatter(expert: Weights, states: State, key: Array) -> State:
    """Stop every game after a random number of decisions."""
    stop = jax.random.randint(key, states.clock.shape, 0, MAX_DECISIONS)
    for i in range(MAX_DECISIONS):
        after = advance(expert, states, jax.random.fold_in(key, i))
        states = jax.tree.map(partial(jnp.where, stop > i), after, states)
    return states


def save(path: Path, suite: Suite) -> None:
    """Write a suite as a compressed file."""
    arrays = np.stack([np.asarray(array) for array in arrays_of(suite.states)])
    np.savez_compressed(
        path,
        states=arrays,
        favourite=suite.favourite.astype(np.uint8),
        better=suite.better.astype(np.uint8),
        gain=suite.gain.astype(np.float16),
    )


def load(path: Path) -> Suite:
    """Read a suite."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            states = state_of(list(arrays["states"]))
            return Suite(states, arrays["favourite"], arrays["better"], arrays["gain"])
    except (ValueError, TypeError, KeyError, EOFError, BadZipFile):
        message = f"{path} contains no positions; `python -m research.blind_spots make` does"
        raise TrainError(message) from None


def report(suite: Suite, weights: Mapping[str, Array]) -> tuple[float, float, float]:
    """Return three shares: better action likely, preferred to the favourite, higher in value.

    The suite has positions without their history, so nobody remembers anything.
    """
    seats = mover(suite.states)
    output: NetworkOutput = forward(
        weights, observe(suite.states, seats, start_memories(suite.states)), np
    )
    probabilities = policy(output, np.asarray(legal_masks(suite.states)), 1.0)
    rows = np.arange(len(suite.better))
    better = probabilities[rows, suite.better]
    favourite = probabilities[rows, suite.favourite]
    values = [_value_after(suite, actions, weights) for actions in (suite.better, suite.favourite)]
    return (
        float((better > LIKELY).mean()),
        float((better > favourite).mean()),
        float((values[0] > values[1]).mean()),
    )


def _value_after(suite: Suite, actions: Array, weights: Mapping[str, Array]) -> Array:
    """Return the mean value for the mover one decision later, with the true hidden cards."""
    seats = np.asarray(mover(suite.states))
    total = np.zeros(len(actions))
    for i in range(CHANCES):
        chance: Array = np.random.default_rng(i).integers(1, 1 << 32, len(actions), dtype=np.uint32)
        after = act(suite.states._replace(chance=chance), actions.astype(np.uint32)).states
        movers = np.asarray(mover(after))
        value = forward(weights, observe(after, movers, start_memories(after)), np).value
        total += np.where(movers == seats, value, -value)
    return total / CHANCES


def make_suite(
    file: OutputFile,
    expert: Annotated[Path, typer.Option(help="weights of the network")],
    number: Annotated[int, typer.Option(min=1, help="positions to find")] = 1000,
    seed: int = 1,
) -> None:
    """Find such positions (on a GPU)."""
    save(file, make(half(load_weights(expert)), number, seed))


def report_shares(file: Path, weights: list[Path]) -> None:
    """Test networks on them."""
    suite = load(file)
    print("| weights | better action above 10 % | preferred to the favourite | higher value |")
    print("|---|---|---|---|")
    for path in weights:
        shares = report(suite, read_weights(path))
        print(f"| {path} | {' | '.join(f'{share:.1%}' for share in shares)} |", flush=True)


if __name__ == "__main__":
    run(make=make_suite, report=report_shares)
