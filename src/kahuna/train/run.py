"""The training loop: progress, checkpoints, and stopping at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kahuna.bots.network import Shape, shape_of
from kahuna.train import CHECKPOINT
from kahuna.train.checkpoints import (
    TrainError,
    load_checkpoint,
    load_weights,
    save_checkpoint,
    save_weights,
)
from kahuna.train.config import Config
from kahuna.train.ppo import TrainState, grow, iterate, start, widen
from kahuna.train.shared import Array, Weights

WEIGHTS: Final = "weights.npz"
CURVES: Final = "curves.jsonl"
BETWEEN_LINES: Final = 20
"""Iterations per line of the learning curves."""
BETWEEN_SAVES: Final = 60.0
"""Seconds between checkpoints. The weights of each one are kept for later comparison."""

Line = dict[str, float]
Tell = Callable[[Line], None]
"""Callback for every iteration."""


def begin(
    folder: Path,
    config: Config,
    *,
    weights: Path | None = None,
    against: Path | None = None,
) -> tuple[Config, TrainState]:
    """Resume the run in a folder, or start one.

    A new run may start from ``weights`` and play ``against`` frozen ones. Networks with fewer
    residual blocks or inputs than ``config`` asks for are grown.
    """
    if (folder / CHECKPOINT).exists():
        return load_checkpoint(folder / CHECKPOINT)
    own, frozen = (file and _load(file, config.shape) for file in (weights, against))
    train_state = start(config)
    if own:
        train_state = train_state._replace(weights=train_state.weights | own, average=own)
    if frozen:
        train_state = train_state._replace(frozen=frozen)
    return config, train_state


def _load(file: Path, shape: Shape) -> Weights:
    weights = load_weights(file)
    found = shape_of(weights)
    if found.width != shape.width or found.blocks > shape.blocks or found.version > shape.version:
        raise TrainError(f"{file} holds a network of another shape: {found}")
    return widen(grow(weights, shape.blocks), shape.version)


def go_on(
    folder: Path,
    config: Config,
    train_state: TrainState,
    *,
    seconds: float,
    tell: Tell,
    is_stopped: Callable[[], bool] = bool,
) -> TrainState:
    """Train until stopped, out of time or done; always leave a checkpoint."""
    folder.mkdir(parents=True, exist_ok=True)
    _keep(folder, config, train_state)
    began = saved = time.monotonic()
    pace = _Pace(config, int(train_state.iteration))
    try:
        while (
            int(train_state.iteration) < config.iterations
            and time.monotonic() - began < seconds
            and not is_stopped()
        ):
            train_state, metrics = iterate(config, train_state)
            iteration = int(train_state.iteration)
            line = _line(metrics) | {"iteration": iteration, "rate": pace.rate(iteration)}
            if iteration % BETWEEN_LINES == 0:
                with (folder / CURVES).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                pace.restart(iteration)
            tell(line)
            if time.monotonic() - saved >= BETWEEN_SAVES:
                _keep(folder, config, train_state)
                save_weights(folder / f"weights-{iteration:06}.npz", train_state.average)
                saved = time.monotonic()
    finally:
        _keep(folder, config, train_state)
    return train_state


class _Pace:
    """Measure decisions per second since the last line of the learning curves."""

    def __init__(self, config: Config, iteration: int) -> None:
        self._decisions = config.games * config.steps
        self.restart(iteration)

    def restart(self, iteration: int) -> None:
        self._since, self._at = iteration, time.monotonic()

    def rate(self, iteration: int) -> float:
        return (iteration - self._since) * self._decisions / (time.monotonic() - self._at)


def _keep(folder: Path, config: Config, train_state: TrainState) -> None:
    """Write weights and checkpoint."""
    save_weights(folder / WEIGHTS, train_state.average)
    save_checkpoint(folder / CHECKPOINT, config, train_state)


def _line(metrics: dict[str, Array]) -> Line:
    return {name: float(value) for name, value in metrics.items()}
