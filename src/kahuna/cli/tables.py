"""Tables in the terminal, whatever its width."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table as Grid

_ANY_WIDTH = 10_000


def show_table(console: Console, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; where it would split words, print each row as a list instead."""
    grid = Grid(*header, box=SIMPLE_HEAD)
    for row in rows:
        grid.add_row(*map(escape, row))
    wanted = Measurement.get(console, console.options.update(max_width=_ANY_WIDTH), grid)
    if wanted.minimum <= console.width:
        console.print(grid)
        return
    for row in rows:
        console.print()
        for head, cell in zip(header, row, strict=True):
            console.print(escape(f"{head}: {cell}"))
