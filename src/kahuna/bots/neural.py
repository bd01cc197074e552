"""Networks run with NumPy, and their weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kahuna.bots.network import (
    InputsError,
    NetworkOutput,
    Weights,
    forward_inputs,
    shape_of,
    shapes,
)
from kahuna.bots.networks import CHAMPION, NETWORKS, Evaluation
from kahuna.core import KahunaError, Recollection, View
from kahuna.encoding import inputs_of

_FAR: Final = -1e9
"""Logit of an illegal action."""


class WeightsError(KahunaError, ValueError):
    """A file that contains no network."""


def champion_weights(network: str = CHAMPION) -> Weights:
    """Load the weights of a network that ships with the package, by default the champion's."""
    return _shipped_weights(NETWORKS[network])


@cache
def _shipped_weights(filename: str) -> Weights:
    with resources.as_file(resources.files("kahuna.bots") / filename) as path:
        return read_weights(path)


def read_weights(path: Path) -> Weights:
    """Read weights from a file (float16) and return them as float32."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            weights = {name: arrays[name].astype(np.float32) for name in arrays.files}
        is_network = shapes(shape_of(weights)) == {name: w.shape for name, w in weights.items()}
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror or error}") from None
    except InputsError as error:
        raise WeightsError(f"{path} cannot be played: {error}") from None
    except (
        ValueError,
        TypeError,
        KeyError,
        EOFError,
        BadZipFile,
    ):  # NumPy raises many kinds of errors for a bad file.
        is_network = False
    if not is_network:
        raise WeightsError(f"{path} contains no network weights; `kahuna train` writes such files")
    return weights


def policy(
    output: NetworkOutput, legal: npt.NDArray[np.bool_], temperature: float
) -> npt.NDArray[np.float64]:
    """Return action probabilities, one row per position, zero for illegal actions."""
    logits = np.where(legal, output.logits.astype(np.float64) / temperature, _FAR)
    odds = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities: npt.NDArray[np.float64] = odds / odds.sum(axis=-1, keepdims=True)
    return probabilities


def forward_view(
    weights: Weights, view: View, recollection: Recollection | None = None
) -> NetworkOutput:
    """Run the network on what a seat sees and remembers: a batch of one.

    The recollection is folded from the history of the view, unless it is passed in.
    """
    version = shape_of(weights).version
    inputs = inputs_of(view, version=version, recollection=recollection)
    return forward_inputs(weights, np.array([inputs], np.float32), np)


class NumpyNetwork:
    """A network that runs on NumPy."""

    def __init__(self, weights: Weights) -> None:
        self.version = shape_of(weights).version
        self.weights = weights

    def evaluate(self, inputs: Sequence[Sequence[float]]) -> list[Evaluation]:
        """Evaluate a batch of positions."""
        output = forward_inputs(self.weights, np.array(inputs, np.float32), np)
        found = zip(output.logits.tolist(), output.value.tolist(), strict=True)
        return [Evaluation(logits, value) for logits, value in found]
