"""Proximal policy optimization by self-play in one file, on a CPU within minutes.

    python examples/training/ppo_jax.py --updates 300

Games, rollouts and updates are one compiled JAX program on the interface of pgx. Both seats share
one network. Every 20 updates, the share of wins against random play is printed.
"""

import argparse
import time
from functools import partial
from typing import TypeAlias

import jax
import jax.numpy as jnp
import optax

from kahuna.envs.pgx import GameState, KahunaEnv

Array: TypeAlias = jax.Array
Params: TypeAlias = list[tuple[Array, Array]]
Rows: TypeAlias = dict[str, Array]
"""One array of decisions for each name."""

NUM_GAMES, NUM_STEPS = 128, 64
HIDDEN = 128
EPOCHS, BATCHES = 2, 4
GAMMA, GAE_LAMBDA, CLIP, ENTROPY = 1.0, 0.95, 0.2, 0.01
LEARNING_RATE = 1e-3

env = KahunaEnv()
init, step = jax.vmap(env.init), jax.vmap(env.step)
optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(LEARNING_RATE))


def init_params(key: Array) -> Params:
    """Return small random weights; the last layer starts near 0."""
    sizes = [*env.observation_shape, HIDDEN, HIDDEN, env.num_actions + 1]
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (
            jax.random.normal(k, (a, b)) * (2 / a) ** 0.5 * (0.01 if b == sizes[-1] else 1),
            jnp.zeros(b),
        )
        for k, a, b in zip(keys, sizes[:-1], sizes[1:], strict=True)
    ]


def forward(params: Params, observation: Array, mask: Array) -> tuple[Array, Array]:
    """Return the logits of the legal actions and the value for the player to move."""
    x = observation.astype(jnp.float32)
    for weight, bias in params[:-1]:
        x = jax.nn.relu(x @ weight + bias)
    out = x @ params[-1][0] + params[-1][1]
    return jnp.where(mask, out[..., :-1], -1e9), jnp.tanh(out[..., -1])


def at(rewards: Array, player: Array) -> Array:
    """Return the reward of one player a game."""
    return jnp.take_along_axis(rewards, player[:, None], axis=1)[:, 0]


def play(params: Params, game: GameState, key: Array) -> tuple[GameState, Rows]:
    """Play one decision in every game; deal a new game where one ends."""
    key_action, key_deal = jax.random.split(key)
    logits, value = forward(params, game.observation, game.legal_action_mask)
    action = jax.random.categorical(key_action, logits)
    log_prob = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], axis=1)[:, 0]
    after = step(game, action)
    fresh = init(jax.random.split(key_deal, NUM_GAMES))
    done = after.terminated
    following = jax.tree.map(
        lambda new, old: jnp.where(done.reshape(-1, *[1] * (old.ndim - 1)), new, old), fresh, after
    )
    taken = {
        "observation": game.observation,
        "mask": game.legal_action_mask,
        "action": action,
        "log_prob": log_prob,
        "value": value,
        "reward": at(after.rewards, game.current_player),
        "done": done,
        # What is good for the other player is bad for this one.
        "sign": jnp.where(following.current_player == game.current_player, 1.0, -1.0),
    }
    return following, taken


def advantages(taken: Rows, last_value: Array) -> Array:
    """Return generalized advantage estimates, from the view of whoever moved."""

    def back(carry: tuple[Array, Array], row: Rows) -> tuple[tuple[Array, Array], Array]:
        advantage, value = carry
        goes_on = (1.0 - row["done"]) * row["sign"]
        delta = row["reward"] + GAMMA * goes_on * value - row["value"]
        advantage = delta + GAMMA * GAE_LAMBDA * goes_on * advantage
        return (advantage, row["value"]), advantage

    start = (jnp.zeros(NUM_GAMES), last_value)
    _, found = jax.lax.scan(back, start, taken, reverse=True)
    return found


def loss(params: Params, batch: Rows) -> Array:
    """Return the clipped loss of the policy, with those of value and entropy."""
    logits, value = forward(params, batch["observation"], batch["mask"])
    log_probs = jax.nn.log_softmax(logits)
    log_prob = jnp.take_along_axis(log_probs, batch["action"][:, None], axis=1)[:, 0]
    ratio = jnp.exp(log_prob - batch["log_prob"])
    advantage = (batch["advantage"] - batch["advantage"].mean()) / (batch["advantage"].std() + 1e-8)
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage
    policy_loss = -jnp.minimum(ratio * advantage, clipped).mean()
    value_loss = ((value - batch["advantage"] - batch["value"]) ** 2).mean()
    entropy = -(jnp.exp(log_probs) * jnp.where(batch["mask"], log_probs, 0.0)).sum(axis=1).mean()
    return policy_loss + 0.5 * value_loss - ENTROPY * entropy


@jax.jit
def update(
    params: Params, opt_state: optax.OptState, game: GameState, key: Array
) -> tuple[Params, optax.OptState, GameState]:
    """Play a rollout and learn from it."""
    key, *keys = jax.random.split(key, NUM_STEPS + 1)
    game, taken = jax.lax.scan(partial(play, params), game, jnp.stack(keys))
    last_value = forward(params, game.observation, game.legal_action_mask)[1]
    # The last row's sign is that of the game that follows, like all others.
    taken["advantage"] = advantages(taken, last_value)
    flat = jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), taken)

    def learn(
        carry: tuple[Params, optax.OptState], index: Array
    ) -> tuple[tuple[Params, optax.OptState], None]:
        params, opt_state = carry
        grads = jax.grad(loss)(params, jax.tree.map(lambda array: array[index], flat))
        updates, opt_state = optimizer.update(grads, opt_state, params)
        return (optax.apply_updates(params, updates), opt_state), None

    order = jnp.concatenate(
        [jax.random.permutation(k, NUM_GAMES * NUM_STEPS) for k in jax.random.split(key, EPOCHS)]
    )
    (params, opt_state), _ = jax.lax.scan(
        learn, (params, opt_state), order.reshape(EPOCHS * BATCHES, -1)
    )
    return params, opt_state, game


@jax.jit
def score_against_random(params: Params, key: Array) -> Array:
    """Return the share of points against random play; the network is White in half the games."""
    key, key_deal = jax.random.split(key)
    game = init(jax.random.split(key_deal, NUM_GAMES))
    seat = jnp.arange(NUM_GAMES) % 2

    def body(carry: tuple[GameState, Array], key: Array) -> tuple[tuple[GameState, Array], None]:
        game, total = carry
        logits, _ = forward(params, game.observation, game.legal_action_mask)
        uniform = jnp.where(game.legal_action_mask, 0.0, -1e9)
        mine = (game.current_player == seat)[:, None]
        game = step(game, jax.random.categorical(key, jnp.where(mine, logits, uniform)))
        return (game, total + at(game.rewards, seat)), None

    # No random game has more than 200 decisions.
    (_, total), _ = jax.lax.scan(body, (game, jnp.zeros(NUM_GAMES)), jax.random.split(key, 200))
    return (total.mean() + 1) / 2


def main() -> None:
    """Train and print the score now and then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    key, key_params, key_deal = jax.random.split(jax.random.key(options.seed), 3)
    params = init_params(key_params)
    opt_state = optimizer.init(params)
    game = jax.jit(init)(jax.random.split(key_deal, NUM_GAMES))
    began = time.monotonic()
    for number in range(1, options.updates + 1):
        key, key_update, key_score = jax.random.split(key, 3)
        params, opt_state, game = update(params, opt_state, game, key_update)
        if number % 20 == 0 or number == options.updates:
            score = float(score_against_random(params, key_score))
            seconds = time.monotonic() - began
            print(f"update {number}: {score:.1%} against random play, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
