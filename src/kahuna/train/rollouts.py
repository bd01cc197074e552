"""The coach's rollouts on an accelerator: thousands at once, compiled once."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
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
    remember_ply,
)
from kahuna.batch.state import arrays_of, state_of
from kahuna.bots.network import Weights, forward
from kahuna.bots.neural import TEMPERATURE
from kahuna.train.shared import ILLEGAL, Array, half, result


class AcceleratedRollout:
    """Run rollouts in chunks of one size; a negative first action is left to the policy."""

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
            arrays = [jnp.asarray(array) for array in arrays_of(states.take(padded))]
            found = _rollout(
                self._on_device(weights),
                (state_of(arrays), jax.tree.map(jnp.asarray, memories.take(padded))),
                jnp.asarray(actions[padded].astype(np.int32)),
                jnp.asarray(streams[padded].astype(np.uint32)),
                horizon,
                seed & 0x7FFF_FFFF,
            )
            values[part] = np.asarray(found)[: len(part)]
        return values

    def _on_device(self, weights: Weights) -> Any:  # noqa: ANN401
        """Return the weights on the accelerator, in half precision where that is faster."""
        if id(weights) not in self._copies:
            copy = {name: jnp.asarray(array) for name, array in weights.items()}
            self._copies[id(weights)] = copy if jax.default_backend() == "cpu" else half(copy)
        return self._copies[id(weights)]


@jax.jit
def _rollout(
    weights: Any,  # noqa: ANN401
    games: tuple[State, SeatMemories],
    actions: Array,
    streams: Array,
    horizon: Array,
    seed: Array,
) -> Array:
    def step(depth: Array, games: tuple[State, SeatMemories]) -> tuple[State, SeatMemories]:
        states, memories = games
        key = jax.random.fold_in(jax.random.key(seed), depth)
        seen = observe(states, mover(states), memories)
        logits = forward(weights, seen, jnp).logits / TEMPERATURE
        noise = jax.vmap(
            lambda stream: jax.random.gumbel(jax.random.fold_in(key, stream), logits.shape[1:])
        )(streams)
        legal: Array = legal_masks(states)
        chosen = jnp.where(legal, logits + noise, ILLEGAL).argmax(axis=1)
        chosen = jnp.where((depth == 0) & (actions >= 0), actions, chosen)
        chosen = chosen.astype(jnp.uint32)
        after = act(states, chosen).states
        return after, remember_ply(memories, states, chosen, after)

    states, memories = jax.lax.fori_loop(0, horizon + 1, step, games)
    seats: Array = mover(states)
    value = forward(weights, observe(states, seats, memories), jnp).value
    value = jnp.where(seats == 1, -value, value)
    over: Array = is_over(states)
    return jnp.where(over, result(states), value)
