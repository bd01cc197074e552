"""Play many positions on with the champion's network, all in one batch.

What a player does and what a position is worth is written for NumPy and JAX; the loop over the
decisions is for NumPy, and leaves out games that are over.

Shapes: ``n`` rollouts; values are results for White from -1 to 1.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from kahuna.batch import (
    SeatMemories,
    State,
    act,
    is_over,
    legal_masks,
    mover,
    observe,
    outcome,
    remember_ply,
)
from kahuna.batch.scoring import WHITE_RESULTS
from kahuna.bots.network import Array, Weights, forward
from kahuna.bots.networks import TEMPERATURE
from kahuna.core import ACTIONS

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

BY_POLICY: Final = -1
"""In place of a first action: let the network choose it."""
CHUNK: Final = 2048
"""Rollouts evaluated at once: enough to keep matrix products fast, few enough to stay in cache."""


class Rollout(Protocol):
    """A way to run rollouts: :func:`rollout`, or the same on an accelerator."""

    def __call__(
        self,
        states: State,
        memories: SeatMemories,
        actions: Ints,
        streams: Ints,
        *,
        horizon: int,
        weights: Weights,
        seed: int,
    ) -> Floats:
        """Return the expected result for White of each position after its first action."""
        ...


def rollout(
    states: State,
    memories: SeatMemories,
    actions: Ints,
    streams: Ints,
    *,
    horizon: int,
    weights: Weights,
    seed: int,
) -> Floats:
    """Return the expected result for White of each position after its first action.

    Both sides then play ``horizon`` decisions by the network's policy, each on what it sees and
    remembers, and the network values where that leads. Rollouts of the same stream draw the same
    random numbers for the policy; positions with equal generators draw the same cards.
    """
    num = len(actions)
    values = np.empty(num)
    for start in range(0, num, CHUNK):
        part = np.arange(start, min(start + CHUNK, num))
        values[part] = _rollout(
            states.take(part),
            memories.take(part),
            actions[part],
            streams[part],
            horizon,
            weights,
            seed,
        )
    return values


def _rollout(
    states: State,
    memories: SeatMemories,
    actions: Ints,
    streams: Ints,
    horizon: int,
    weights: Weights,
    seed: int,
) -> Floats:
    values = np.zeros(len(actions))
    places = np.arange(len(actions))
    chosen: Any = actions
    for depth in range(horizon + 1):
        if depth or (actions == BY_POLICY).any():
            picked = choose(states, memories, streams[places], weights, seed + depth)
            chosen = picked if depth else np.where(actions == BY_POLICY, picked, actions)
        states, memories = play(states, memories, chosen)
        over: Any = is_over(states)
        if over.any():
            values[places[over]] = results(states.take(over), np)
            states, memories, places = states.take(~over), memories.take(~over), places[~over]
            if not len(places):
                return values
    values[places] = evaluate(states, memories, weights, np)
    return values


def play(
    states: State,
    memories: SeatMemories,
    actions: Any,  # noqa: ANN401
) -> tuple[State, SeatMemories]:
    """Play one ply in every game; both seats remember it."""
    actions = actions.astype(np.uint32)
    after = act(states, actions).states
    return after, remember_ply(memories, states, actions, after)


def choose(
    states: State, memories: SeatMemories, streams: Ints, weights: Weights, seed: int
) -> Any:  # noqa: ANN401
    """Sample an action of each game from the network's policy; equal streams draw equal noise."""
    kinds, stream = np.unique(streams, return_inverse=True)
    noise = np.empty((len(kinds), len(ACTIONS)))
    for i, kind in enumerate(kinds):
        noise[i] = np.random.default_rng((seed, int(kind))).gumbel(size=len(ACTIONS))
    return sample_actions(states, memories, weights, noise[stream], np)


def sample_actions(
    states: State,
    memories: SeatMemories | None,
    weights: Weights,
    noise: Array,
    space: ModuleType,
    temperature: float | Array = TEMPERATURE,
) -> Array:
    """Sample an action of each game from the network's policy, by Gumbel noise (n, 189).

    Networks of the first version need no memories.
    """
    logits = forward(weights, observe(states, mover(states), memories), space).logits / temperature
    return space.where(legal_masks(states), logits + noise, -np.inf).argmax(axis=1)


def evaluate(
    states: State, memories: SeatMemories | None, weights: Weights, space: ModuleType
) -> Array:
    """Return the network's value of each position, for White, as its mover sees it."""
    to_move: Any = mover(states)
    values = forward(weights, observe(states, to_move, memories), space).value
    return space.where(to_move == 1, -values, values)


def results(states: State, space: ModuleType) -> Array:
    """Return White's result (1, 0 or -1) of finished games."""
    winner: Any = outcome(states).winner
    return space.asarray(WHITE_RESULTS, dtype=np.float32)[winner]
