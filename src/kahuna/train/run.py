"""A run, piece by piece: it says where it is, keeps what it has, and can be stopped at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kahuna.bots.network import Shape, shape_of
from kahuna.train.config import Config
from kahuna.train.files import (
    TrainError,
    load_checkpoint,
    load_weights,
    save_checkpoint,
    save_weights,
)
from kahuna.train.ppo import Array, Learner, Weights, iterate, start

CHECKPOINT: Final = "checkpoint.npz"
WEIGHTS: Final = "weights.npz"
CURVES: Final = "curves.jsonl"
BETWEEN_LINES: Final = 20
"""Iterations between two lines of the curves."""
BETWEEN_SNAPSHOTS: Final = 60.0
"""Seconds between two files of weights that are kept, to see later how the run went."""

Line = dict[str, float]
Tell = Callable[[Line], None]


def begin(
    folder: Path, config: Config, *, weights: Path | None = None, against: Path | None = None
) -> tuple[Config, Learner]:
    """The run in a folder where it was left, or a new one.

    A new one may start from ``weights``, and may have games ``against`` frozen ones.
    """
    if (folder / CHECKPOINT).exists():
        return load_checkpoint(folder / CHECKPOINT)
    own, frozen = (file and _load(file, config.shape) for file in (weights, against))
    learner = start(config)
    if own:
        learner = learner._replace(weights=learner.weights | own, average=own)
    if frozen:
        learner = learner._replace(frozen=frozen)
    return config, learner


def _load(file: Path, shape: Shape) -> Weights:
    weights = load_weights(file)
    if shape_of(weights) != shape:
        raise TrainError(f"{file} holds a network of another shape: {shape_of(weights)}")
    return weights


def go_on(folder: Path, config: Config, learner: Learner, *, seconds: float, tell: Tell) -> Learner:
    """Train for some time or to the end; Ctrl-C too leaves everything to go on from."""
    folder.mkdir(parents=True, exist_ok=True)
    began = last_line = time.monotonic()
    snapshots = 0
    try:
        while int(learner.iteration) < config.iterations and time.monotonic() - began < seconds:
            learner, metrics = iterate(config, learner)
            iteration = int(learner.iteration)
            now = time.monotonic()
            if iteration % BETWEEN_LINES == 0:
                rate = BETWEEN_LINES * config.games * config.steps / (now - last_line)
                last_line = now
                line = _line(metrics) | {"iteration": iteration, "rate": rate}
                with (folder / CURVES).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                tell(line)
            if now - began >= (snapshots + 1) * BETWEEN_SNAPSHOTS:
                snapshots += 1
                save_weights(folder / f"weights-{iteration:06}.npz", learner.average)
    finally:
        save_weights(folder / WEIGHTS, learner.average)
        save_checkpoint(folder / CHECKPOINT, config, learner)
    return learner


def _line(metrics: dict[str, Array]) -> Line:
    return {name: float(value) for name, value in metrics.items()}
