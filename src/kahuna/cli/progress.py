"""Show progress on standard error: a bar in a terminal, otherwise a line from time to time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeAlias

from kahuna.cli.texts import spoken

SECONDS_A_LINE = 15.0
"""Seconds between two lines of progress."""

Tell: TypeAlias = Callable[[int, int], None]
"""Say how much has been done, and how much there is."""


@contextmanager
def progress(what: str) -> Iterator[Tell]:
    """Show how far something is that tells about its progress."""
    if not sys.stderr.isatty():
        yield _lines(what)
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (*Progress.get_default_columns(), TimeElapsedColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, speed_estimate_period=600) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _lines(what: str) -> Tell:
    """Print a line of progress at most every ``SECONDS_A_LINE`` seconds."""
    told = monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal told
        if monotonic() - told < SECONDS_A_LINE:
            return
        told = monotonic()
        line = spoken().progress.format(what=what, done=done, total=total)
        print(line, file=sys.stderr, flush=True)

    return tell
