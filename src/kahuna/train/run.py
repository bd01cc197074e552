"""A run, piece by piece: it says where it is, keeps what it has, and can be stopped at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kahuna.bots.network import Shape, shape_of
from kahuna.train import CHECKPOINT
from kahuna.train.config import Config
from kahuna.train.files import (
    TrainError,
    load_checkpoint,
    load_weights,
    save_checkpoint,
    save_weights,
)
from kahuna.train.ppo import Array, Learner, Weights, iterate, start

WEIGHTS: Final = "weights.npz"
CURVES: Final = "curves.jsonl"
BETWEEN_LINES: Final = 20
"""Iterations between two lines of the curves."""
BETWEEN_SAVES: Final = 60.0
"""Seconds of the run that a power cut may cost. Weights of each such moment stay beside the others,
to see later how the run went."""

Line = dict[str, float]
Tell = Callable[[Line], None]
"""Is told of every iteration."""


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


def go_on(
    folder: Path,
    config: Config,
    learner: Learner,
    *,
    seconds: float,
    tell: Tell,
    is_stopped: Callable[[], bool] = bool,
) -> Learner:
    """Train for some time, until stopped or to the end; whatever happens, it can go on later."""
    folder.mkdir(parents=True, exist_ok=True)
    _keep(folder, config, learner)
    began = saved = time.monotonic()
    pace = _Pace(config, int(learner.iteration))
    try:
        while (
            int(learner.iteration) < config.iterations
            and time.monotonic() - began < seconds
            and not is_stopped()
        ):
            learner, metrics = iterate(config, learner)
            iteration = int(learner.iteration)
            line = _line(metrics) | {"iteration": iteration, "rate": pace.rate(iteration)}
            if iteration % BETWEEN_LINES == 0:
                with (folder / CURVES).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                pace.restart(iteration)
            tell(line)
            if time.monotonic() - saved >= BETWEEN_SAVES:
                _keep(folder, config, learner)
                save_weights(folder / f"weights-{iteration:06}.npz", learner.average)
                saved = time.monotonic()
    finally:
        _keep(folder, config, learner)
    return learner


class _Pace:
    """How many decisions a second there were since the last line of the curves."""

    def __init__(self, config: Config, iteration: int) -> None:
        self._decisions = config.games * config.steps
        self.restart(iteration)

    def restart(self, iteration: int) -> None:
        self._since, self._at = iteration, time.monotonic()

    def rate(self, iteration: int) -> float:
        return (iteration - self._since) * self._decisions / (time.monotonic() - self._at)


def _keep(folder: Path, config: Config, learner: Learner) -> None:
    """Write down what is needed to play and to go on."""
    save_weights(folder / WEIGHTS, learner.average)
    save_checkpoint(folder / CHECKPOINT, config, learner)


def _line(metrics: dict[str, Array]) -> Line:
    return {name: float(value) for name, value in metrics.items()}
