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
from kahuna.batch.arrays import bits_at
from kahuna.batch.constants import LANES
from kahuna.batch.state import Clock, over_mask
from kahuna.bots.network import (
    NUM_ISLANDS,
    forward_inputs,
    heads,
    inputs,
    shape_of,
    shapes,
    trunk,
)
from kahuna.bots.networks import TEMPERATURE
from kahuna.encoding import INPUT_SIZES, SLICES
from kahuna.train.config import Config, rulesets
from kahuna.train.shared import ILLEGAL, Array, Weights, half, result

_CRITIC_BLOCKS = 2
_OWNERS = "owners"
"""The head that predicts owners; like the critic, it only helps to learn."""
_BASE_IMPORTANCE = 0.5
"""What every decision counts in the sampling, relative to the mean of what the others do."""
_IMPORTANCE_IF_CERTAIN = 0.2
"""What an advantage counts if the action was certain: the policy learns nothing, the value does."""
_MOMENTS = 16
_APART = 9
"""Random plies by which the starting points of games differ."""

Games: TypeAlias = tuple[State, SeatMemories]
"""Games in progress, and what both seats remember of them."""


class TrainState(NamedTuple):
    """The complete state of a run, as saved in a checkpoint."""

    weights: Weights
    """Weights of the network, and of what only helps to learn: critic and owners."""
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
    owners: Array
    """The owner of each island after the decision: 1 for White, -1 for Black, (t, n, 12)."""
    is_scored: Array
    """Whether the decision ended a round or the game."""


class Targets(NamedTuple):
    """What to learn from the decisions, for the mover. Shapes: (t, n, …)."""

    advantage: Array
    """Standardised over the decisions that learn."""
    value: Array
    owners: Array
    """The owner of each island at the next scoring: 1 for the mover, (t, n, 12)."""
    is_owned: Array
    """Whether that scoring was reached."""


def start(config: Config) -> TrainState:
    """Return the state before the first iteration."""
    key, *keys = jax.random.split(jax.random.key(config.seed), 3)
    weights = init_params(config, keys[0])
    actor = {name: weights[name] for name in shapes(config.shape)}
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
    if config.owner_weight:
        wanted[_OWNERS] = (config.shape.width, NUM_ISLANDS * 3)
    for i, (name, shape) in enumerate(wanted.items()):
        if name.endswith("bias"):
            weights[name] = jnp.zeros(shape)
            continue
        scale = 1 / np.sqrt(shape[0])
        if name.endswith("/out"):
            scale *= 0.5
        elif name in ("value", "policy", "hand", "critic/value", _OWNERS):
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
        owners=_owners(after.states),
        is_scored=is_over | (Clock.ROUND.of(states.clock) != Clock.ROUND.of(after.states.clock)),
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


def _owners(states: State) -> Array:
    """Return the owner of each island: 1 for White, -1 for Black, (n, 12)."""
    white, black = (bits_at(held, LANES.places).astype(jnp.int8) for held in states.held)
    return white - black


def owners_ahead(transitions: Transitions) -> tuple[Array, Array]:
    """Return each island's owner at the next scoring (1 is the mover), and if it was reached."""

    def back(carry: tuple[Array, Array], now: Transitions) -> tuple[Any, Any]:
        owners, is_owned = carry
        owners = jnp.where(now.is_scored[:, None], now.owners, owners)
        found = owners, is_owned | now.is_scored
        return found, found

    nothing = jnp.zeros_like(transitions.owners[0]), jnp.zeros_like(transitions.is_scored[0])
    _, (owners, is_owned) = jax.lax.scan(back, nothing, transitions, reverse=True)
    return jnp.where(transitions.is_black[..., None], -owners, owners), is_owned


def _targets(config: Config, transitions: Transitions, last: Array) -> Targets:
    advantage, value = advantages(transitions, last, config.gae_lambda)
    share = transitions.learns / jnp.maximum(transitions.learns.sum(), 1)
    centred = advantage - (advantage * share).sum()
    standard = centred / jnp.sqrt((centred**2 * share).sum() + 1e-6)
    return Targets(standard, value, *owners_ahead(transitions))


def importance(config: Config, transitions: Transitions, advantage: Array) -> Array:
    """Return how likely each decision is to be learnt from, up to a factor."""
    if config.sample_share == 1:
        return jnp.ones_like(advantage)
    unlikely = 1 - jnp.exp(transitions.log_prob) + _IMPORTANCE_IF_CERTAIN
    size = jnp.abs(advantage) * unlikely * transitions.learns
    mean = size.sum() / jnp.maximum(transitions.learns.sum(), 1)
    return (size + _BASE_IMPORTANCE * mean) * transitions.learns


def draw(key: Array, importance: Array, num: int) -> Array:
    """Return ``num`` indices in random order, each as often as its importance says, rounded.

    Systematic resampling; of equally important ones none is drawn twice if there are enough.
    """
    offset_key, order_key = jax.random.split(key)
    total = jnp.cumsum(importance)
    points = (jnp.arange(num) + jax.random.uniform(offset_key)) / num * total[-1]
    chosen = jnp.searchsorted(total, points, side="right")
    return jax.random.permutation(order_key, jnp.minimum(chosen, len(importance) - 1))


def _loss(
    weights: Weights,
    config: Config,
    batch: tuple[Transitions, Targets, Array],
    bonus: Array,
) -> tuple[Array, dict[str, Array]]:
    transitions, targets, weight = batch
    playing = half(weights)
    features = trunk(playing, transitions.seen, jnp)
    output = heads(playing, features, jnp)
    log_probs = jax.nn.log_softmax(jnp.where(transitions.legal, output.logits, ILLEGAL))
    share = weight / jnp.maximum(weight.sum(), 1e-6)

    def mean(x: Array) -> Array:
        return (x * share).sum()

    ratio = jnp.exp(_at(log_probs, transitions.action.astype(jnp.int32)) - transitions.log_prob)
    clipped = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
    policy = -mean(jnp.minimum(ratio * targets.advantage, clipped * targets.advantage))
    entropy = -mean(jnp.where(transitions.legal, jnp.exp(log_probs) * log_probs, 0).sum(axis=1))
    value = mean((output.value - targets.value) ** 2)
    loss = policy - bonus * entropy + config.value_weight * value
    metrics = {"entropy": entropy, "value": value, "moved": mean((ratio - 1) ** 2)}
    if config.critic:
        guess = _criticise(playing, transitions.seen, transitions.hidden)
        critic = mean((guess - targets.value) ** 2)
        loss = loss + config.value_weight * critic
        metrics["critic"] = critic
    if config.hand_weight:
        held = transitions.hidden[:, :NUM_ISLANDS].astype(jnp.int32)
        hand = mean(_surprise(output.hand, held))
        loss = loss + config.hand_weight * hand
        metrics["hand"] = hand
    if config.owner_weight:
        logits = (features @ playing[_OWNERS]).astype(jnp.float32).reshape(-1, NUM_ISLANDS, 3)
        surprise = _surprise(logits, targets.owners.astype(jnp.int32) + 1)
        owners = mean(surprise * targets.is_owned) / jnp.maximum(mean(targets.is_owned), 1e-6)
        loss = loss + config.owner_weight * owners
        metrics["owners"] = owners
    return loss, metrics


def _surprise(logits: Array, found: Array) -> Array:
    """Return the cross-entropy per island: (n,)."""
    guess = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(guess, found[:, :, None], axis=2)[:, :, 0].mean(axis=1)


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
    targets = _targets(config, transitions, _expected(config, train_state, games))
    flat: tuple[Transitions, Targets] = jax.tree.map(
        lambda x: x.reshape(-1, *x.shape[2:]), (transitions, targets)
    )
    chances = importance(config, flat[0], flat[1].advantage)

    bonus = entropy_weight(config, train_state.iteration)
    optimiser = _optimiser(config)

    def update(
        carry: tuple[Weights, Any], chosen: Array
    ) -> tuple[tuple[Weights, Any], dict[str, Array]]:
        weights, moments = carry
        batch = jax.tree.map(lambda x: x[chosen], flat)
        weight = batch[0].learns / jnp.maximum(chances[chosen], 1e-6)
        gradient, metrics = jax.grad(_loss, has_aux=True)(weights, config, (*batch, weight), bonus)
        steps, moments = optimiser.update(gradient, moments, weights)
        return (optax.apply_updates(weights, steps), moments), metrics

    num = max(1, round(config.sample_share * config.games * config.steps / config.minibatches))
    drawn = jnp.concatenate(
        [
            draw(k, chances, num * config.minibatches).reshape(config.minibatches, num)
            for k in jax.random.split(learn_key, config.epochs)
        ]
    )
    carry = (train_state.weights, train_state.optimiser)
    (weights, moments), metrics = jax.lax.scan(update, carry, drawn)
    keep = jnp.minimum(config.ema_decay, train_state.iteration / (train_state.iteration + 10.0))
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


def entropy_weight(config: Config, iteration: Array) -> Array:
    """Return the entropy bonus, which falls by the same factor in every iteration."""
    first, last = (max(x, 1e-9) for x in (config.entropy, config.final_entropy))
    return first * (last / first) ** jnp.minimum(iteration / config.iterations, 1.0)


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
