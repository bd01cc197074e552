"""What a run leaves behind: checkpoints to go on from, and weights to play with."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from kahuna.bots.network import Shape
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
    with np.load(path) as file:
        fields: dict[str, Any] = json.loads(str(file["config"]))
        config = Config(**{**fields, "shape": Shape(**fields["shape"])})
        fresh = start(config)
        tree = jax.tree.structure(fresh._replace(key=jax.random.key_data(fresh.key)))
        leaves = [jnp.asarray(file[name]) for name in sorted(file.files) if name != "config"]
    learner: Learner = jax.tree.unflatten(tree, leaves)
    return config, learner._replace(key=jax.random.wrap_key_data(learner.key))


def save_weights(path: Path, weights: Weights) -> None:
    """Write down what is needed to play, in 16 bits a number."""
    _write(path, {name: np.asarray(w, np.float16) for name, w in weights.items()})


def load_weights(path: Path) -> Weights:
    """The weights of a file, to train with."""
    with np.load(path) as file:
        return {name: jnp.asarray(file[name], jnp.float32) for name in file.files}


def _write(path: Path, arrays: dict[str, np.ndarray[Any, Any]]) -> None:
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]  # the stubs know no arrays by name
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
