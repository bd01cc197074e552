"""The network that judges a position: one source for NumPy, which plays, and JAX, which trains.

It sees the observation of a seat, and beside it what the board makes of that: how far each side is
from ruling an island, what that would sweep away, which lines decide it (``board_features``).
Behind that is a plain residual network. One that hears along the lines, with weights shared by all
islands, made a tenth of the decisions in the same time when it was trained.

Shapes: observations are (n, SIZE), lines (n, 27), islands (n, 12).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from kahuna.core import ACTIONS, ARCHIPELAGO
from kahuna.encoding import BOARD_SIZE, HIGHS, SIZE, board_features

Array: TypeAlias = Any
"""An array of NumPy or of JAX."""
Weights: TypeAlias = Mapping[str, Array]

NUM_ISLANDS: Final = len(ARCHIPELAGO.islands)
HAND_COUNTS: Final = ARCHIPELAGO.copies + 1
"""How many cards of an island a hand can hold, none included."""

_MOST: Final = 25.0
"""Numbers are divided by the highest they can be, but by no more than this, to be felt."""
SCALE: Final = 1 / np.minimum(np.array(HIGHS, float), _MOST)


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a network is."""

    width: int = 512
    blocks: int = 3
    knows_board: bool = True
    """Whether it is given the features of the board."""

    @property
    def inputs(self) -> int:
        """How many numbers go in."""
        return SIZE + self.knows_board * BOARD_SIZE


class Judgement(NamedTuple):
    """What the network says of positions, each for the seat whose observation it was."""

    logits: Array
    """(n, 189): how much it likes each action of the catalogue, legal or not."""
    value: Array
    """(n,): the result that it expects, from -1 to 1."""
    hand: Array
    """(n, 12, 3): how likely 0, 1 or 2 cards of each island are in the other hand, as logits."""


def shapes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """The names and shapes of all weights."""
    width = shape.width
    found: dict[str, tuple[int, ...]] = {"in": (shape.inputs, width), "bias": (width,)}
    for i in range(shape.blocks):
        found |= {f"{i}/in": (width, width), f"{i}/out": (width, width)}
    return found | {
        "value": (width, 1),
        "policy": (width, len(ACTIONS)),
        "hand": (width, NUM_ISLANDS * HAND_COUNTS),
    }


def shape_of(weights: Weights) -> Shape:
    """The shape of a network, told from its weights."""
    inputs, width = weights["in"].shape
    blocks = sum(f"{i}/out" in weights for i in range(len(weights)))
    return Shape(width, blocks, knows_board=inputs > SIZE)


def judge(weights: Weights, observations: Array, space: ModuleType) -> Judgement:
    """What the network makes of observations; it reckons in the type of the weights."""
    knows_board = shape_of(weights).knows_board
    return judge_inputs(
        weights, inputs(observations, space, weights["in"].dtype, knows_board=knows_board), space
    )


def judge_inputs(weights: Weights, x: Array, space: ModuleType) -> Judgement:
    """What the network makes of the ``inputs`` that observations became."""
    x = x @ weights["in"] + weights["bias"]
    for i in range(shape_of(weights).blocks):
        heard = _norm(x, space) @ weights[f"{i}/in"]
        x = x + space.maximum(heard, 0) @ weights[f"{i}/out"]
    x = _norm(x, space)
    value, policy, hand = ((x @ weights[name]).astype(np.float32) for name in _HEADS)
    return Judgement(policy, space.tanh(value[:, 0]), hand.reshape(-1, NUM_ISLANDS, HAND_COUNTS))


_HEADS: Final = ("value", "policy", "hand")


def inputs(observations: Array, space: ModuleType, kind: Any, *, knows_board: bool) -> Array:  # noqa: ANN401
    """The numbers that go into the network."""
    x = observations.astype(kind)
    scaled = x * space.asarray(SCALE, dtype=kind)
    if not knows_board:
        return scaled
    return space.concatenate([scaled, board_features(x, space)], axis=1)


def _norm(x: Array, space: ModuleType) -> Array:
    """The same direction, with numbers of about one."""
    square = (x.astype(np.float32) ** 2).mean(axis=-1, keepdims=True)
    return x * (1 / space.sqrt(square + 1e-6)).astype(x.dtype)
