"""A run, piece by piece: it says where it is, keeps what it has, and can be stopped at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import jax.numpy as jnp

from kahuna.train.config import Config
from kahuna.train.files import load_checkpoint, load_weights, save_checkpoint, save_weights
from kahuna.train.ppo import Learner, iterate, start

CHECKPOINT: Final = "checkpoint.npz"
CURVES: Final = "curves.jsonl"
BETWEEN_LINES: Final = 20
"""Iterations between two lines of the curves."""

Tell = Callable[[dict[str, float]], None]


def begin(
    folder: Path, config: Config, *, weights: Path | None = None, against: Path | None = None
) -> tuple[Config, Learner]:
    """The run in a folder where it was left, or a new one."""
    if (folder / CHECKPOINT).exists():
        return load_checkpoint(folder / CHECKPOINT)
    learner = start(config)
    if weights is not None:
        found = load_weights(weights)
        learner = learner._replace(weights=learner.weights | found, average=found)
    if against is not None:
        learner = learner._replace(frozen=load_weights(against))
    return config, learner


def go_on(
    folder: Path, config: Config, learner: Learner, *, seconds: float, snapshots: float, tell: Tell
) -> Learner:
    """Train for some time or to the end; Ctrl-C leaves a checkpoint too."""
    folder.mkdir(parents=True, exist_ok=True)
    began = last_line = time.monotonic()
    next_snapshot = snapshots
    curves = folder / CURVES
    try:
        while int(learner.iteration) < config.iterations:
            learner, metrics = iterate(config, learner)
            iteration = int(learner.iteration)
            now = time.monotonic()
            if iteration % BETWEEN_LINES == 0:
                line = {name: float(value) for name, value in metrics.items()}
                decisions = config.games * config.steps
                rate = BETWEEN_LINES * decisions / (now - last_line)
                last_line = now
                line |= {"iteration": iteration, "seconds": now - began, "rate": rate}
                with curves.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                tell(line)
            if now - began >= next_snapshot:
                save_weights(folder / f"weights-{iteration:06}.npz", learner.average)
                next_snapshot += snapshots
            if now - began >= seconds:
                break
    except KeyboardInterrupt:
        tell({"stopped": 1.0})
    save_weights(folder / "weights.npz", learner.average)
    save_checkpoint(folder / CHECKPOINT, config, learner)
    return learner


def refreeze(learner: Learner, path: Path) -> Learner:
    """Let the frozen seat be played by the weights of a file."""
    return learner._replace(frozen={k: jnp.copy(w) for k, w in load_weights(path).items()})
