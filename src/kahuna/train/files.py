"""What a run leaves behind: checkpoints to go on from, and weights to play with."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.bots.network import Shape
from kahuna.bots.neural import read_weights
from kahuna.core import KahunaError
from kahuna.train.config import Config
from kahuna.train.ppo import Learner, Weights, start


class TrainError(KahunaError, ValueError):
    """A run cannot begin or go on."""


def save_checkpoint(path: Path, config: Config, learner: Learner) -> None:
    """Write the whole run down; the file is complete or not there."""
    leaves = jax.tree.leaves(learner._replace(key=jax.random.key_data(learner.key)))
    arrays = {f"{i:04}": np.asarray(leaf) for i, leaf in enumerate(leaves)}
    _write(path, arrays | {"config": np.array(json.dumps(asdict(config)))})


def load_checkpoint(path: Path) -> tuple[Config, Learner]:
    """The run as it was written down."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            fields: dict[str, Any] = json.loads(str(arrays["config"]))
            names = sorted(name for name in arrays.files if name != "config")
            leaves = [jnp.asarray(arrays[name]) for name in names]
        config = Config(**{**fields, "shape": Shape(**fields["shape"])})
        fresh = start(config)
        tree = jax.tree.structure(fresh._replace(key=jax.random.key_data(fresh.key)))
        learner: Learner = jax.tree.unflatten(tree, leaves)
    except (ValueError, TypeError, KeyError, EOFError, BadZipFile):
        raise TrainError(f"{path} is no checkpoint that could be gone on with") from None
    return config, learner._replace(key=jax.random.wrap_key_data(learner.key))


def save_weights(path: Path, weights: Weights) -> None:
    """Write down what is needed to play, in 16 bits a number."""
    _write(path, {name: np.asarray(w, np.float16) for name, w in weights.items()})


def load_weights(path: Path) -> Weights:
    """The weights of a file, to train with."""
    return {name: jnp.asarray(w) for name, w in read_weights(path).items()}


def _write(path: Path, arrays: dict[str, np.ndarray[Any, Any]]) -> None:
    partial = path.with_suffix(".partial")
    try:
        with partial.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]  # the stubs know no arrays by name
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise TrainError(f"{path} cannot be written ({error.strerror})") from None
