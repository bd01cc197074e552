"""``kahuna train``."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.speech import LanguageOption
from kahuna.cli.words import spoken

if TYPE_CHECKING:
    from kahuna.train.run import Line

_LINES_BETWEEN = 10
"""Lines of the curves between two that are shown where there is no terminal."""


def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    minutes: Annotated[float, typer.Option("--minutes", metavar="M", min=0.0)] = 9.0,
    iterations: Annotated[int, typer.Option("--iterations", min=1)] = 12_600,
    games: Annotated[int, typer.Option("--games", min=16)] = 8192,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    weights: Annotated[Path | None, typer.Option("--from", metavar="FILE")] = None,
    against: Annotated[Path | None, typer.Option("--against", metavar="FILE")] = None,
    critic: Annotated[bool, typer.Option("--critic")] = False,
    _language: LanguageOption = "",
) -> None:
    """Train a network by self-play."""
    words = spoken()
    if find_spec("jax") is None or find_spec("optax") is None:
        raise InputError(words.train_missing)
    for file in (weights, against):
        if file is not None and not file.is_file():
            raise InputError(words.train_no_file.format(path=file))
    if games % 16:
        raise InputError(words.train_games.format(games=games))

    from kahuna.train.config import Config
    from kahuna.train.run import CHECKPOINT, begin, go_on

    if (folder / CHECKPOINT).exists():
        print(words.train_resumed.format(folder=folder))
    wanted = Config(
        iterations=iterations,
        games=games,
        seed=seed,
        critic=critic,
        frozen_share=0.0 if against is None else 1.0,
    )
    config, learner = begin(folder, wanted, weights=weights, against=against)
    with _progress(config.iterations, int(learner.iteration)) as tell:
        learner = go_on(folder, config, learner, seconds=60 * minutes, tell=tell)
    done = int(learner.iteration)
    text = words.train_done if done >= config.iterations else words.train_paused
    print(text.format(folder=folder, done=done, total=config.iterations))


class _progress:  # noqa: N801  # used like a function
    """A bar in a terminal, elsewhere a line now and then."""

    def __init__(self, total: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Left

        columns = (BarColumn(), MofNCompleteColumn(), Left(), TextColumn("{task.description}"))
        self._bar = Progress(*columns, console=Console(stderr=True), disable=not _is_terminal())
        self._task = self._bar.add_task("", total=total, completed=done)
        self._lines = 0

    def __enter__(self) -> _progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, line: Line) -> None:
        forms = [spoken().train_line, *([spoken().train_score] if "score" in line else [])]
        text = " · ".join(form.format(**line) for form in forms)
        self._bar.update(self._task, completed=int(line["iteration"]), description=text)
        if not _is_terminal() and self._lines % _LINES_BETWEEN == 0:
            print(f"{line['iteration']:.0f}  {text}", file=sys.stderr, flush=True)
        self._lines += 1


def _is_terminal() -> bool:
    return sys.stderr.isatty()
