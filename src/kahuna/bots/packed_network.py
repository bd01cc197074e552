"""Pack networks for the browser: ``python -m kahuna.bots.packed_network FOLDER``.

A packed network is a gzip file: four numbers of 32 bits (inputs, width, blocks and outputs), then
the lower bytes of all weights, then their upper bytes. Numbers are little-endian, and weights have
half precision. Bytes that are sorted like this compress better. Policy and value are one matrix;
the head for the opponent's hand is left out, because no bot uses it.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from struct import pack
from typing import Final

import numpy as np

from kahuna.bots.levels import LEVELS
from kahuna.bots.network import Weights, shape_of
from kahuna.bots.networks import NUM_OUTPUTS
from kahuna.bots.neural import champion_weights

LEVEL_NETWORKS: Final = tuple(
    dict.fromkeys(level.network for level in LEVELS.values() if level.network is not None)
)
"""The networks that the levels play."""


def pack_network(weights: Weights) -> bytes:
    """Return a network as a packed file."""
    shape = shape_of(weights)
    blocks = [weights[f"{i}/{part}"] for i in range(shape.blocks) for part in ("in", "out")]
    heads = np.concatenate([weights["policy"], weights["value"]], axis=1)
    matrices = [weights["in"], weights["bias"], *blocks, heads]
    numbers = np.concatenate([matrix.ravel() for matrix in matrices]).astype("<f2")
    parts = numbers.view(np.uint8).reshape(-1, 2).T
    header = pack("<4I", shape.inputs, shape.width, shape.blocks, NUM_OUTPUTS)
    return gzip.compress(header + parts.tobytes(), mtime=0)


def main(folder: Path) -> None:
    """Write the networks of all levels into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in LEVEL_NETWORKS:
        (folder / f"{name}.bin").write_bytes(pack_network(champion_weights(name)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("name one folder: python -m kahuna.bots.packed_network FOLDER")
    main(Path(sys.argv[1]))
