"""Average the weights of networks: ``python -m research.average_networks OUT.npz A.npz B.npz …``.

Networks of one line of training, of one shape, play better on average than each of them once
training goes back and forth instead of forward (docs/champion.md).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import jax
import jax.numpy as jnp
import typer

from kahuna.bots.network import shape_of
from kahuna.train.checkpoints import TrainError, load_weights, save_weights
from research.command import OutputFile, run


def main(
    out: OutputFile,
    files: Annotated[list[Path], typer.Argument(help="weights of the networks")],
) -> None:
    """Write the mean of the weights."""
    networks = [load_weights(file) for file in files]
    for file, weights in zip(files, networks, strict=True):
        if shape_of(weights) != shape_of(networks[0]):
            raise TrainError(f"{file} and {files[0]} hold networks of different shapes")
    save_weights(out, jax.tree.map(lambda *each: jnp.mean(jnp.stack(each), axis=0), *networks))


if __name__ == "__main__":
    run(main)
