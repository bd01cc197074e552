"""Measure random play in both engines: ``python -m benchmarks.engines``."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from kahuna.bench.engines import Measurement, machine, measure
from research.command import run


class Engine(StrEnum):
    """What can be measured."""

    CORE = "core"
    NUMPY = "numpy"
    JAX = "jax"


def main(
    backend: Annotated[list[Engine] | None, typer.Option(help="repeatable; all")] = None,
    size: Annotated[list[int] | None, typer.Option(min=1, help="games per batch")] = None,
    seconds: Annotated[float, typer.Option(min=0.0, help="time per figure")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Print a table or JSON; exit with 1 if a backend plays different games."""
    found: list[Measurement] = []
    if not as_json:
        print(f"{machine()}\n")
        print("| engine | device | batch | decisions a second | games a second | same games |")
        print("|---|---|---:|---:|---:|---|", flush=True)
    for name in backend or Engine:
        for measured in measure(name, size or (), seconds=seconds):
            found.append(measured)
            if not as_json:
                print(_row(measured), flush=True)
    if as_json:
        rows = [measured._asdict() for measured in found]
        print(json.dumps({"machine": machine(), "measurements": rows}, indent=2))
    raise typer.Exit(int(not all(measured.is_equal for measured in found)))


def _row(found: Measurement) -> str:
    check = "equal" if found.is_equal else "DIFFERS"
    return (
        f"| {found.backend} | {found.device} | {found.size:,} "
        f"| {found.decisions_per_second:,.0f} | {found.games_per_second:,.0f} | {check} |"
    )


if __name__ == "__main__":
    run(main)
