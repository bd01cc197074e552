"""The command line, ``kahuna``: one module per command, with lazy imports.

Every error is one message on standard error: what is wrong, where, and what would be right. The
exit status is 2 for bad input and 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kahuna import __version__
from kahuna.cli import (
    admin,
    analyse,
    arena,
    backup,
    bench,
    board,
    play,
    replay,
    review,
    rules,
    serve,
    simulate,
    train,
    verify,
    worker,
)
from kahuna.cli.errors import LocalizedGroup, print_error
from kahuna.cli.localization import LanguageOption, LocalizedCommand
from kahuna.cli.texts import spoken
from kahuna.interrupts import INTERRUPTED, wraps_interrupt

app = typer.Typer(
    cls=LocalizedGroup,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for _command in (
    serve.serve,
    worker.worker,
    backup.backup,
    backup.restore,
    admin.admin,
    play.play,
    simulate.simulate,
    replay.replay,
    verify.verify,
    review.review,
    analyse.analyse,
    rules.rules,
    board.board,
    arena.arena,
    train.train,
    bench.bench,
):
    # The position of `analyse` may begin with a dash.
    _settings = {"ignore_unknown_options": _command is analyse.analyse}
    app.command(cls=LocalizedCommand, context_settings=_settings)(_command)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"kahuna {__version__}")
        raise typer.Exit


@app.callback()
def _kahuna(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True)
    ] = False,
    _language: LanguageOption = "",
) -> None:
    if context.invoked_subcommand is None:
        serve.serve()


def main() -> None:
    """Run the command line without ever showing a traceback."""
    _replace_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except Exception as error:
        if os.environ.get("KAHUNA_TRACEBACK"):
            raise
        if wraps_interrupt(error):
            print_error(spoken().interrupted)
            sys.exit(INTERRUPTED)
        print_error(spoken().bug.format(kind=type(error).__name__, problem=error))
        sys.exit(70)
    finally:
        _flush()


def _replace_closed_streams() -> None:
    """Replace closed standard streams (``>&-``) with the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _flush() -> None:
    """Flush standard output; exit quietly if the reader has closed the pipe."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
