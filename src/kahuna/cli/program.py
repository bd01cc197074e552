"""Run a function as a program of its own, for benchmarks and tools beside ``kahuna``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

import typer
from typer.core import TyperCommand

from kahuna.cli.errors import print_error, reporting_errors
from kahuna.cli.texts import spoken
from kahuna.interrupts import INTERRUPTED, interruptible, leave_at_once, wraps_interrupt


class _Program(TyperCommand):
    """A command with the errors of ``kahuna``: one line, no traceback."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run the function."""
        with reporting_errors(), interruptible():
            return super().invoke(ctx)


def run_program(
    main: Callable[..., object] | None = None, *, name: str, **commands: Callable[..., object]
) -> NoReturn:
    """Run a function as the program ``name`` and exit; its parameters are Typer's options.

    Its docstring is the help. It raises ``typer.Exit`` to exit with a status of its own. Instead of
    one function there may be several commands.
    """
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    if main is not None:
        app.command(cls=_Program)(main)
    for word, command in commands.items():
        app.command(word.replace("_", "-"), cls=_Program)(command)
    status: object = 0
    try:
        app(prog_name=name)
    except SystemExit as end:
        status = end.code
    except Exception as error:
        if not wraps_interrupt(error):
            raise
        print_error(spoken().interrupted)
        status = INTERRUPTED
    if status == INTERRUPTED and "jax" in sys.modules:
        leave_at_once(INTERRUPTED)
    raise SystemExit(status)
