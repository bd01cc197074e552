"""Proximal policy optimization on the Gymnasium vector environment, in one file like CleanRL's.

    python examples/training/ppo_gymnasium.py --updates 200

The environment steps in NumPy; the network and its updates are JAX. The agent plays one seat,
the opponent plays at random. Illegal actions are masked out. The share of games won is printed.
"""

import argparse
import time
from typing import TypeAlias

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import optax

import kahuna.envs.gymnasium  # noqa: F401  # Registers the environment.

Params: TypeAlias = list[tuple[jax.Array, jax.Array]]
Rows: TypeAlias = dict[str, jax.Array]

NUM_ENVS, NUM_STEPS = 64, 32
HIDDEN = 128
EPOCHS, MINIBATCHES = 4, 4
GAMMA, GAE_LAMBDA, CLIP, ENTROPY, VALUE = 1.0, 0.95, 0.2, 0.01, 0.5
LEARNING_RATE = 1e-3

optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(LEARNING_RATE))


def init_params(key: jax.Array, num_inputs: int, num_actions: int) -> Params:
    """Return small random weights; the last layer starts near 0."""
    sizes = [num_inputs, HIDDEN, HIDDEN, num_actions + 1]
    scales = [2**0.5, 2**0.5, 0.01]
    return [
        (jax.random.normal(k, (a, b)) * scale / a**0.5, jnp.zeros(b))
        for k, a, b, scale in zip(
            jax.random.split(key, 3), sizes[:-1], sizes[1:], scales, strict=True
        )
    ]


def forward(params: Params, observation: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Return the log probabilities of the legal actions, and the value."""
    x = observation.astype(jnp.float32)
    for weight, bias in params[:-1]:
        x = jax.nn.relu(x @ weight + bias)
    out = x @ params[-1][0] + params[-1][1]
    return jax.nn.log_softmax(jnp.where(mask, out[:, :-1], -1e9)), out[:, -1]


@jax.jit
def choose(
    params: Params, observation: jax.Array, mask: jax.Array, key: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Sample an action for every game; return it, its log probability and the value."""
    log_probs, value = forward(params, observation, mask)
    action = jax.random.categorical(key, log_probs)
    return action, jnp.take_along_axis(log_probs, action[:, None], axis=1)[:, 0], value


def advantages(
    rewards: np.ndarray, values: np.ndarray, ends: np.ndarray, last_value: np.ndarray
) -> np.ndarray:
    """Return generalized advantage estimates."""
    found = np.zeros_like(rewards)
    advantage, next_value = np.zeros(NUM_ENVS), last_value
    for step in reversed(range(NUM_STEPS)):
        goes_on = 1.0 - ends[step]
        delta = rewards[step] + GAMMA * goes_on * next_value - values[step]
        advantage = delta + GAMMA * GAE_LAMBDA * goes_on * advantage
        found[step], next_value = advantage, values[step]
    return found


def loss(params: Params, batch: Rows) -> jax.Array:
    """Return the clipped loss of the policy, with those of value and entropy."""
    log_probs, value = forward(params, batch["observation"], batch["mask"])
    log_prob = jnp.take_along_axis(log_probs, batch["action"][:, None], axis=1)[:, 0]
    ratio = jnp.exp(log_prob - batch["log_prob"])
    weight, advantage = batch["weight"], batch["advantage"]
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage
    entropy = -(jnp.exp(log_probs) * jnp.where(batch["mask"], log_probs, 0.0)).sum(axis=1)
    each = -jnp.minimum(ratio * advantage, clipped) - ENTROPY * entropy
    each += VALUE * (value - batch["target"]) ** 2
    return (weight * each).sum() / weight.sum()


@jax.jit
def learn(params: Params, opt_state: optax.OptState, batch: Rows) -> tuple[Params, optax.OptState]:
    """Take one gradient step."""
    updates, opt_state = optimizer.update(jax.grad(loss)(params, batch), opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def main() -> None:
    """Train and print the share of games won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    key = jax.random.key(options.seed)
    envs = gymnasium.make_vec("Kahuna-v0", num_envs=NUM_ENVS)
    seen, _ = envs.reset(seed=options.seed)
    num_inputs, num_actions = (seen[name].shape[1] for name in ("observation", "action_mask"))
    params = init_params(key, num_inputs, num_actions)
    opt_state = optimizer.init(params)
    was_over = np.zeros(NUM_ENVS, bool)
    results: list[float] = []
    began = time.monotonic()
    for update in range(1, options.updates + 1):
        rows: dict[str, list[np.ndarray]] = {}
        for _ in range(NUM_STEPS):
            key, key_action = jax.random.split(key)
            # A finished game accepts any action: the next step deals a new one.
            mask = seen["action_mask"].astype(bool) | was_over[:, None]
            action, log_prob, value = choose(params, seen["observation"], mask, key_action)
            after, reward, is_over, _, _ = envs.step(np.asarray(action))
            row = {
                "observation": seen["observation"],
                "mask": mask,
                "action": action,
                "log_prob": log_prob,
                "value": value,
                "reward": reward,
                "end": is_over,
                "weight": ~was_over,
            }
            for name, array in row.items():
                rows.setdefault(name, []).append(np.array(array))
            results += reward[is_over].tolist()
            seen, was_over = after, is_over
        taken = {name: np.stack(arrays) for name, arrays in rows.items()}
        mask = seen["action_mask"].astype(bool) | was_over[:, None]
        last_value = np.asarray(forward(params, seen["observation"], mask)[1])
        found = advantages(
            taken.pop("reward").astype(float),
            taken["value"],
            taken.pop("end").astype(float),
            last_value,
        )
        taken["target"] = found + taken.pop("value")
        taken["advantage"] = (found - found.mean()) / (found.std() + 1e-8)
        flat = {name: each.reshape(-1, *each.shape[2:]) for name, each in taken.items()}
        for _ in range(EPOCHS):
            for part in np.split(rng.permutation(NUM_ENVS * NUM_STEPS), MINIBATCHES):
                batch = {name: jnp.asarray(each[part]) for name, each in flat.items()}
                params, opt_state = learn(params, opt_state, batch)
        if update % 20 == 0 or update == options.updates:
            recent = results[-200:]
            score = (np.mean(recent) + 1) / 2 if recent else float("nan")
            seconds = time.monotonic() - began
            print(f"update {update}: {score:.1%} against random play, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
