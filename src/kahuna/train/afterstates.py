"""Learn the value of afterstates: what a position is worth to a seat after its own action.

An *afterstate* is the position after an action and before chance [Sutton and Barto 2018, 6.8]. The
network sees it as the acting seat does, so one evaluation ranks an action, or a whole turn, without
sampling hidden cards or draws.

A fixed policy, the champion, plays both seats. In some turns a seat deviates from it: uniformly, by
a flattened policy, or greedily by the values learnt so far. So values are learnt off the policy's
own path, too. Targets are TD(lambda) returns of the policy; they stop at deviations.

With ``improves`` the policy itself is greedy by the values: approximate policy iteration.

Shapes: n games, t steps, k candidate actions.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from kahuna.batch import State, act, afterstates, legal_masks, mover, new, observe, reset, turn_up
from kahuna.batch.state import Clock, over_mask
from kahuna.bots.network import forward_inputs, inputs, value_logit
from kahuna.bots.neural import TEMPERATURE
from kahuna.command import number, run, whole
from kahuna.core import ARCHIPELAGO, Ruleset
from kahuna.train.batched_search import take
from kahuna.train.checkpoints import load_weights, save_weights
from kahuna.train.config import Config as SelfPlayConfig
from kahuna.train.config import rulesets
from kahuna.train.ppo import Array, Weights, grow, half, result, scatter

_FAR = -1e9
"""Logit of an illegal action."""
MATCH_STEPS = 32
PRIOR_WEIGHTS = (0.0, 0.004, 0.015)
"""Prior weights with which greedy play is measured at the end."""
BETWEEN_REPORTS = 20.0
"""Seconds between two lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Hyperparameters."""

    seed: int = 1
    blocks: int = 4
    games: int = 16384
    steps: int = 32
    """Decisions per game and iteration."""
    minibatches: int = 16
    learning_rate: float = 4e-4
    final_learning_rate: float = 1e-5
    td_lambda: float = 0.95
    deviating_turns: float = 0.2
    """Share of turns in which a seat deviates from the policy."""
    hot_temperature: float = 4.0
    """Temperature of a flattened policy."""
    greedy_games: int = 512
    """Games in which deviations are greedy by the values."""
    greedy_turns: float = 0.5
    """Share of deviating turns in those games."""
    candidates: int = 24
    """Actions among which greedy play chooses: half the most likely, half random."""
    improves: bool = False
    """Whether the policy is greedy by the values, in all games."""
    prior_weight: float = 0.004
    """Weight of the champion's log probability in greedy play."""
    base_share: float = 0.6
    """Share of games with the base rules."""


class Play(NamedTuple):
    """Games in progress."""

    states: State
    turn: Array
    """The turn, as in the clock, for which ``mode`` holds."""
    mode: Array
    """How the mover deviates in its turn, one of the constants below."""


_NONE, _UNIFORM, _HOT, _GREEDY = range(4)


class TrainState(NamedTuple):
    """The complete state of a run."""

    weights: Weights
    average: Weights
    """Exponential moving average of the weights."""
    optimiser: Any
    play: Play
    key: Array
    progress: Array
    """From 0 to 1, for the learning rate."""


class Transitions(NamedTuple):
    """A batch of decisions. Shapes: (t, n, …)."""

    observation: Array
    """The afterstate as the actor sees it."""
    expected: Array
    """White's value after the policy's own action, which is not always the one taken."""
    deviates: Array
    is_black: Array
    reward: Array
    """White's result where the decision ended the game, else 0."""
    is_over: Array


def start(config: Config, champion: Weights) -> TrainState:
    """Return the state before the first iteration; the network starts as the champion's."""
    weights = grow(champion, config.blocks)
    weights = {name: w for name, w in weights.items() if name not in ("policy", "hand")}
    games = SelfPlayConfig(games=config.games, base_share=config.base_share, seed=config.seed)
    states = scatter(new(config.games, rulesets(games), seed=config.seed, space=jnp))
    zeros = jnp.zeros(config.games, jnp.uint32)
    return TrainState(
        weights=weights,
        average=weights,
        optimiser=_optimiser().init(weights),
        play=Play(states, zeros + 255, zeros),
        key=jax.random.key(config.seed),
        progress=jnp.zeros(()),
    )


def _optimiser() -> optax.GradientTransformation:
    return optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(eps=1e-5))


def values(weights: Weights, states: State, seats: Array) -> Array:
    """Return the value of afterstates for the seats that acted: (n,)."""
    x = inputs(observe(states, seats), jnp, jnp.bfloat16, knows_board=True)
    return jnp.tanh(value_logit(weights, x, jnp))


def greedy(
    weights: Weights,
    states: State,
    log_probs: Array,
    key: Array,
    *,
    candidates: int,
    prior_weight: Array | float,
) -> tuple[Array, Array]:
    """Return the best of some candidate actions, and its value for the mover.

    Half of the candidates are the most likely actions, the others random legal ones.
    """
    n = states.clock.shape[0]
    order = jnp.argsort(jnp.argsort(-log_probs, axis=1), axis=1)
    noise = jax.random.uniform(key, log_probs.shape)
    legal = log_probs > _FAR / 2
    chosen = jnp.where(order < candidates // 2, 2.0, noise)
    found, actions = jax.lax.top_k(jnp.where(legal, chosen, -1.0), candidates)
    seats: Array = mover(states)
    index = jnp.repeat(jnp.arange(n), candidates)
    flat = actions.reshape(-1).astype(jnp.uint32)
    after = afterstates(take(states, index), flat)
    white = jnp.where(seats[index] == 1, -1.0, 1.0) * result(after)
    worth = values(weights, after, seats[index])
    worth = jnp.where(over_mask(after) >= 1, white, worth).reshape(n, candidates)
    prior = jnp.take_along_axis(log_probs, actions, axis=1)
    score = jnp.where(found >= 0, worth + prior_weight * prior, _FAR)
    best = score.argmax(axis=1)[:, None]
    return (
        jnp.take_along_axis(actions, best, axis=1)[:, 0],
        jnp.take_along_axis(worth, best, axis=1)[:, 0],
    )


def policy_log_probs(champion: Weights, states: State) -> Array:
    """Return the champion's log probabilities of all actions: (n, 189)."""
    x = inputs(observe(states, mover(states)), jnp, jnp.bfloat16, knows_board=True)
    legal: Array = legal_masks(states)
    return jax.nn.log_softmax(jnp.where(legal, forward_inputs(champion, x, jnp).logits, _FAR))


def _policy_action(
    config: Config, weights: Weights, states: State, log_probs: Array, key: Array
) -> tuple[Array, Array]:
    """Return the policy's action in every game, and its value for the mover."""
    if config.improves:
        return greedy(
            weights,
            states,
            log_probs,
            key,
            candidates=config.candidates,
            prior_weight=config.prior_weight,
        )
    action = jax.random.categorical(key, log_probs / TEMPERATURE)
    after = afterstates(states, action.astype(jnp.uint32))
    return action, values(weights, after, mover(states))


def _step(
    config: Config, champion: Weights, weights: Weights, play: Play, key: Array
) -> tuple[Play, Transitions]:
    """Play one decision in every game."""
    keys = jax.random.split(key, 6)
    states = play.states
    n = states.clock.shape[0]
    turn = Clock.TURN.of(states.clock)
    log_probs = policy_log_probs(champion, states)
    policy, expected = _policy_action(config, weights, states, log_probs, keys[0])

    is_greedy_game = jnp.arange(n) < config.greedy_games
    chance = jax.random.uniform(keys[1], (n,))
    share = jnp.where(is_greedy_game, config.greedy_turns, config.deviating_turns)
    mode = jnp.where(is_greedy_game, _GREEDY, jnp.where(chance < share / 2, _UNIFORM, _HOT))
    mode = jnp.where(chance < share, mode, _NONE).astype(jnp.uint32)
    mode = jnp.where(turn == play.turn, play.mode, mode)

    legal = log_probs > _FAR / 2
    heat = jnp.where(mode == _UNIFORM, 1e6, config.hot_temperature)
    other = jax.random.categorical(keys[2], jnp.where(legal, log_probs / heat[:, None], _FAR))
    if config.greedy_games:
        few = slice(config.greedy_games)
        best, _ = greedy(
            weights,
            take(states, few),
            log_probs[few],
            keys[3],
            candidates=config.candidates,
            prior_weight=config.prior_weight,
        )
        other = jnp.concatenate([best, other[config.greedy_games :]])
    is_other = (mode != _NONE) & ((mode != _UNIFORM) | (jax.random.uniform(keys[4], (n,)) < 0.6))
    action = jnp.where(is_other, other, policy)

    seats: Array = mover(states)
    after = afterstates(states, action.astype(jnp.uint32))
    is_over = over_mask(after) >= 1
    observation = observe(after, seats)
    for _ in range(ARCHIPELAGO.open_places):
        after = turn_up(after)
    # A round may begin with a board on which a seat has nothing left, which ends the game.
    is_over = is_over | (over_mask(after) >= 1)
    is_black = seats == 1
    transitions = Transitions(
        observation=observation,
        expected=jnp.where(is_black, -expected, expected),
        deviates=action != policy,
        is_black=is_black,
        reward=jnp.where(is_over, result(after), 0.0),
        is_over=is_over,
    )
    return Play(reset(after), turn, mode), transitions


def returns(transitions: Transitions, last: Array, td_lambda: float) -> Array:
    """Return TD(lambda) returns of the afterstates, for the actor: (t, n).

    ``last`` is White's expected value of the states after the last step.
    """

    def back(after: Array, now: Transitions) -> tuple[Array, Array]:
        found = jnp.where(now.is_over, now.reward, after)
        mixed = (1 - td_lambda) * now.expected + td_lambda * found
        return jnp.where(now.deviates, now.expected, mixed), found

    _, found = jax.lax.scan(back, last, transitions, reverse=True)
    return jnp.where(transitions.is_black, -found, found)


def _loss(weights: Weights, observation: Array, target: Array) -> tuple[Array, Array]:
    """Return the cross entropy between expected and observed result, and the squared error."""
    x = inputs(observation, jnp, jnp.bfloat16, knows_board=True)
    logit = value_logit(half(weights), x, jnp)
    odds, share = 2 * logit, (1 + target) / 2
    entropy = jnp.maximum(odds, 0) - odds * share + jnp.log1p(jnp.exp(-jnp.abs(odds)))
    return entropy.mean(), ((jnp.tanh(logit) - target) ** 2).mean()


@partial(jax.jit, static_argnums=0)
def iterate(
    config: Config, champion: Weights, train_state: TrainState
) -> tuple[TrainState, dict[str, Array]]:
    """Play some steps in every game and learn from them."""
    key, play_key, last_key, learn_key = jax.random.split(train_state.key, 4)
    champion, playing = half(champion), half(train_state.weights)
    play, transitions = jax.lax.scan(
        partial(_step, config, champion, playing),
        train_state.play,
        jax.random.split(play_key, config.steps),
    )
    log_probs = policy_log_probs(champion, play.states)
    _, last = _policy_action(config, playing, play.states, log_probs, last_key)
    seats: Array = mover(play.states)
    last = jnp.where(seats == 1, -last, last)
    target = returns(transitions, last, config.td_lambda)
    rate = config.learning_rate + jnp.minimum(train_state.progress, 1.0) * (
        config.final_learning_rate - config.learning_rate
    )
    optimiser = _optimiser()

    def update(carry: tuple[Weights, Any], games: Array) -> tuple[tuple[Weights, Any], Array]:
        weights, moments = carry
        batch = jax.tree.map(
            lambda x: x[:, games].reshape(-1, *x.shape[2:]), (transitions.observation, target)
        )
        gradient, error = jax.grad(_loss, has_aux=True)(weights, *batch)
        steps, moments = optimiser.update(gradient, moments, weights)
        weights = {name: w - rate * steps[name] for name, w in weights.items()}
        return (weights, moments), error

    shuffled = jax.random.permutation(learn_key, config.games).reshape(config.minibatches, -1)
    carry = (train_state.weights, train_state.optimiser)
    (weights, moments), errors = jax.lax.scan(update, carry, shuffled)
    average = {name: 0.99 * old + 0.01 * weights[name] for name, old in train_state.average.items()}
    metrics = {"error": errors.mean(), "deviates": transitions.deviates.mean()}
    after = train_state._replace(
        weights=weights, average=average, optimiser=moments, play=play, key=key
    )
    return after, metrics


@partial(jax.jit, static_argnums=2)
def _match_steps(
    networks: tuple[Weights, Weights],
    states: State,
    candidates: int,
    prior_weight: Array,
    key: Array,
) -> State:
    """Play some decisions; greedy play is White in the first half of the games."""
    champion, weights = map(half, networks)
    n = states.clock.shape[0]
    is_swapped = jnp.arange(n) >= n // 2

    def step(states: State, key: Array) -> tuple[State, None]:
        log_probs = policy_log_probs(champion, states)
        sample_key, greedy_key = jax.random.split(key)
        theirs = jax.random.categorical(sample_key, log_probs / TEMPERATURE)
        ours, _ = greedy(
            weights,
            states,
            log_probs,
            greedy_key,
            candidates=candidates,
            prior_weight=prior_weight,
        )
        seats: Array = mover(states)
        is_ours = (seats == 1) == is_swapped
        actions = jnp.where(is_ours, ours, theirs).astype(jnp.uint32)
        return act(states, actions).states, None

    states, _ = jax.lax.scan(step, states, jax.random.split(key, MATCH_STEPS))
    return states


def greedy_score(
    champion: Weights,
    weights: Weights,
    *,
    games: int,
    candidates: int = 24,
    prior_weight: float,
    seed: int = 1,
) -> tuple[float, float]:
    """Return the score of greedy play by the values against the champion, and its error."""
    num_deals = games // 2
    deals = new(num_deals, Ruleset(), seed=seed, space=jnp)
    states: State = jax.tree.map(lambda x: jnp.concatenate([x, x]), deals)
    key = jax.random.key(seed)
    while not bool((over_mask(states) >= 1).all()):
        key, step_key = jax.random.split(key)
        states = _match_steps(
            (champion, weights), states, candidates, jnp.float32(prior_weight), step_key
        )
    sign = jnp.where(jnp.arange(2 * num_deals) < num_deals, 1.0, -1.0)
    scores = np.asarray(0.5 + 0.5 * result(states) * sign)
    pairs = scores[:num_deals] + scores[num_deals:]
    return float(scores.mean()), float(pairs.std() / 2 / sqrt(num_deals))


def train(
    config: Config, champion: Weights, path: Path, *, seconds: float, games: int, start_at: Weights
) -> None:
    """Train for a time, write the weights now and then, and print how greedy play does."""
    train_state = start(config, champion)
    if start_at:
        train_state = train_state._replace(weights=start_at, average=start_at)
    train_state, metrics = iterate(config, champion, train_state)
    began = reported = monotonic()
    num = 0
    try:
        while (passed := monotonic() - began) < seconds:
            train_state = train_state._replace(progress=jnp.float32(passed / seconds))
            train_state, metrics = iterate(config, champion, train_state)
            error = float(metrics["error"])  # Wait for the iteration.
            num += 1
            if monotonic() - reported > BETWEEN_REPORTS:
                rate = num * config.games * config.steps / (monotonic() - began) / 1e6
                print(f"{passed:.0f} s, {rate:.1f} M decisions/s, squared error {error:.4f}")
                reported = monotonic()
    finally:
        save_weights(path, train_state.average)
    for prior_weight in PRIOR_WEIGHTS:
        score, error = greedy_score(
            champion, train_state.average, games=games, prior_weight=prior_weight
        )
        told = f"{score:.1%} ± {1.96 * error:.1%}"
        print(f"greedy with prior weight {prior_weight}: {told} against the champion", flush=True)


def _load(path: Path) -> Weights:
    """Read weights of this network, which has neither a policy nor a hand head."""
    with path.open("rb") as file, np.load(file) as arrays:
        return {name: jnp.asarray(arrays[name].astype(np.float32)) for name in arrays.files}


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m kahuna.train.afterstates", description="Learn the values of afterstates."
    )
    parser.add_argument("file", type=Path, help="where to write the weights")
    parser.add_argument("--champion", type=Path, required=True, help="weights of the policy")
    parser.add_argument("--from", dest="start_at", type=Path, help="weights to start with")
    parser.add_argument("--minutes", type=number(0.0), default=2.5)
    parser.add_argument("--games", type=whole(16), default=16384, help="parallel games")
    parser.add_argument("--improves", action="store_true", help="play greedily by the values")
    parser.add_argument("--score-games", type=whole(2), default=4096)
    options = parser.parse_args(arguments)
    config = Config(games=options.games, greedy_games=options.games // 32)
    if options.improves:
        config = replace(config, improves=True, greedy_games=0, steps=16, candidates=12)
    champion = load_weights(options.champion)
    start_at = _load(options.start_at) if options.start_at else {}
    train(
        config,
        champion,
        options.file,
        seconds=60 * options.minutes,
        games=options.score_games,
        start_at=start_at,
    )
    return 0


if __name__ == "__main__":
    run(main)
