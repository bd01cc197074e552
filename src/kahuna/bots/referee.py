"""The value of a position if every card is known: one source for NumPy and JAX.

A small network reads the inputs of both seats. It is antisymmetric: if the seats swap everything
they have, the value changes its sign. Shapes: n positions.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from types import ModuleType
from typing import Final

import numpy as np
import numpy.typing as npt

from kahuna.batch import State, is_over, observe, outcome
from kahuna.batch.scoring import WHITE_RESULTS
from kahuna.bots.network import Array, Weights, inputs

WEIGHTS: Final = "referee.npz"
INPUTS_VERSION: Final = 1
"""Version of the inputs: both hands are known, so nothing has to be remembered."""


@cache
def referee_weights() -> Weights:
    """Load the weights shipped with the package."""
    with (
        (resources.files("kahuna.bots") / WEIGHTS).open("rb") as file,
        np.load(file, allow_pickle=False) as arrays,
    ):
        return {name: arrays[name].astype(np.float32) for name in arrays.files}


def referee_logit(weights: Weights, states: State, space: ModuleType) -> Array:
    """Return half the log odds that White wins: (n,)."""
    white, black = (
        inputs(observe(states, seat), space, weights["own"].dtype, INPUTS_VERSION)
        for seat in range(2)
    )
    return _side(weights, white, black, space) - _side(weights, black, white, space)


def _side(weights: Weights, own: Array, their: Array, space: ModuleType) -> Array:
    x = space.maximum(own @ weights["own"] + their @ weights["their"] + weights["bias"], 0)
    x = x + space.maximum(x @ weights["hidden"] + weights["hidden_bias"], 0)
    return (x @ weights["value"])[:, 0].astype(np.float32)


def referee_value(states: State, weights: Weights | None = None) -> npt.NDArray[np.float64]:
    """Return White's expected result from -1 to 1 of each position; the result if it is over."""
    expected = np.tanh(referee_logit(referee_weights() if weights is None else weights, states, np))
    results = np.where(is_over(states), WHITE_RESULTS[outcome(states).winner], expected)
    values: npt.NDArray[np.float64] = results.astype(np.float64)
    return values
