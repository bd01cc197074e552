"""Show progress on standard error: a bar in a terminal, otherwise a line from time to time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import monotonic

from kahuna.cli.texts import spoken

SECONDS_A_LINE = 15.0
"""Seconds between two lines of progress."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Iterator[None]]:
    """Show a bar that advances with each ``next`` on the yielded iterator."""
    if not sys.stderr.isatty():
        tell, done = progress_lines(what, total), count(1)
        yield iter(lambda: tell(next(done)), 0)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield iter(lambda: bar.advance(task), 0)


def progress_lines(what: str, total: int) -> Callable[[int], None]:
    """Print progress lines, at most one every ``SECONDS_A_LINE`` seconds."""
    told = monotonic()

    def tell(done: int) -> None:
        nonlocal told
        if monotonic() - told < SECONDS_A_LINE:
            return
        told = monotonic()
        line = spoken().progress.format(what=what, done=done, total=total)
        print(line, file=sys.stderr, flush=True)

    return tell
