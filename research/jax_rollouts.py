"""Rollouts and worlds on an accelerator: thousands at once, compiled once."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from kahuna.batch import SeatMemories, State, act, is_over, remember_ply, reset
from kahuna.batch.state import arrays_of, state_of
from kahuna.batch.worlds import noise_shape, sample_hidden_cards
from kahuna.bots.network import Weights
from kahuna.bots.networks import TEMPERATURE
from kahuna.bots.rollouts import evaluate, results, sample_actions
from kahuna.core import ACTIONS
from kahuna.train.shared import Array, half

Games: TypeAlias = tuple[State, SeatMemories | None]


@partial(jax.jit, static_argnames=("num", "forgets"))
def sample_worlds(
    states: State, key: Array, *, num: int, hand: Array | None = None, forgets: bool = False
) -> State:
    """Return ``num`` worlds per position with sampled hidden cards and fresh chance: (n · num,)."""
    index = jnp.repeat(jnp.arange(states.clock.shape[0]), num)
    cards_key, chance_key = jax.random.split(key)
    worlds = sample_hidden_cards(
        states.take(index),
        jax.random.gumbel(cards_key, noise_shape(len(index))),
        hand=None if hand is None else hand[index],
        forgets=forgets,
    )
    chance = jax.random.bits(chance_key, index.shape, jnp.uint32)
    return worlds._replace(chance=jnp.maximum(chance, 1))


@jax.jit
def play_out(
    weights: Weights,
    states: State,
    actions: Array,
    streams: Array,
    key: Array,
    horizon: int,
    temperature: float = TEMPERATURE,
    memories: SeatMemories | None = None,
) -> Array:
    """Do what :func:`kahuna.bots.rollouts.rollout` does; a negative action is the policy's.

    Networks of the first version need no memories.
    """

    def step(depth: Array, games: Games) -> Games:
        states, memories = games
        noise = _noise(jax.random.fold_in(key, depth), streams)
        chosen = sample_actions(states, memories, weights, noise, jnp, temperature)
        chosen = jnp.where((depth == 0) & (actions >= 0), actions, chosen).astype(jnp.uint32)
        after: State = act(states, chosen).states
        if memories is None:
            return after, None
        return after, remember_ply(memories, states, chosen, after)

    states, memories = jax.lax.fori_loop(0, horizon + 1, step, (states, memories))
    return white_values(weights, states, memories)


def _noise(key: Array, streams: Array) -> Array:
    return jax.vmap(
        lambda stream: jax.random.gumbel(jax.random.fold_in(key, stream), (len(ACTIONS),))
    )(streams)


def white_values(weights: Weights, states: State, memories: SeatMemories | None = None) -> Array:
    """Return the network's value of each position for White, or the result of a finished game."""
    over: Array = is_over(states)
    return jnp.where(over, results(states, jnp), evaluate(states, memories, weights, jnp))


@jax.jit
def advance(weights: Weights, states: State, key: Array) -> State:
    """Play one decision in every game by the champion's policy; deal anew where one is over."""
    noise = jax.random.gumbel(key, (states.clock.shape[0], len(ACTIONS)))
    actions = sample_actions(states, None, weights, noise, jnp).astype(jnp.uint32)
    return reset(act(states, actions, refuse=False).states)


class AcceleratedRollout:
    """Run rollouts in chunks of one size; see :class:`kahuna.bots.rollouts.Rollout`."""

    def __init__(self, size: int = 8192) -> None:
        self._size = size
        self._copies: dict[int, Any] = {}

    def __call__(
        self,
        states: State,
        memories: SeatMemories,
        actions: npt.NDArray[np.int64],
        streams: npt.NDArray[np.int64],
        *,
        horizon: int,
        weights: Weights,
        seed: int,
    ) -> npt.NDArray[np.float64]:
        """Return the expected result for White of each position after its first action."""
        num = len(actions)
        values = np.empty(num)
        for start in range(0, num, self._size):
            part = np.arange(start, min(start + self._size, num))
            padded = np.resize(part, self._size)
            found = play_out(
                self._on_device(weights),
                to_jax(states.take(padded)),
                jnp.asarray(actions[padded].astype(np.int32)),
                jnp.asarray(streams[padded].astype(np.uint32)),
                jax.random.key(seed & 0x7FFF_FFFF),
                horizon,
                memories=jax.tree.map(jnp.asarray, memories.take(padded)),
            )
            values[part] = np.asarray(found)[: len(part)]
        return values

    def _on_device(self, weights: Weights) -> Any:  # noqa: ANN401
        if id(weights) not in self._copies:
            self._copies[id(weights)] = on_device(weights)
        return self._copies[id(weights)]


def on_device(weights: Weights) -> dict[str, Any]:
    """Return weights on the accelerator, in half precision where that is faster."""
    copy = {name: jnp.asarray(array) for name, array in weights.items()}
    return copy if jax.default_backend() == "cpu" else half(copy)


def to_numpy(states: State) -> State:
    """Copy a batch to NumPy."""
    return state_of([np.asarray(array) for array in arrays_of(states)])


def to_jax(states: State) -> State:
    """Copy a batch to the accelerator."""
    return state_of([jnp.asarray(array) for array in arrays_of(states)])
