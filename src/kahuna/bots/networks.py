"""The networks that ship with the package, and the interface through which bots call one.

A network runs on NumPy (``kahuna.bots.neural``), or anywhere outside Python: in a browser, where
there is no NumPy, the page passes in a function that WebAssembly implements.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from kahuna.core import ACTIONS
from kahuna.encoding import INPUT_VERSIONS

CHAMPION: Final = "champion"
WEIGHTS: Final = "champion.npz"
NETWORKS: Final = {CHAMPION: WEIGHTS, "champion-1": "champion-1.npz", "champion-2": WEIGHTS}
"""Files of weights by name.

``champion`` is the current network. Numbered names never change their weights, so that every later
network can be measured against them. The current network's number shares its file: to replace the
champion, keep its file under its number (``champion-2.npz``) and add the next number.
"""
TEMPERATURE: Final = 0.5
"""Sampling temperature of the champion; training uses 1."""
MAX_TEMPERATURE: Final = 10.0


class Evaluation(NamedTuple):
    """What a network says about a position, from the point of view of the seat that sees it."""

    logits: Sequence[float]
    """Policy logits of all actions, legal or not."""
    value: float
    """The expected result, from -1 to 1."""


class Network(Protocol):
    """A network that evaluates positions by their inputs (``kahuna.encoding.inputs_of``)."""

    @property
    def version(self) -> int:
        """The version of its inputs."""
        ...

    def evaluate(self, inputs: Sequence[Sequence[float]]) -> list[Evaluation]:
        """Evaluate a batch of positions."""
        ...


Forward: TypeAlias = "Callable[[array[float], array[float]], object]"
"""Evaluate rows of inputs, and fill rows of outputs: the logits and the value of each position.

Both arrays hold numbers of single precision, one row after the other.
"""
NUM_OUTPUTS: Final = len(ACTIONS) + 1


class ForeignNetwork:
    """A network that runs outside Python."""

    def __init__(self, num_inputs: int, forward: Forward) -> None:
        self.version = INPUT_VERSIONS[num_inputs]
        self._forward = forward

    def evaluate(self, inputs: Sequence[Sequence[float]]) -> list[Evaluation]:
        """Evaluate a batch of positions."""
        rows = array("f")
        for numbers in inputs:
            rows.extend(numbers)
        outputs = array("f", bytes(len(inputs) * NUM_OUTPUTS * rows.itemsize))
        self._forward(rows, outputs)
        return [
            Evaluation(outputs[start : start + NUM_OUTPUTS - 1], outputs[start + NUM_OUTPUTS - 1])
            for start in range(0, len(outputs), NUM_OUTPUTS)
        ]


_added: Final[dict[str, Network]] = {}


def add_network(name: str, num_inputs: int, forward: Forward) -> None:
    """Let a function run a network that ships with the package, in place of NumPy."""
    _added[NETWORKS[name]] = ForeignNetwork(num_inputs, forward)


def load_network(name: str = CHAMPION) -> Network:
    """Return a network that ships with the package, by default the champion's."""
    added = _added.get(NETWORKS[name])
    if added is not None:
        return added
    from kahuna.bots.neural import NumpyNetwork, champion_weights  # Import NumPy lazily.

    return NumpyNetwork(champion_weights(name))
