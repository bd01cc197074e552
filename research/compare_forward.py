"""Compare the decisions of bots whose network runs in WebAssembly with those on NumPy.

python -m research.compare_forward --positions 10000

Games between levels supply the positions, and both sides draw the same random numbers. Needs Node,
and the packages of web/.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import typer

from kahuna.bots import LEVELS, Level
from kahuna.bots.networks import NUM_OUTPUTS, Evaluation, ForeignNetwork, Network, load_network
from kahuna.bots.neural import champion_weights
from kahuna.bots.packed_network import pack_network
from kahuna.bots.policy_bot import NO_LIMITS, PolicyBot
from kahuna.core import EDITIONS, View, legal_actions
from kahuna.match import Authority, RandomChance
from research.command import run

ROOT: Final = Path(__file__).parent.parent
COMPARED: Final = tuple(
    key for key, level in LEVELS.items() if level.network is not None and not level.searches
)
"""The levels that play the policy of a network."""

Rows = npt.NDArray[np.float32]


class Comparison(NamedTuple):
    """How a level decides on both sides."""

    level: str
    same: int
    """Number of equal decisions."""
    difference: float
    """The largest difference between two logits of a legal action."""
    milliseconds: float
    """Time of an evaluation in WebAssembly, one at a time."""


class InputRecorder:
    """Passes inputs on to a network, and keeps them."""

    def __init__(self, network: Network) -> None:
        self.version = network.version
        self.inputs: list[Sequence[float]] = []
        self.outputs: list[Evaluation] = []
        self._network = network

    def evaluate(self, inputs: Sequence[Sequence[float]]) -> list[Evaluation]:
        """Evaluate a batch of positions."""
        found = self._network.evaluate(inputs)
        self.inputs += inputs
        self.outputs += found
        return found


def positions(level: str, seed: int) -> Iterator[View]:
    """Play games of a level with itself; yield the positions with something to decide."""
    rng, rulesets = Random(seed), [edition.ruleset() for edition in EDITIONS.values()]
    while True:
        authority = Authority(rng.choice(rulesets), RandomChance(rng))
        bots = [LEVELS[level].make(rng) for _ in range(2)]
        while (seat := authority.mover) is not None:
            view = authority.view(seat)
            if len(legal_actions(view)) > 1:
                yield view
            authority.act(seat, bots[seat].decide(view))


def run_in_node(packed: bytes, inputs: Rows, rows_at_once: int) -> tuple[Rows, float]:
    """Evaluate inputs (n, inputs) with WebAssembly; also return the milliseconds per row."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "network.bin"
        path.write_bytes(packed)
        with_node = ROOT / "tools" / "with_node.sh"
        script = ROOT / "web" / "scripts" / "run_network.mjs"
        done = subprocess.run(
            [with_node, sys.prefix, "node", script, path, str(rows_at_once)],
            input=inputs.tobytes(),
            capture_output=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"Node failed: {done.stderr.decode()}")
    outputs = np.frombuffer(done.stdout, np.float32).reshape(len(inputs), NUM_OUTPUTS)
    return outputs, float(done.stderr)


def compare(level: str, num: int, seed: int) -> Comparison:
    """Let a level decide in many positions on both sides."""
    network = LEVELS[level].network
    assert network is not None
    views = list(islice(positions(level, seed), num))
    recorder = InputRecorder(load_network(network))
    wanted = [_decide(recorder, LEVELS[level], view, seed) for seed, view in enumerate(views)]
    inputs = np.array(recorder.inputs, np.float32)
    outputs, milliseconds = run_in_node(pack_network(champion_weights(network)), inputs, 1)
    rows = iter(outputs)
    foreign = ForeignNetwork(inputs.shape[1], lambda _, found: _fill(found, next(rows)))
    same = sum(
        _decide(foreign, LEVELS[level], view, seed) == action
        for (seed, view), action in zip(enumerate(views), wanted, strict=True)
    )
    logits = np.array([output.logits for output in recorder.outputs])
    difference = float(np.abs(logits - outputs[:, :-1]).max())
    return Comparison(level, same, difference, milliseconds)


def _decide(network: Network, level: Level, view: View, seed: int) -> object:
    limits = level.limits or NO_LIMITS
    return PolicyBot(Random(seed), network=network, limits=limits, style=level.style).decide(view)


def _fill(array: object, numbers: Rows) -> None:
    np.frombuffer(array, np.float32)[:] = numbers  # type: ignore[call-overload]


def main(
    positions: Annotated[int, typer.Option(min=1, help="positions of each level")] = 10_000,
    seed: int = 1,
) -> None:
    """Print a table in Markdown, line by line."""
    print("| level | positions | same decision | largest difference of logits | ms an evaluation |")
    print("|---|---:|---:|---:|---:|")
    for level in COMPARED:
        _, same, difference, milliseconds = compare(level, positions, seed)
        row = f"{positions} | {same / positions:.2%} | {difference:.1g} | {milliseconds:.2f}"
        print(f"| {level} | {row} |", flush=True)


if __name__ == "__main__":
    run(main)
