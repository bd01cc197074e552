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
from kahuna.bots.core_rollouts import BY_POLICY, TO_THE_END
from kahuna.bots.network import Weights
from kahuna.bots.networks import TEMPERATURE
from kahuna.bots.rollouts import (
    Rollouts,
    evaluate,
    is_late,
    results,
    round_numbers,
    sample_actions,
    white_margins,
)
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
    *,
    stops_at_scoring: bool = False,
) -> tuple[Array, Array]:
    """Do what :func:`kahuna.bots.rollouts.rollout` does, after the given actions (n, length).

    A negative action is the policy's. Networks of the first version need no memories. Return
    values and margins: (n,) each.
    """
    first_round = round_numbers(states)

    def is_done(depth: Array, states: State) -> Array:
        over: Array = is_over(states)
        is_cut = (depth > horizon) & ~is_late(states)
        return over | is_cut | (stops_at_scoring & (round_numbers(states) != first_round))

    def goes_on(loop: tuple[Array, Games]) -> Array:
        depth, (states, _) = loop
        return ~is_done(depth, states).all()

    def step(loop: tuple[Array, Games]) -> tuple[Array, Games]:
        depth, (states, memories) = loop
        noise = _noise(jax.random.fold_in(key, depth), streams)
        chosen = sample_actions(states, memories, weights, noise, jnp, temperature)
        given = jnp.where(depth < actions.shape[1], actions[:, depth], BY_POLICY)
        chosen = jnp.where(given >= 0, given, chosen).astype(jnp.uint32)
        after: State = act(states, chosen).states
        new_memories = None if memories is None else remember_ply(memories, states, chosen, after)
        return depth + 1, _choose(is_done(depth, states), (states, memories), (after, new_memories))

    _, (states, memories) = jax.lax.while_loop(goes_on, step, (0, (states, memories)))
    return white_values(weights, states, memories), white_margins(states)


def _choose(mask: Array, one: Games, other: Games) -> Games:
    """Take the games of ``one`` where the mask is set, and those of ``other`` elsewhere."""

    def choose(a: Array, b: Array) -> Array:
        return jnp.where(mask.reshape(-1, *[1] * (a.ndim - 1)), a, b)

    chosen: Games = jax.tree.map(choose, one, other)
    return chosen


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
        weights: Weights,
        seed: int,
        horizon: int = TO_THE_END,
        stops_at_scoring: bool = False,
    ) -> Rollouts:
        """Play on after the first actions, and evaluate where that leads."""
        num = len(actions)
        found = np.empty((2, num))
        for start in range(0, num, self._size):
            part = np.arange(start, min(start + self._size, num))
            padded = np.resize(part, self._size)
            parts = play_out(
                self._on_device(weights),
                to_jax(states.take(padded)),
                jnp.asarray(actions[padded, None].astype(np.int32)),
                jnp.asarray(streams[padded].astype(np.uint32)),
                jax.random.key(seed & 0x7FFF_FFFF),
                horizon,
                memories=jax.tree.map(jnp.asarray, memories.take(padded)),
                stops_at_scoring=stops_at_scoring,
            )
            found[:, part] = [np.asarray(values)[: len(part)] for values in parts]
        return Rollouts(found[0], found[1], 0)  # They cost next to nothing here.

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
