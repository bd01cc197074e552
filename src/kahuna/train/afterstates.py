"""Rank actions by the value of their afterstates, together with a policy.

An *afterstate* is the position after an action and before chance [Sutton and Barto 2018, 6.8]. A
value network sees it as the acting seat does, so one evaluation ranks an action without sampling
hidden cards or draws. The network has the shape of the champion's without policy and hand head.

Shapes: n positions, m (position, action) pairs.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.batch import State, afterstates, legal_masks, mover, observe
from kahuna.batch.state import over_mask
from kahuna.bots.network import Shape, forward_inputs, inputs, shape_of, shapes, value_logit
from kahuna.bots.neural import WeightsError
from kahuna.core import ACTIONS
from kahuna.train.shared import ILLEGAL, Array, Weights, result, take

OTHER_HEADS = ("policy", "hand")
"""Weights of the champion's network that a value network does not have."""
PAIRS = 24
"""Average number of legal actions per position for which there is room; 13 is usual."""
_DROPPED = -1.0
"""Value of an action for which there was no room, beside its prior."""


class Pairs(NamedTuple):
    """All legal actions of a batch of positions; places that are left over have root -1."""

    root: Array
    """The number of the position: (m,), rising."""
    action: Array

    @property
    def is_real(self) -> Array:
        """Return which places hold a pair."""
        return self.root >= 0

    def states(self, roots: State) -> State:
        """Return the position of each pair."""
        return take(roots, jnp.maximum(self.root, 0))

    @property
    def actions(self) -> Array:
        """Return the actions as the engine wants them."""
        return jnp.maximum(self.action, 0).astype(jnp.uint32)

    def table(self, numbers: Array, num_roots: int, missing: float) -> Array:
        """Arrange one number per pair by position and action: (num_roots, 189)."""
        found = jnp.full((num_roots + 1, len(ACTIONS)), missing, numbers.dtype)
        return found.at[self.root, self.action].set(numbers)[:num_roots]


def pairs_of(legal: Array, size: int) -> Pairs:
    """List the legal actions (n, 189) of all positions; drop the last ones beyond ``size``."""
    root, action = jnp.nonzero(legal, size=size, fill_value=-1)
    return Pairs(root, action)


def policy_log_probs(policy: Weights, states: State) -> Array:
    """Return the log probabilities of all actions: (n, 189)."""
    x = inputs(observe(states, mover(states)), jnp, policy["in"].dtype, shape_of(policy))
    legal: Array = legal_masks(states)
    return jax.nn.log_softmax(jnp.where(legal, forward_inputs(policy, x, jnp).logits, ILLEGAL))


def afterstate_values(weights: Weights, states: State, actions: Array) -> Array:
    """Return what actions are worth to the movers; a finished game is worth its result: (n,)."""
    seats: Array = mover(states)
    after = afterstates(states, actions)
    x = inputs(observe(after, seats), jnp, weights["in"].dtype, shape_of(weights))
    final = jnp.where(seats == 1, -1.0, 1.0) * result(after)
    return jnp.where(over_mask(after) >= 1, final, jnp.tanh(value_logit(weights, x, jnp)))


def action_scores(
    weights: Weights, states: State, log_probs: Array, prior_weight: Array | float
) -> Array:
    """Return value plus weighted log probability of every legal action: (n, 189)."""
    n = states.clock.shape[0]
    pairs = pairs_of(log_probs > ILLEGAL / 2, n * PAIRS)
    values = afterstate_values(weights, pairs.states(states), pairs.actions)
    return pairs.table(values, n, _DROPPED) + prior_weight * log_probs


def load_value_weights(path: Path) -> Weights:
    """Read the weights of a value network."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            weights = {name: jnp.asarray(arrays[name].astype(np.float32)) for name in arrays.files}
        is_network = value_shapes(shape_of(weights)) == {n: w.shape for n, w in weights.items()}
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, EOFError):
        is_network = False
    if not is_network:
        raise WeightsError(f"{path} contains no values; `python -m kahuna.train.advantages` does")
    return weights


def value_shapes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """Return the names and shapes of the weights of a value network."""
    return {name: size for name, size in shapes(shape).items() if name not in OTHER_HEADS}
