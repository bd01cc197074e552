"""``kahuna bench``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import print_error
from kahuna.cli.localization import LanguageOption
from kahuna.cli.texts import cli_texts, spoken
from kahuna.i18n import ENGLISH
from kahuna.interrupts import INTERRUPTED

if TYPE_CHECKING:
    from kahuna.bench import Measured
    from kahuna.bench.engines import Measurement


_LARGE = 100


def bench(
    as_json: Annotated[bool, typer.Option("--json")] = False,
    seconds: Annotated[float, typer.Option("--seconds", metavar="T", min=0.1, max=600.0)] = 2.0,
    _language: LanguageOption = "",
) -> None:
    """Measure how fast this program is here."""
    from kahuna.bench import ROWS, measure, measure_engines
    from kahuna.bench.engines import machine
    from kahuna.interrupts import leave_at_once

    measured: list[Measured] = []
    engines: list[Measurement] = []
    is_whole = False
    with suppress(KeyboardInterrupt), _told() as tell:
        for each in measure(ROWS, seconds=seconds):
            measured.append(each)
            tell(_about(each))
        for engine in measure_engines(seconds=seconds):
            engines.append(engine)
            tell(f"{engine.backend}, {engine.size:,}")
        is_whole = True
    if as_json:
        rows = [_as_dict(each) for each in measured]
        found = [engine._asdict() for engine in engines]
        print(json.dumps({"machine": machine(), "rows": rows, "engines": found}, indent=2))
    else:
        _print(machine(), measured, engines)
    if not is_whole:
        print_error(spoken().interrupted)
        leave_at_once(INTERRUPTED)  # JAX may still be computing.


@contextmanager
def _told() -> Iterator[Callable[[str], None]]:
    """Show on standard error what has been measured, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status(spoken().measuring) as status:
        yield lambda done: status.update(f"{spoken().measuring} ({done} ✓)")


def _print(where: str, measured: list[Measured], engines: list[Measurement]) -> None:
    """Print the tables."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(where)
    table = Table(*spoken().bench_header)
    for each in measured:
        row = each.row
        value, goal = (f"{_short(number)} {row.unit}" for number in (each.value, row.goal))
        table.add_row(_about(each), value, goal, spoken().yes_no[each.is_reached])
    console.print(table)
    table = Table(*spoken().engines_header)
    for engine in engines:
        numbers = (engine.size, engine.decisions_per_second, engine.games_per_second)
        table.add_row(engine.backend, engine.device, *(f"{number:,.0f}" for number in numbers))
    console.print(table)


def _about(measured: Measured) -> str:
    """Describe what was measured."""
    return spoken().bench_rows[measured.row.key]


def _short(number: float) -> str:
    """Format small numbers with a decimal, large ones without."""
    return f"{number:,.1f}" if number < _LARGE else f"{number:,.0f}"


def _as_dict(measured: Measured) -> dict[str, str | float | bool]:
    row = measured.row
    return {
        "key": row.key,
        "about": cli_texts(ENGLISH).bench_rows[row.key],
        "value": measured.value,
        "unit": row.unit,
        "goal": row.goal,
        "reached": measured.is_reached,
    }
