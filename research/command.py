"""Run a function as a command: arguments by Typer, and one line for each error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from kahuna.core import KahunaError


def _writable(path: Path) -> Path:
    """Reject a file that cannot be written before any work is done."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise typer.BadParameter(f"there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise typer.BadParameter(f"{path} cannot be written (permission denied)")
    return path


Backend: TypeAlias = Literal["numpy", "jax"]
"""What computes arrays."""
OutputFile: TypeAlias = Annotated[Path, typer.Argument(dir_okay=False, callback=_writable)]
"""A file to write."""


def run(main: Callable[..., None] | None = None, **commands: Callable[..., None]) -> None:
    """Run a command, or one of several by its name."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    if main is not None:
        app.command()(main)
    for name, command in commands.items():
        app.command(name.replace("_", "-"))(command)
    try:
        app()
    except (KahunaError, OSError) as error:
        print(f"kahuna: {error}", file=sys.stderr)
        sys.exit(2)
