"""``kahuna train``."""

from __future__ import annotations

import os
import shlex
import sys
from errno import EACCES, ENOTDIR
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.output_files import cannot_write
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.train.run import Line

_BETWEEN_LINES = 10.0
"""Seconds between two lines if there is no terminal."""


def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    minutes: Annotated[float, typer.Option("--minutes", metavar="M", min=0.0)] = 9.0,
    iterations: Annotated[int, typer.Option("--iterations", metavar="N", min=1)] = 12_600,
    games: Annotated[int, typer.Option("--games", metavar="N", min=16)] = 8192,
    steps: Annotated[int, typer.Option("--steps", metavar="N", min=1)] = 64,
    learning_rate: Annotated[
        float, typer.Option("--learning-rate", "--rate", metavar="R", min=0.0, max=1.0)
    ] = 5e-4,
    final_learning_rate: Annotated[
        float, typer.Option("--final-learning-rate", metavar="R", min=0.0, max=1.0)
    ] = 1e-5,
    entropy: Annotated[float, typer.Option("--entropy", metavar="E", min=0.0, max=1.0)] = 0.02,
    final_entropy: Annotated[
        float, typer.Option("--final-entropy", metavar="E", min=0.0, max=1.0)
    ] = 0.002,
    sample_share: Annotated[
        float, typer.Option("--sample-share", metavar="S", min=0.05, max=1.0)
    ] = 1.0,
    owner_weight: Annotated[
        float, typer.Option("--owner-weight", metavar="W", min=0.0, max=10.0)
    ] = 0.0,
    ema_decay: Annotated[
        float, typer.Option("--ema-decay", metavar="D", min=0.0, max=0.9999)
    ] = 0.99,
    seed: Annotated[int, typer.Option("--seed", metavar="S")] = 1,
    weights: Annotated[Path | None, typer.Option("--from", metavar="FILE")] = None,
    against: Annotated[Path | None, typer.Option("--against", metavar="FILE")] = None,
    blocks: Annotated[int, typer.Option("--blocks", metavar="N", min=1, max=64)] = 3,
    critic: Annotated[bool, typer.Option("--critic")] = False,
    _language: LanguageOption = "",
) -> None:
    """Train a network by self-play."""
    words = spoken()
    _check(folder, weights, against, games=games)

    from kahuna.interrupts import leave_at_once
    from kahuna.train import CHECKPOINT
    from kahuna.train.signals import on_signal

    progress = _TrainProgress()
    signals: list[int] = []

    def request_stop(number: int) -> None:
        signals.append(number)
        if len(signals) == 1:
            progress.say(words.train_stopping)
            return
        progress.stop()
        is_kept = (folder / CHECKPOINT).exists()
        text = words.train_left if is_kept else words.interrupted
        progress.say(text.format(folder=folder, again=_again(folder)))
        leave_at_once(128 + number)

    with on_signal(request_stop), progress:
        from kahuna.bots.network import Shape
        from kahuna.train.config import Config
        from kahuna.train.run import begin, go_on

        if (folder / CHECKPOINT).exists():
            progress.say(words.train_resumed.format(folder=folder))
        progress.say(words.train_compiling)
        wanted = Config(
            shape=Shape(blocks=blocks),
            iterations=iterations,
            games=games,
            steps=steps,
            learning_rate=learning_rate,
            final_learning_rate=final_learning_rate,
            entropy=entropy,
            final_entropy=final_entropy,
            sample_share=sample_share,
            owner_weight=owner_weight,
            ema_decay=ema_decay,
            seed=seed,
            critic=critic,
            frozen_share=0.0 if against is None else 1.0,
        )
        config, train_state = begin(folder, wanted, weights=weights, against=against)
        progress.start(config.iterations, int(train_state.iteration))
        train_state = go_on(
            folder,
            config,
            train_state,
            seconds=60 * minutes,
            tell=progress.tell,
            is_stopped=lambda: bool(signals),
        )
    done = int(train_state.iteration)
    text = words.train_done if done >= config.iterations else words.train_paused
    total = config.iterations
    print(text.format(folder=folder, done=done, total=total, again=_again(folder)))
    if signals and done < total:
        raise typer.Exit(128 + signals[0])


def _check(folder: Path, *files: Path | None, games: int) -> None:
    """Refuse bad arguments before JAX is imported, which takes a while."""
    words = spoken()
    if find_spec("jax") is None or find_spec("optax") is None:
        raise InputError(words.train_missing)
    for file in files:
        if file is not None and not file.is_file():
            raise InputError(words.train_no_file.format(path=file))
    if folder.exists() and not folder.is_dir():
        raise InputError(words.train_folder.format(path=folder))
    if games % 16:
        raise InputError(words.train_games.format(games=games))
    above = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not above.is_dir():
        raise cannot_write(folder, NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR)))
    if not os.access(above, os.W_OK | os.X_OK):
        raise cannot_write(folder, PermissionError(EACCES, os.strerror(EACCES)))


def _again(folder: Path) -> str:
    """Return the command that continues the training."""
    return f"kahuna train {shlex.quote(str(folder))}"


class _TrainProgress:
    """Show progress: a bar in a terminal, otherwise a line from time to time."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Left

        columns = (BarColumn(), MofNCompleteColumn(), Left(), TextColumn("{task.description}"))
        console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._bar = Progress(*columns, console=console, disable=not sys.stderr.isatty())
        self._task = self._bar.add_task("", visible=False)
        self._said_at = -_BETWEEN_LINES

    def __enter__(self) -> _TrainProgress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Restore the terminal."""
        self._bar.stop()

    def say(self, text: str) -> None:
        """Print a message above the bar."""
        self._bar.console.print(text)

    def start(self, total: int, done: int) -> None:
        """Show the bar."""
        self._bar.update(self._task, total=total, completed=done, visible=True)

    def tell(self, line: Line) -> None:
        """Advance the bar, and describe the current state."""
        forms = [spoken().train_line, *([spoken().train_score] if "score" in line else [])]
        text = " · ".join(form.format(**line) for form in forms)
        self._bar.update(self._task, completed=int(line["iteration"]), description=text)
        if self._bar.disable and monotonic() - self._said_at >= _BETWEEN_LINES:
            self._said_at = monotonic()
            self.say(f"{line['iteration']:.0f}  {text}")
