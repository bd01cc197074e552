"""Proximal policy optimisation in self-play, on the batch engine, in JAX. [Schulman 2017]

One network plays both seats of thousands of games. The baseline is the network's own value, or a
critic that sees both hands. The only reward is the result.

In some or all games one seat may play frozen weights at the champion's temperature: an older self,
or a champion to be exploited. Then only the other seat learns.

Shapes: n games, t steps; network inputs are (n, inputs).
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import optax

from kahuna.batch import (
    SeatMemories,
    State,
    act,
    legal_masks,
    mover,
    new,
    observe,
    random_actions,
    remember_ply,
    reset,
    restart_memories,
    start_memories,
)
from kahuna.batch.state import over_mask
from kahuna.bots.network import NUM_ISLANDS, forward_inputs, inputs, shape_of, shapes
from kahuna.bots.networks import TEMPERATURE
from kahuna.encoding import INPUT_SIZES, SLICES
from kahuna.train.config import Config, rulesets
from kahuna.train.shared import ILLEGAL, Array, Weights, half, result

_CRITIC_BLOCKS = 2
_MOMENTS = 16
_APART = 9
"""Random plies by which the starting points of games differ."""

Games: TypeAlias = tuple[State, SeatMemories]
"""Games in progress, and what both seats remember of them."""


class TrainState(NamedTuple):
    """The complete state of a run, as saved in a checkpoint."""

    weights: Weights
    """Weights of the network, and of the critic under ``critic/``."""
    average: Weights
    """Exponential moving average of the network's weights; these play best."""
    optimiser: Any
    frozen: Weights
    games: Games
    key: Array
    iteration: Array


class Transitions(NamedTuple):
    """A batch of decisions. Shapes: (t, n, …)."""

    seen: Array
    """Network inputs, kept because every epoch needs them."""
    hidden: Array
    """The opponent's hidden cards."""
    legal: Array
    action: Array
    log_prob: Array
    value: Array
    """White's estimated value before the decision."""
    is_black: Array
    learns: Array
    """Whether the learning network made the decision."""
    reward: Array
    """White's result where the decision ended the game, else 0."""
    is_over: Array


def start(config: Config) -> TrainState:
    """Return the state before the first iteration."""
    key, *keys = jax.random.split(jax.random.key(config.seed), 3)
    weights = init_params(config, keys[0])
    actor = {name: w for name, w in weights.items() if not name.startswith("critic/")}
    games = scatter(new(config.games, rulesets(config), seed=config.seed, space=jnp))
    return TrainState(
        weights=weights,
        average=actor,
        optimiser=_optimiser(config).init(weights),
        frozen=actor,
        games=games,
        key=key,
        iteration=jnp.zeros((), jnp.int32),
    )


@jax.jit
def scatter(states: State) -> Games:
    """Advance games to different stages, so that no iteration sees only openings or endings."""
    stop = jnp.arange(states.clock.shape[0]) % _MOMENTS * _APART

    def ply(i: Array, games: Games) -> Games:
        states, memories = games
        actions, ready = random_actions(states)
        after = act(ready, actions, refuse=False).states
        now = remember_ply(memories, ready, actions, after)
        goes_on = (stop > i) & ~(over_mask(states) >= 1)
        found: Games = jax.tree.map(
            lambda new, old: jnp.where(_like(goes_on, new), new, old), (after, now), games
        )
        return found

    games = (states, start_memories(states))
    return _dealt(jax.lax.fori_loop(0, _MOMENTS * _APART, ply, games))


def _like(flags: Array, array: Array) -> Array:
    """Give one flag per game as many dimensions as an array."""
    return flags.reshape(-1, *(1,) * (array.ndim - 1))


def _dealt(games: Games) -> Games:
    """Deal new games where one is over; nobody remembers anything of them."""
    states, memories = games
    return reset(states), restart_memories(memories, states, over_mask(states) >= 1)


def init_params(config: Config, key: Array) -> Weights:
    """Initialise weights with outputs near 0, so that play starts out random."""
    weights = {}
    wanted = dict(shapes(config.shape))
    if config.critic:
        wanted |= _critic_shapes(config)
    for i, (name, shape) in enumerate(wanted.items()):
        if name.endswith("bias"):
            weights[name] = jnp.zeros(shape)
            continue
        scale = 1 / np.sqrt(shape[0])
        if name.endswith("/out"):
            scale *= 0.5
        elif name in ("value", "policy", "hand", "critic/value"):
            scale *= 0.1
        noise = jax.random.normal(jax.random.fold_in(key, i), shape)
        weights[name] = noise * scale
    return weights


def grow(weights: Weights, blocks: int) -> Weights:
    """Add residual blocks with zero output, which do not change what the network computes."""
    shape = shape_of(weights)
    grown = dict(weights)
    for i in range(shape.blocks, blocks):
        noise = jax.random.normal(jax.random.key(i), (shape.width, shape.width))
        grown[f"{i}/in"] = noise / np.sqrt(shape.width)
        grown[f"{i}/out"] = jnp.zeros((shape.width, shape.width))
    return grown


def widen(weights: Weights, version: int) -> Weights:
    """Add inputs of a later version with zero weights, which do not change what is computed."""
    rows, width = weights["in"].shape
    more = jnp.zeros((INPUT_SIZES[version] - rows, width))
    return weights | {"in": jnp.concatenate([weights["in"], more])}


def _critic_shapes(config: Config) -> dict[str, tuple[int, ...]]:
    width, hidden = config.critic_width, 2 * NUM_ISLANDS
    found: dict[str, tuple[int, ...]] = {
        "critic/in": (config.shape.inputs + hidden, width),
        "critic/bias": (width,),
    }
    for i in range(_CRITIC_BLOCKS):
        found |= {f"critic/{i}/in": (width, width), f"critic/{i}/out": (width, width)}
    return found | {"critic/value": (width, 1)}


def _criticise(weights: Weights, seen: Array, hidden: Array) -> Array:
    """Estimate the mover's value from its inputs and the opponent's hidden cards."""
    both = jnp.concatenate([seen, hidden.astype(seen.dtype) / 2], axis=1)
    x = both @ weights["critic/in"] + weights["critic/bias"]
    for i in range(_CRITIC_BLOCKS):
        x = x + jax.nn.relu(x @ weights[f"critic/{i}/in"]) @ weights[f"critic/{i}/out"]
    return jnp.tanh((jax.nn.relu(x) @ weights["critic/value"])[:, 0].astype(jnp.float32))


def _seen(config: Config, games: Games, is_black: Array) -> Array:
    """Return the mover's network inputs: (n, inputs)."""
    states, memories = games
    own = observe(states, is_black.astype(jnp.uint32), memories)
    return inputs(own, jnp, jnp.bfloat16, config.shape.version)


def _hidden(states: State, is_black: Array) -> Array:
    """Return the opponent's hand and hidden discards: (n, 24)."""
    other: Array = observe(states, (~is_black).astype(jnp.uint32))
    return jnp.concatenate([other[:, SLICES[name]] for name in ("own_cards", "own_buried")], axis=1)


def _optimiser(config: Config) -> optax.GradientTransformation:
    updates = config.minibatches * config.epochs
    decay = optax.linear_schedule(
        config.learning_rate, config.final_learning_rate, config.iterations * updates
    )

    def rate(count: Array) -> Array:
        return decay(count) * jnp.minimum(1.0, (count + 1) / (config.warmup * updates + 1))

    return optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))


def decide(logits: Array, legal: Array, key: Array) -> tuple[Array, Array]:
    """Sample an action per game; return it with its log probability."""
    log_probs = jax.nn.log_softmax(jnp.where(legal, logits, ILLEGAL))
    action = jax.random.categorical(key, log_probs)
    return action, _at(log_probs, action)


def _at(rows: Array, column: Array) -> Array:
    return jnp.take_along_axis(rows, column[:, None], axis=1)[:, 0]


def _learning_seat(config: Config) -> Array:
    """Return each game's learning seat: 0 or 1 if the other is frozen, 2 for both."""
    places = jnp.arange(config.games)
    return jnp.where(places < config.num_frozen, places % 2, 2)


def _step(
    config: Config, playing: Weights, frozen: Weights, games: Games, key: Array
) -> tuple[Games, Transitions]:
    """Play one decision in every game."""
    states, memories = games
    is_black = mover(states).astype(bool)
    seen = _seen(config, games, is_black)
    hidden = _hidden(states, is_black)
    output = forward_inputs(playing, seen, jnp)
    logits = output.logits
    seat = _learning_seat(config)
    learns = (seat == 2) | (seat == is_black)
    if config.num_frozen:
        theirs = forward_inputs(frozen, seen[: config.num_frozen], jnp).logits / TEMPERATURE
        ours = logits[: config.num_frozen]
        mixed = jnp.where(learns[: config.num_frozen, None], ours, theirs)
        logits = jnp.concatenate([mixed, logits[config.num_frozen :]])
    value = _criticise(playing, seen, hidden) if config.critic else output.value
    legal = legal_masks(states)
    action, log_prob = decide(logits, legal, key)
    actions = action.astype(jnp.uint32)
    after = act(states, actions, refuse=False)
    is_over: Array = after.is_over
    transitions = Transitions(
        seen=seen,
        hidden=hidden,
        legal=legal,
        action=action.astype(jnp.uint8),
        log_prob=log_prob,
        value=jnp.where(is_black, -value, value),
        is_black=is_black,
        learns=learns,
        reward=jnp.where(is_over, result(after.states), 0.0),
        is_over=is_over,
    )
    now = remember_ply(memories, states, actions, after.states)
    return _dealt((after.states, now)), transitions


def advantages(transitions: Transitions, last: Array, gae_lambda: float) -> tuple[Array, Array]:
    """Return generalised advantages and value targets, both for the mover.

    Computed for White and negated for Black at the end. Decisions of a frozen seat belong to the
    environment: estimates pass through them.
    """

    def back(carry: tuple[Array, Array], now: Transitions) -> tuple[tuple[Array, Array], Array]:
        ahead, value_after = carry
        going_on = ~now.is_over
        ahead, value_after = ahead * going_on, value_after * going_on
        error = now.reward + value_after - now.value
        advantage = error + gae_lambda * ahead
        passed = (ahead, now.reward + value_after)
        carry = jax.tree.map(partial(jnp.where, now.learns), (advantage, now.value), passed)
        return carry, advantage

    _, found = jax.lax.scan(back, (jnp.zeros_like(last), last), transitions, reverse=True)
    sign = jnp.where(transitions.is_black, -1.0, 1.0)
    return found * sign, (found + transitions.value) * sign


def _loss(
    weights: Weights,
    config: Config,
    batch: tuple[Transitions, Array, Array],
    decay: Array,
) -> tuple[Array, dict[str, Array]]:
    transitions, advantage, target = batch
    entropy_weight = config.final_entropy + decay * (config.entropy - config.final_entropy)
    playing = half(weights)
    output = forward_inputs(playing, transitions.seen, jnp)
    log_probs = jax.nn.log_softmax(jnp.where(transitions.legal, output.logits, ILLEGAL))
    share = transitions.learns / jnp.maximum(transitions.learns.sum(), 1)

    def mean(x: Array) -> Array:
        return (x * share).sum()

    ratio = jnp.exp(_at(log_probs, transitions.action.astype(jnp.int32)) - transitions.log_prob)
    centre = mean(advantage)
    advantage = (advantage - centre) / jnp.sqrt(mean((advantage - centre) ** 2) + 1e-6)
    clipped = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
    policy = -mean(jnp.minimum(ratio * advantage, clipped * advantage))
    entropy = -mean(jnp.where(transitions.legal, jnp.exp(log_probs) * log_probs, 0).sum(axis=1))
    value = mean((output.value - target) ** 2)
    loss = policy - entropy_weight * entropy + config.value_weight * value
    metrics = {"entropy": entropy, "value": value, "moved": mean((ratio - 1) ** 2)}
    if config.critic:
        critic = mean((_criticise(playing, transitions.seen, transitions.hidden) - target) ** 2)
        loss = loss + config.value_weight * critic
        metrics["critic"] = critic
    if config.hand_weight:
        held = transitions.hidden[:, :NUM_ISLANDS].astype(jnp.int32)
        guess = jax.nn.log_softmax(output.hand)
        found = jnp.take_along_axis(guess, held[:, :, None], axis=2)[:, :, 0]
        hand = -mean(found.sum(axis=1)) / NUM_ISLANDS
        loss = loss + config.hand_weight * hand
        metrics["hand"] = hand
    return loss, metrics


@partial(jax.jit, static_argnums=0)
def iterate(config: Config, train_state: TrainState) -> tuple[TrainState, dict[str, Array]]:
    """Play some steps in every game and learn from them.

    The input stays valid, so that a run can be stopped in the middle of this.
    """
    key, play_key, learn_key = jax.random.split(train_state.key, 3)
    play = partial(_step, config, half(train_state.weights), half(train_state.frozen))
    games, transitions = jax.lax.scan(
        play, train_state.games, jax.random.split(play_key, config.steps)
    )
    last = _expected(config, train_state, games)
    advantage, target = advantages(transitions, last, config.gae_lambda)

    decay = 1 - jnp.minimum(train_state.iteration / config.iterations, 1.0)
    optimiser = _optimiser(config)

    def update(
        carry: tuple[Weights, Any], chosen: Array
    ) -> tuple[tuple[Weights, Any], dict[str, Array]]:
        weights, moments = carry
        batch = jax.tree.map(
            lambda x: x[:, chosen].reshape(-1, *x.shape[2:]), (transitions, advantage, target)
        )
        gradient, metrics = jax.grad(_loss, has_aux=True)(weights, config, batch, decay)
        steps, moments = optimiser.update(gradient, moments, weights)
        return (optax.apply_updates(weights, steps), moments), metrics

    shuffled = jnp.concatenate(
        [
            jax.random.permutation(k, config.games).reshape(config.minibatches, -1)
            for k in jax.random.split(learn_key, config.epochs)
        ]
    )
    carry = (train_state.weights, train_state.optimiser)
    (weights, moments), metrics = jax.lax.scan(update, carry, shuffled)
    keep = jnp.minimum(0.99, train_state.iteration / (train_state.iteration + 10.0))
    average = {
        name: keep * old + (1 - keep) * weights[name] for name, old in train_state.average.items()
    }
    metrics = {name: found.mean() for name, found in metrics.items()}
    metrics["ended"] = transitions.is_over.sum()
    if config.num_frozen:
        metrics["score"] = _score(config, transitions)
    after = train_state._replace(
        weights=weights,
        average=average,
        optimiser=moments,
        games=games,
        key=key,
        iteration=train_state.iteration + 1,
    )
    return after, metrics


def _expected(config: Config, train_state: TrainState, games: Games) -> Array:
    """Return White's value after the last step of an iteration."""
    states, _ = games
    is_black = mover(states).astype(bool)
    playing = half(train_state.weights)
    seen = _seen(config, games, is_black)
    if config.critic:
        value = _criticise(playing, seen, _hidden(states, is_black))
    else:
        value = forward_inputs(playing, seen, jnp).value
    return jnp.where(is_black, -value, value)


def _score(config: Config, transitions: Transitions) -> Array:
    """Return the learning seat's score against frozen weights, from 0 to 1."""
    seat = _learning_seat(config)
    sign = jnp.where(seat == 2, 0.0, jnp.where(seat == 1, -1.0, 1.0))
    games = (transitions.is_over & (seat != 2)).sum()
    return 0.5 + 0.5 * (transitions.reward * sign).sum() / jnp.maximum(games, 1)
