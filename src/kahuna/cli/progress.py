"""Progress on standard error: a bar if that is a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import monotonic

from kahuna.cli.texts import spoken

SECONDS_A_LINE = 15.0
"""How often whoever reads a log hears how far it is."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Iterator[None]]:
    """A bar that moves on by one each time ``next`` is called on what this gives."""
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
    """Says how much is done, but not more often than anybody wants to read."""
    told = monotonic()

    def tell(done: int) -> None:
        nonlocal told
        if monotonic() - told < SECONDS_A_LINE:
            return
        told = monotonic()
        line = spoken().progress.format(what=what, done=done, total=total)
        print(line, file=sys.stderr, flush=True)

    return tell
