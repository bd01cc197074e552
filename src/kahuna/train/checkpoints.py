"""Read and write checkpoints and weights."""

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
from kahuna.train.ppo import TrainState, start
from kahuna.train.shared import Weights


class TrainError(KahunaError, ValueError):
    """A run cannot start or resume."""


def save_checkpoint(path: Path, config: Config, train_state: TrainState) -> None:
    """Write a checkpoint atomically."""
    leaves = jax.tree.leaves(train_state._replace(key=jax.random.key_data(train_state.key)))
    arrays = {f"{i:04}": np.asarray(leaf) for i, leaf in enumerate(leaves)}
    _write(path, arrays | {"config": np.array(json.dumps(asdict(config)))})


def load_checkpoint(path: Path) -> tuple[Config, TrainState]:
    """Read a checkpoint."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            fields: dict[str, Any] = json.loads(str(arrays["config"]))
            names = sorted(name for name in arrays.files if name != "config")
            leaves = [jnp.asarray(arrays[name]) for name in names]
        config = Config(**fields | {"shape": Shape(**fields["shape"])})
        fresh = start(config)
        tree = jax.tree.structure(fresh._replace(key=jax.random.key_data(fresh.key)))
        train_state: TrainState = jax.tree.unflatten(tree, leaves)
    except (ValueError, TypeError, KeyError, EOFError, BadZipFile):
        raise TrainError(f"{path} is not a checkpoint of this version") from None
    return config, train_state._replace(key=jax.random.wrap_key_data(train_state.key))


def save_weights(path: Path, weights: Weights) -> None:
    """Write weights as float16, as inference needs them."""
    _write(path, {name: np.asarray(w, np.float16) for name, w in weights.items()})


def load_weights(path: Path) -> Weights:
    """Read weights as JAX arrays."""
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
