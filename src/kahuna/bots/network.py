"""The policy and value network: one source for NumPy (inference) and JAX (training).

Inputs are a seat's observation, features derived from the board (``board_features``: how far each
side is from controlling an island, what that would remove, which lines decide it) and, since
version 2, what the seat remembers. The number of inputs tells the version that weights were trained
on. A plain residual network follows. A graph network with shared weights per island ran ten times
slower.

Shapes: observations are (n, SIZE), with the memory (n, SIZE + MEMORY_SIZE).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from kahuna.bots.board_features import board_features
from kahuna.core import ACTIONS, ARCHIPELAGO, KahunaError
from kahuna.encoding import INPUT_SIZES, INPUT_VERSIONS, LATEST, SCALE, SIZE

Array: TypeAlias = Any
"""An array of NumPy or of JAX."""
Weights: TypeAlias = Mapping[str, Array]

NUM_ISLANDS: Final = len(ARCHIPELAGO.islands)
HAND_COUNTS: Final = ARCHIPELAGO.copies + 1
"""Number of possible counts of one island's cards in a hand: 0, 1 or 2."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Size of a network."""

    width: int = 512
    blocks: int = 3
    version: int = LATEST
    """Version of the inputs."""

    @property
    def inputs(self) -> int:
        """Return the number of inputs."""
        return INPUT_SIZES[self.version]


class NetworkOutput(NamedTuple):
    """Output for a batch of positions, each from the observing seat's point of view."""

    logits: Array
    """(n, 189): policy logits of all actions, legal or not."""
    value: Array
    """(n,): expected result, from -1 to 1."""
    hand: Array
    """(n, 12, 3): logits of 0, 1 or 2 cards of each island in the opponent's hand."""


def shapes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """Return the names and shapes of all weights."""
    width = shape.width
    found: dict[str, tuple[int, ...]] = {"in": (shape.inputs, width), "bias": (width,)}
    for i in range(shape.blocks):
        found |= {f"{i}/in": (width, width), f"{i}/out": (width, width)}
    return found | {
        "value": (width, 1),
        "policy": (width, len(ACTIONS)),
        "hand": (width, NUM_ISLANDS * HAND_COUNTS),
    }


class InputsError(KahunaError, ValueError):
    """A network whose number of inputs belongs to no version."""


def shape_of(weights: Weights) -> Shape:
    """Infer the shape of a network from its weights."""
    inputs, width = weights["in"].shape
    if inputs not in INPUT_VERSIONS:
        known = " or ".join(map(str, INPUT_VERSIONS))
        raise InputsError(f"the network has {inputs} inputs; known ones have {known}")
    blocks = sum(f"{i}/out" in weights for i in range(len(weights)))
    return Shape(width, blocks, INPUT_VERSIONS[inputs])


def forward(weights: Weights, observations: Array, space: ModuleType) -> NetworkOutput:
    """Run the network on observations, in the precision of the weights.

    Observations may say more than weights of an older version use.
    """
    x = inputs(observations, space, weights["in"].dtype, shape_of(weights).version)
    return forward_inputs(weights, x, space)


def forward_inputs(weights: Weights, x: Array, space: ModuleType) -> NetworkOutput:
    """Run the network on prepared ``inputs``."""
    return heads(weights, trunk(weights, x, space), space)


def trunk(weights: Weights, x: Array, space: ModuleType) -> Array:
    """Run the layers below the heads on prepared ``inputs``: (n, width)."""
    x = x @ weights["in"] + weights["bias"]
    for i in range(shape_of(weights).blocks):
        hidden = _norm(x, space) @ weights[f"{i}/in"]
        x = x + space.maximum(hidden, 0) @ weights[f"{i}/out"]
    return _norm(x, space)


def heads(weights: Weights, x: Array, space: ModuleType) -> NetworkOutput:
    """Run the heads on what the trunk computed."""
    policy, hand = ((x @ weights[name]).astype(np.float32) for name in ("policy", "hand"))
    # Half precision would hide small differences between values.
    value = space.tanh(x.astype(np.float32) @ weights["value"].astype(np.float32))[:, 0]
    return NetworkOutput(policy, value, hand.reshape(-1, NUM_ISLANDS, HAND_COUNTS))


def inputs(observations: Array, space: ModuleType, kind: Any, version: int) -> Array:  # noqa: ANN401
    """Turn observations into the inputs of a network: scaled, and with derived features."""
    x = observations[:, :SIZE].astype(kind)
    parts = [x * space.asarray(SCALE, dtype=kind), board_features(x, space)]
    if version > 1:
        if observations.shape[1] == SIZE:
            raise ValueError("this network needs what its seat remembers: observe with memories")
        parts.append(observations[:, SIZE:].astype(kind))
    return space.concatenate(parts, axis=1)


def _norm(x: Array, space: ModuleType) -> Array:
    """Apply RMS normalisation."""
    square = (x.astype(np.float32) ** 2).mean(axis=-1, keepdims=True)
    return x * (1 / space.sqrt(square + 1e-6)).astype(x.dtype)
