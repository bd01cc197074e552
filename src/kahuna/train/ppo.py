"""The algorithm: proximal policy optimisation in self-play, on the batch engine, in JAX.

One network plays both seats of thousands of games. After some steps in every game it learns from
its own decisions: those that turned out better than expected become more likely, others less
[Schulman 2017]. What was expected the network says itself, or a critic that sees both hands, which
takes the luck of hidden cards out of the estimate and is needed in training only. There is no
reward but the result.

In part of the games, or in all, one seat may be played by frozen weights: an older self, or a
champion that is to be exploited, who plays as it does in earnest, with its heat. Then only the
other seat learns.

Shapes: n games, t steps; what goes into the network is (n, inputs).
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import optax

from kahuna.batch import State, act, legal_masks, mover, new, observe, outcome, reset, turn_up
from kahuna.batch.arrays import mask
from kahuna.batch.effects import choose
from kahuna.batch.random_play import random_plies
from kahuna.batch.scoring import NOBODY
from kahuna.bots.network import NUM_ISLANDS, inputs, judge_inputs, shapes
from kahuna.bots.neural import HEAT
from kahuna.core import ARCHIPELAGO
from kahuna.encoding import SLICES
from kahuna.train.config import Config, rulesets

Array: TypeAlias = Any
"""An array of JAX; the batch engine knows it by another name."""
Weights: TypeAlias = dict[str, Array]

_FAR: float = -1e9
"""The logit of an action that is not legal."""
_CRITIC_BLOCKS = 2
_MOMENTS = 16
_APART = 9
"""Random plies between two of the moments at which games begin to be learnt from."""


class Learner(NamedTuple):
    """All that a run is made of at one moment; a checkpoint is this, written down."""

    weights: Weights
    """Those of the network, and those of the critic under ``critic/``."""
    average: Weights
    """The weights of the network, averaged over the last iterations: these play best."""
    optimiser: Any
    frozen: Weights
    states: State
    key: Array
    iteration: Array


class Taken(NamedTuple):
    """Decisions, with all that is learnt from them. Shapes: (t, n, …)."""

    seen: Array
    """What went into the network; kept, since it is needed in every pass."""
    hidden: Array
    """What the other side hid at that moment."""
    legal: Array
    action: Array
    log_prob: Array
    value: Array
    """What White could expect before the decision."""
    is_black: Array
    learns: Array
    """Whether the decision was one of the network that learns."""
    reward: Array
    """The result for White, where the decision ended the game."""
    is_over: Array


def start(config: Config) -> Learner:
    """A run before its first iteration."""
    key, *keys = jax.random.split(jax.random.key(config.seed), 3)
    weights = first_weights(config, keys[0])
    actor = {name: w for name, w in weights.items() if not name.startswith("critic/")}
    states = _scatter(new(config.games, rulesets(config), seed=config.seed, space=jnp))
    return Learner(
        weights=weights,
        average=actor,
        optimiser=_optimiser(config).init(weights),
        frozen=actor,
        states=states,
        key=key,
        iteration=jnp.zeros((), jnp.int32),
    )


@jax.jit
def _scatter(states: State) -> State:
    """Games that are all at different moments, so that no iteration sees openings or ends only."""
    places = jnp.arange(states.clock.shape[0], dtype=jnp.uint32) % _MOMENTS

    def some(i: Array, states: State) -> State:
        return choose(mask(places > i), random_plies(states, _APART)[0], states)

    states = jax.lax.fori_loop(0, _MOMENTS, some, states)
    for _ in range(ARCHIPELAGO.open_places):  # A random ply turns up one card of a new round.
        states = turn_up(states)
    return reset(states)


def first_weights(config: Config, key: Array) -> Weights:
    """Weights of a network that knows nothing: outputs near 0, so that it plays at random."""
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
    """What the mover can expect, given what it sees and what the other side hides."""
    both = jnp.concatenate([seen, hidden.astype(seen.dtype) / 2], axis=1)
    x = both @ weights["critic/in"] + weights["critic/bias"]
    for i in range(_CRITIC_BLOCKS):
        x = x + jax.nn.relu(x @ weights[f"critic/{i}/in"]) @ weights[f"critic/{i}/out"]
    return jnp.tanh((jax.nn.relu(x) @ weights["critic/value"])[:, 0].astype(jnp.float32))


def _seen(config: Config, states: State, is_black: Array) -> Array:
    """What goes into the network of the mover: (n, inputs)."""
    own = observe(states, is_black.astype(jnp.uint32))
    return inputs(own, jnp, jnp.bfloat16, knows_board=config.shape.knows_board)


def _hidden(states: State, is_black: Array) -> Array:
    """The other side's hand and hidden discards: (n, 24)."""
    other: Array = observe(states, (~is_black).astype(jnp.uint32))
    return jnp.concatenate([other[:, SLICES[name]] for name in ("own_cards", "own_buried")], axis=1)


def _optimiser(config: Config) -> optax.GradientTransformation:
    updates = config.iterations * config.minibatches * config.passes
    rate = optax.linear_schedule(config.rate, config.last_rate, updates)
    return optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))


def half(weights: Weights) -> Weights:
    """The weights with half of the bits, as the products of matrices want them."""
    return {name: w.astype(jnp.bfloat16) for name, w in weights.items()}


def decide(logits: Array, legal: Array, key: Array) -> tuple[Array, Array]:
    """An action of each game, as likely as the network likes it, and its log probability."""
    log_probs = jax.nn.log_softmax(jnp.where(legal, logits, _FAR))
    action = jax.random.categorical(key, log_probs)
    return action, _at(log_probs, action)


def _at(rows: Array, column: Array) -> Array:
    return jnp.take_along_axis(rows, column[:, None], axis=1)[:, 0]


def result(states: State) -> Array:
    """The result for White: 1, 0 or -1, where games are over."""
    winner: Array = outcome(states).winner
    return jnp.where(winner == NOBODY, 0.0, 1.0 - 2.0 * winner)


def _learning_seat(config: Config) -> Array:
    """Of each game the seat that learns: 0 or 1 where the other is frozen, 2 where both do."""
    places = jnp.arange(config.games)
    return jnp.where(places < config.num_frozen, places % 2, 2)


def _step(
    config: Config, playing: Weights, frozen: Weights, states: State, key: Array
) -> tuple[State, Taken]:
    """One decision in every game."""
    is_black = (mover(states) & 1).astype(bool)
    seen = _seen(config, states, is_black)
    hidden = _hidden(states, is_black)
    judgement = judge_inputs(playing, seen, jnp)
    logits = judgement.logits
    seat = _learning_seat(config)
    learns = (seat == 2) | (seat == is_black)
    if config.num_frozen:
        theirs = judge_inputs(frozen, seen[: config.num_frozen], jnp).logits / HEAT
        ours = logits[: config.num_frozen]
        mixed = jnp.where(learns[: config.num_frozen, None], ours, theirs)
        logits = jnp.concatenate([mixed, logits[config.num_frozen :]])
    value = _criticise(playing, seen, hidden) if config.critic else judgement.value
    legal = legal_masks(states)
    action, log_prob = decide(logits, legal, key)
    after = act(states, action.astype(jnp.uint32), refuse=False)
    is_over: Array = after.is_over
    taken = Taken(
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
    return reset(after.states), taken


def advantages(taken: Taken, last: Array, trace: float) -> tuple[Array, Array]:
    """How much better each decision turned out than expected, and what should be expected.

    Both for the mover. Everything is reckoned for White and turned around at the end; decisions of
    a frozen seat are part of the world, and estimates pass through them.
    """

    def back(carry: tuple[Array, Array], now: Taken) -> tuple[tuple[Array, Array], Array]:
        ahead, value_after = carry
        going_on = ~now.is_over
        ahead, value_after = ahead * going_on, value_after * going_on
        error = now.reward + value_after - now.value
        advantage = error + trace * ahead
        passed = (ahead, now.reward + value_after)
        carry = jax.tree.map(partial(jnp.where, now.learns), (advantage, now.value), passed)
        return carry, advantage

    _, found = jax.lax.scan(back, (jnp.zeros_like(last), last), taken, reverse=True)
    sign = jnp.where(taken.is_black, -1.0, 1.0)
    return found * sign, (found + taken.value) * sign


def _loss(
    weights: Weights, config: Config, batch: tuple[Taken, Array, Array], entropy_weight: Array
) -> tuple[Array, dict[str, Array]]:
    taken, advantage, target = batch
    playing = half(weights)
    judgement = judge_inputs(playing, taken.seen, jnp)
    log_probs = jax.nn.log_softmax(jnp.where(taken.legal, judgement.logits, _FAR))
    share = taken.learns / jnp.maximum(taken.learns.sum(), 1)

    def mean(x: Array) -> Array:
        return (x * share).sum()

    ratio = jnp.exp(_at(log_probs, taken.action.astype(jnp.int32)) - taken.log_prob)
    centre = mean(advantage)
    advantage = (advantage - centre) / jnp.sqrt(mean((advantage - centre) ** 2) + 1e-6)
    clipped = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
    policy = -mean(jnp.minimum(ratio * advantage, clipped * advantage))
    entropy = -mean(jnp.where(taken.legal, jnp.exp(log_probs) * log_probs, 0).sum(axis=1))
    value = mean((judgement.value - target) ** 2)
    loss = policy - entropy_weight * entropy + config.value_weight * value
    metrics = {"entropy": entropy, "value": value, "moved": mean((ratio - 1) ** 2)}
    if config.critic:
        critic = mean((_criticise(playing, taken.seen, taken.hidden) - target) ** 2)
        loss = loss + config.value_weight * critic
        metrics["critic"] = critic
    if config.hand_weight:
        held = taken.hidden[:, :NUM_ISLANDS].astype(jnp.int32)
        guess = jax.nn.log_softmax(judgement.hand)
        found = jnp.take_along_axis(guess, held[:, :, None], axis=2)[:, :, 0]
        hand = -mean(found.sum(axis=1)) / NUM_ISLANDS
        loss = loss + config.hand_weight * hand
        metrics["hand"] = hand
    return loss, metrics


@partial(jax.jit, static_argnums=0)
def iterate(config: Config, learner: Learner) -> tuple[Learner, dict[str, Array]]:
    """Play some steps in every game, and learn from them.

    The learner that went in stays as it was, so that a run can be stopped in the middle of this.
    """
    key, play_key, learn_key = jax.random.split(learner.key, 3)
    play = partial(_step, config, half(learner.weights), half(learner.frozen))
    states, taken = jax.lax.scan(play, learner.states, jax.random.split(play_key, config.steps))
    last = _expected(config, learner, states)
    advantage, target = advantages(taken, last, config.trace)

    part = jnp.minimum(learner.iteration / config.iterations, 1.0)
    entropy_weight = config.entropy + part * (config.last_entropy - config.entropy)
    optimiser = _optimiser(config)

    def update(
        carry: tuple[Weights, Any], games: Array
    ) -> tuple[tuple[Weights, Any], dict[str, Array]]:
        weights, moments = carry
        batch = jax.tree.map(
            lambda x: x[:, games].reshape(-1, *x.shape[2:]), (taken, advantage, target)
        )
        gradient, metrics = jax.grad(_loss, has_aux=True)(weights, config, batch, entropy_weight)
        steps, moments = optimiser.update(gradient, moments, weights)
        return (optax.apply_updates(weights, steps), moments), metrics

    shuffled = jnp.concatenate(
        [
            jax.random.permutation(k, config.games).reshape(config.minibatches, -1)
            for k in jax.random.split(learn_key, config.passes)
        ]
    )
    carry = (learner.weights, learner.optimiser)
    (weights, moments), metrics = jax.lax.scan(update, carry, shuffled)
    keep = jnp.minimum(0.99, learner.iteration / (learner.iteration + 10.0))
    average = {
        name: keep * old + (1 - keep) * weights[name] for name, old in learner.average.items()
    }
    metrics = {name: found.mean() for name, found in metrics.items()}
    metrics["ended"] = taken.is_over.sum()
    if config.num_frozen:
        metrics["score"] = _score(config, taken)
    after = learner._replace(
        weights=weights,
        average=average,
        optimiser=moments,
        states=states,
        key=key,
        iteration=learner.iteration + 1,
    )
    return after, metrics


def _expected(config: Config, learner: Learner, states: State) -> Array:
    """What White can expect where the steps of an iteration end."""
    is_black = (mover(states) & 1).astype(bool)
    playing = half(learner.weights)
    seen = _seen(config, states, is_black)
    if config.critic:
        value = _criticise(playing, seen, _hidden(states, is_black))
    else:
        value = judge_inputs(playing, seen, jnp).value
    return jnp.where(is_black, -value, value)


def _score(config: Config, taken: Taken) -> Array:
    """The score of the learning seat in games against frozen weights, from 0 to 1."""
    seat = _learning_seat(config)
    sign = jnp.where(seat == 2, 0.0, jnp.where(seat == 1, -1.0, 1.0))
    games = (taken.is_over & (seat != 2)).sum()
    return 0.5 + 0.5 * (taken.reward * sign).sum() / jnp.maximum(games, 1)
