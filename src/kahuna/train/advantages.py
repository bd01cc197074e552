"""Learn which actions are better than the policy's own: ``python -m kahuna.train.advantages FILE``.

In positions of self-play, every legal action is played out: a few decisions by a fixed policy for
both seats, each on its own observation, then its value. All actions of a position share hidden
cards, chance and sampling noise, so that their differences are measured well. A network learns
these differences as values of afterstates (``kahuna.train.afterstates``).

The hidden cards are the true ones. Over many positions they are samples of what the mover can
believe, and the network sees only what the mover sees, so it learns the mean over that belief.

Half of the games are played by the policy, the others by the policy improved by the values learnt
so far; some decisions are random. Positions stay in a memory and are learnt several times.

Shapes: r positions (*roots*), m (root, action) pairs, w playouts per pair.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from kahuna.batch import State, act, afterstates, is_over, legal_masks, mover, new, observe, reset
from kahuna.bots.network import forward, inputs, shape_of, value_logit
from kahuna.bots.neural import TEMPERATURE
from kahuna.command import number, output_file, run, whole
from kahuna.core import Ruleset
from kahuna.encoding import SIZE
from kahuna.train.afterstates import (
    OTHER_HEADS,
    Pairs,
    action_scores,
    afterstate_values,
    load_value_weights,
    pairs_of,
    policy_log_probs,
)
from kahuna.train.checkpoints import load_weights, save_weights
from kahuna.train.config import Config as SelfPlayConfig
from kahuna.train.config import rulesets
from kahuna.train.ppo import grow, scatter
from kahuna.train.shared import ILLEGAL, Array, Weights, half, result, take

PRIOR_WEIGHTS = (0.004, 0.008, 0.015, 0.03)
"""Prior weights with which improved play is measured at the end."""
BETWEEN_REPORTS = 10.0
"""Seconds between two lines."""
BETWEEN_SAVES = 60.0
MATCH_STEPS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvantageConfig:
    """Hyperparameters."""

    seed: int = 1
    blocks: int = 6
    roots: int = 4096
    """Parallel games, each of which gives a root per iteration."""
    pairs_per_root: int = 16
    """Average number of actions for which there is room; what exceeds it is dropped."""
    worlds: int = 2
    """Playouts per action."""
    horizon: int = 12
    """Decisions per playout."""
    playout_temperature: float = 0.4
    stride: int = 3
    """Decisions between two roots of a game."""
    random_share: float = 0.05
    """Share of random decisions between roots."""
    prior_weight: float = 0.015
    """Weight of the policy's log probability in improved play."""
    memory: int = 256
    """Iterations whose positions are remembered."""
    updates: int = 12
    """Gradient steps per iteration."""
    batch_share: int = 4
    """An iteration's pairs fill this many batches."""
    focus: float = 0.15
    """How fast the weight of an action falls with its distance from the best."""
    offset_weight: float = 0.05
    """Weight of the error in the mean value of a root, beside those in differences."""
    learning_rate: float = 4e-4
    final_learning_rate: float = 1e-5
    base_share: float = 0.6
    """Share of games with the base rules."""

    @property
    def num_pairs(self) -> int:
        """Return the number of pairs of an iteration."""
        return self.roots * self.pairs_per_root


class Examples(NamedTuple):
    """What is learnt from an iteration: (m, …). In the memory: (memory, m, …)."""

    observation: Array
    """The afterstate as the actor sees it."""
    root: Array
    value: Array
    """Mean result of the playouts, for the actor."""


class AdvantageState(NamedTuple):
    """The state of a run, without the memory."""

    weights: Weights
    average: Weights
    """Exponential moving average of the weights."""
    optimiser: Any
    states: State
    key: Array
    iteration: Array


def start(
    config: AdvantageConfig, policy: Weights, values: Weights | None = None
) -> AdvantageState:
    """Return the state before the first iteration; the network starts as the policy's own value."""
    weights = values or grow(policy, config.blocks, knows_counts=True)
    weights = {name: w for name, w in weights.items() if name not in OTHER_HEADS}
    games = SelfPlayConfig(games=config.roots, base_share=config.base_share, seed=config.seed)
    return AdvantageState(
        weights=weights,
        average=weights,
        optimiser=_optimiser().init(weights),
        states=scatter(new(config.roots, rulesets(games), seed=config.seed, space=jnp)),
        key=jax.random.key(config.seed),
        iteration=jnp.zeros((), jnp.int32),
    )


def empty_memory(config: AdvantageConfig) -> Examples:
    """Return a memory in which nothing counts yet."""
    size = (config.memory, config.num_pairs)
    return Examples(
        observation=jnp.zeros((*size, SIZE), jnp.uint8),
        root=jnp.full(size, -1, jnp.int32),
        value=jnp.zeros(size, jnp.float16),
    )


def _optimiser() -> optax.GradientTransformation:
    return optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(eps=1e-5))


def play_on(
    config: AdvantageConfig, policy: Weights, weights: Weights, states: State, key: Array
) -> State:
    """Play one decision in every game; deal a new game where one is over."""
    sample_key, share_key = jax.random.split(key)
    log_probs = policy_log_probs(policy, states)
    noise = jax.random.gumbel(sample_key, log_probs.shape)
    few = config.roots // 2
    scores = action_scores(weights, take(states, slice(few)), log_probs[:few], config.prior_weight)
    chosen = jnp.concatenate([scores, (log_probs + noise)[few:]])
    is_random = jax.random.uniform(share_key, (config.roots,)) < config.random_share
    uniform = jnp.where(log_probs > ILLEGAL / 2, noise, ILLEGAL)
    actions = jnp.where(is_random[:, None], uniform, chosen).argmax(axis=1)
    return reset(act(states, actions.astype(jnp.uint32), refuse=False).states)


def playout_values(
    config: AdvantageConfig, policy: Weights, states: State, pairs: Pairs, key: Array
) -> Array:
    """Play out every action in ``config.worlds`` futures; return results for the actor: (m, w)."""
    n, worlds = states.clock.shape[0], config.worlds
    chance_key, noise_key = jax.random.split(key)
    chance = jnp.maximum(jax.random.bits(chance_key, (n, worlds), jnp.uint32), 1)
    root = jnp.maximum(pairs.root, 0)
    index = jnp.repeat(root, worlds)
    future = (root[:, None] * worlds + jnp.arange(worlds)).reshape(-1)
    states = take(states, index)._replace(chance=chance.reshape(-1)[future])
    seats: Array = mover(states)

    def step(carry: tuple[State, Array, Array], key: Array) -> tuple[Any, None]:
        states, actions, _ = carry
        states = act(states, actions).states
        output = forward(policy, observe(states, mover(states)), jnp)
        noise = jax.random.gumbel(key, (n * worlds, output.logits.shape[1]))[future]
        logits = output.logits / config.playout_temperature + noise
        legal: Array = legal_masks(states)
        chosen = jnp.where(legal, logits, ILLEGAL).argmax(axis=1)
        return (states, chosen.astype(jnp.uint32), output.value), None

    begin = (states, jnp.repeat(pairs.actions, worlds), jnp.zeros(index.shape))
    keys = jax.random.split(noise_key, config.horizon)
    (states, _, value), _ = jax.lax.scan(step, begin, keys)
    value = jnp.where(mover(states) == seats, value, -value)
    final = jnp.where(seats == 1, -1.0, 1.0) * result(states)
    return jnp.where(is_over(states) >= 1, final, value).reshape(-1, worlds)


def importance(config: AdvantageConfig, found: Array, root: Array) -> Array:
    """Weigh actions by how good the network believes them to be: those it would play count most."""
    best = _by_root(jax.ops.segment_max, config, found, root)
    weight = 0.05 + jnp.exp((found - best) / config.focus)
    return jax.lax.stop_gradient(weight * (root >= 0))


def centre(
    config: AdvantageConfig, numbers: Array, weight: Array, root: Array
) -> tuple[Array, Array]:
    """Subtract from numbers their weighted mean within each root; also return these means."""
    total = partial(_by_root, jax.ops.segment_sum, config, root=root)
    mean = total(weight * numbers) / jnp.maximum(total(weight), 1e-6)
    return numbers - mean, mean


def _by_root(
    reduce: Callable[..., Array], config: AdvantageConfig, numbers: Array, root: Array
) -> Array:
    """Reduce numbers within each root, and return the result at each pair."""
    place = jnp.where(root >= 0, root, config.roots)
    return reduce(numbers, place, config.roots + 1, indices_are_sorted=True)[place]


def _loss(weights: Weights, config: AdvantageConfig, examples: Examples) -> Array:
    x = inputs(examples.observation, jnp, jnp.bfloat16, shape_of(weights))
    found = jnp.tanh(value_logit(half(weights), x, jnp))
    weight = importance(config, found, examples.root)
    share = weight / jnp.maximum(weight.sum(), 1e-6)
    error, offset = centre(config, found - examples.value, weight, examples.root)
    return (share * (error**2 + config.offset_weight * offset**2)).sum()


@partial(jax.jit, static_argnums=0, donate_argnums=3)
def iterate(
    config: AdvantageConfig,
    policy: Weights,
    run_state: AdvantageState,
    memory: Examples,
    progress: Array,
) -> tuple[AdvantageState, Examples, dict[str, Array]]:
    """Play on, play out all actions, remember them and learn from the memory.

    ``progress`` rises from 0 to 1 and lowers the learning rate.
    """
    key, play_key, playout_key, learn_key = jax.random.split(run_state.key, 4)
    playing, policy = half(run_state.average), half(policy)
    states, _ = jax.lax.scan(
        lambda states, key: (play_on(config, policy, playing, states, key), None),
        run_state.states,
        jax.random.split(play_key, config.stride),
    )
    examples, metrics = search(config, policy, playing, states, playout_key)
    slot = run_state.iteration % config.memory
    memory = jax.tree.map(
        lambda old, new: jax.lax.dynamic_update_index_in_dim(old, new, slot, 0), memory, examples
    )
    filled = jnp.minimum(run_state.iteration + 1, config.memory)
    rate = config.learning_rate + progress * (config.final_learning_rate - config.learning_rate)
    size = config.num_pairs // config.batch_share

    def update(carry: tuple[Weights, Any], key: Array) -> tuple[tuple[Weights, Any], Array]:
        weights, moments = carry
        slot_key, part_key = jax.random.split(key)
        slot = jax.random.randint(slot_key, (), 0, filled)
        begin = jax.random.randint(part_key, (), 0, config.batch_share) * size

        def part(kept: Array) -> Array:
            row = jax.lax.dynamic_index_in_dim(kept, slot, 0, keepdims=False)
            return jax.lax.dynamic_slice_in_dim(row, begin, size)

        loss, gradient = jax.value_and_grad(_loss)(weights, config, jax.tree.map(part, memory))
        steps, moments = _optimiser().update(gradient, moments, weights)
        weights = {name: w - rate * steps[name] for name, w in weights.items()}
        return (weights, moments), loss

    carry = (run_state.weights, run_state.optimiser)
    (weights, moments), losses = jax.lax.scan(
        update, carry, jax.random.split(learn_key, config.updates)
    )
    keep = jnp.minimum(0.99, run_state.iteration / (run_state.iteration + 10.0))
    average = {n: keep * old + (1 - keep) * weights[n] for n, old in run_state.average.items()}
    after = AdvantageState(weights, average, moments, states, key, run_state.iteration + 1)
    return after, memory, metrics | {"loss": losses.mean()}


def search(
    config: AdvantageConfig, policy: Weights, weights: Weights, states: State, key: Array
) -> tuple[Examples, dict[str, Array]]:
    """Play out all actions of the roots; also say how well the values predict the playouts.

    ``gain`` is what improved play gains over the policy's favourite, ``available`` what an oracle
    that sees half of the playouts gains in the other half (0 with one playout), and ``explained``
    the share of the variance within roots that the values explain, noise included.
    """
    n = config.roots
    log_probs = policy_log_probs(policy, states)
    pairs = pairs_of(legal_masks(states), config.num_pairs)
    results = playout_values(config, policy, states, pairs, key)
    value = results.mean(axis=1)
    seats = mover(states)
    observation = observe(
        afterstates(pairs.states(states), pairs.actions), seats[jnp.maximum(pairs.root, 0)]
    )
    examples = Examples(observation, pairs.root, value.astype(jnp.float16))

    found = afterstate_values(weights, pairs.states(states), pairs.actions)
    weight = importance(config, found, pairs.root)
    error, _ = centre(config, found - value, weight, pairs.root)
    spread, _ = centre(config, value, weight, pairs.root)
    num_first = config.worlds // 2
    first = results[:, :num_first].mean(axis=1) if num_first else 0 * value
    metrics = {
        "gain": _gain(pairs, found, value, log_probs, config.prior_weight),
        "available": _gain(pairs, first, results[:, num_first:].mean(axis=1), log_probs, 0.004),
        "explained": 1 - (weight * error**2).sum() / (weight * spread**2).sum(),
        "pairs": pairs.is_real.sum() / n,
    }
    return examples, metrics


def _gain(pairs: Pairs, found: Array, value: Array, log_probs: Array, prior_weight: float) -> Array:
    """Return what the best action by ``found`` and prior gains over the policy's favourite."""
    n = log_probs.shape[0]
    is_listed = pairs.table(pairs.is_real, n, missing=False)
    scores = pairs.table(found, n, ILLEGAL) + prior_weight * log_probs
    values = pairs.table(value, n, 0.0)
    favourite, best = log_probs.argmax(axis=1), scores.argmax(axis=1)
    rows = jnp.arange(n)
    is_known = is_listed[rows, favourite] & is_listed[rows, best]
    gain = jnp.where(is_known, values[rows, best] - values[rows, favourite], 0.0)
    return gain.sum() / jnp.maximum(is_known.sum(), 1)


@jax.jit
def _match_steps(
    policy: Weights, weights: Weights, states: State, prior_weight: Array, key: Array
) -> State:
    """Play some decisions; improved play is White in the first half of the games."""
    policy, weights = half(policy), half(weights)
    n = states.clock.shape[0]
    is_swapped = jnp.arange(n) >= n // 2

    def step(states: State, key: Array) -> tuple[State, None]:
        log_probs = policy_log_probs(policy, states)
        theirs = jax.random.categorical(key, log_probs / TEMPERATURE)
        ours = action_scores(weights, states, log_probs, prior_weight).argmax(axis=1)
        seats: Array = mover(states)
        is_ours = (seats == 1) == is_swapped
        actions = jnp.where(is_ours, ours, theirs).astype(jnp.uint32)
        return act(states, actions).states, None

    states, _ = jax.lax.scan(step, states, jax.random.split(key, MATCH_STEPS))
    return states


def improved_score(
    policy: Weights, weights: Weights, *, games: int, prior_weight: float, seed: int = 1
) -> tuple[float, float]:
    """Return the score of improved play against the policy, and its standard error."""
    num_deals = games // 2
    deals = new(num_deals, Ruleset(), seed=seed, space=jnp)
    states: State = jax.tree.map(lambda x: jnp.concatenate([x, x]), deals)
    key = jax.random.key(seed)
    while not bool(is_over(states).all()):
        key, step_key = jax.random.split(key)
        states = _match_steps(policy, weights, states, jnp.float32(prior_weight), step_key)
    sign = jnp.where(jnp.arange(2 * num_deals) < num_deals, 1.0, -1.0)
    scores = np.asarray(0.5 + 0.5 * result(states) * sign)
    pairs = scores[:num_deals] + scores[num_deals:]
    return float(scores.mean()), float(pairs.std() / 2 / sqrt(num_deals))


def train(
    config: AdvantageConfig,
    policy: Weights,
    path: Path,
    *,
    seconds: float,
    values: Weights | None = None,
) -> Weights:
    """Train for a time after compiling, and write the weights every minute and at the end."""
    run_state, memory = start(config, policy, values), empty_memory(config)
    run_state, memory, _ = iterate(config, policy, run_state, memory, jnp.float32(0))
    first = int(run_state.iteration)  # Waits until everything is compiled.
    began = reported = saved = monotonic()
    lines: list[dict[str, float]] = []
    try:
        while (passed := monotonic() - began) < seconds:
            progress = jnp.float32(passed / seconds)
            run_state, memory, metrics = iterate(config, policy, run_state, memory, progress)
            lines.append({name: float(value) for name, value in metrics.items()})  # Waits.
            if monotonic() - reported > BETWEEN_REPORTS:
                num = (int(run_state.iteration) - first) * config.roots
                rate = num / (monotonic() - began)
                means = {name: np.mean([line[name] for line in lines]) for name in lines[0]}
                told = ", ".join(f"{name} {mean:.4f}" for name, mean in means.items())
                print(f"{passed:.0f} s, {rate:.0f} roots/s, {told}", flush=True)
                reported, lines = monotonic(), []
            if monotonic() - saved > BETWEEN_SAVES:
                save_weights(path, run_state.average)
                saved = monotonic()
    finally:
        save_weights(path, run_state.average)
    weights: Weights = run_state.average
    return weights


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m kahuna.train.advantages",
        description="Learn which actions are better than the policy's own.",
    )
    parser.add_argument("file", type=output_file, help="where to write the weights of the values")
    parser.add_argument("--policy", type=Path, required=True, help="weights of the policy")
    parser.add_argument("--from", dest="values", type=Path, help="values to start with")
    parser.add_argument("--minutes", type=number(0.0), default=5.0, help="without compiling")
    parser.add_argument("--roots", type=whole(2), default=4096, help="parallel games")
    parser.add_argument("--worlds", type=whole(1), default=2, help="playouts per action")
    parser.add_argument("--memory", type=whole(1), default=256, help="iterations remembered")
    parser.add_argument("--blocks", type=whole(1, 64), default=6, help="residual blocks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--score-games", type=whole(0), default=4096)
    options = parser.parse_args(arguments)
    config = AdvantageConfig(
        seed=options.seed,
        roots=options.roots,
        worlds=options.worlds,
        memory=options.memory,
        blocks=options.blocks,
    )
    policy = load_weights(options.policy)
    values = load_value_weights(options.values) if options.values else None
    weights = train(config, policy, options.file, seconds=60 * options.minutes, values=values)
    for prior_weight in PRIOR_WEIGHTS if options.score_games else ():
        score, error = improved_score(
            policy, weights, games=options.score_games, prior_weight=prior_weight
        )
        told = f"{score:.1%} ± {1.96 * error:.1%}"
        print(f"prior weight {prior_weight}: {told} against the policy", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
