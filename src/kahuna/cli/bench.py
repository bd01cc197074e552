"""``kahuna bench``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.speech import LanguageOption
from kahuna.cli.words import spoken

if TYPE_CHECKING:
    from kahuna.bench import Measured


_LARGE = 100


def bench(
    as_json: Annotated[bool, typer.Option("--json")] = False,
    seconds: Annotated[float, typer.Option("--seconds", metavar="T", min=0.0, max=600.0)] = 2.0,
    _language: LanguageOption = "",
) -> None:
    """Measure how fast this program is here."""
    from kahuna.batch.speed import machine
    from kahuna.bench import ROWS, measure, measure_engines

    measured = measure(ROWS, seconds=seconds)
    engines = measure_engines(seconds=seconds)
    if as_json:
        rows = [_as_dict(each) for each in measured]
        found = [engine._asdict() for engine in engines]
        print(json.dumps({"machine": machine(), "rows": rows, "engines": found}, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(machine())
    table = Table(*spoken().bench_header)
    for each in measured:
        row = each.row
        value, goal = (f"{_short(number)} {row.unit}" for number in (each.value, row.goal))
        about = spoken().bench_rows.get(row.key, row.about)
        table.add_row(about, value, goal, spoken().yes_no[each.is_reached])
    console.print(table)
    table = Table(*spoken().engines_header)
    for engine in engines:
        numbers = (engine.size, engine.decisions_per_second, engine.games_per_second)
        table.add_row(engine.backend, engine.device, *(f"{number:,.0f}" for number in numbers))
    console.print(table)


def _short(number: float) -> str:
    """Small numbers with a decimal, large ones without."""
    return f"{number:,.1f}" if number < _LARGE else f"{number:,.0f}"


def _as_dict(measured: Measured) -> dict[str, str | float | bool]:
    row = measured.row
    return {
        "key": row.key,
        "about": row.about,
        "value": measured.value,
        "unit": row.unit,
        "goal": row.goal,
        "reached": measured.is_reached,
    }
