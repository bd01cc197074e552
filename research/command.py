"""What the programs here share: types of arguments, and how to run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, NoReturn, TypeAlias

import typer

from kahuna.cli.program import run_program


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


def run(main: Callable[..., None] | None = None, **commands: Callable[..., None]) -> NoReturn:
    """Run the module that was started, with the errors of ``kahuna``; see :func:`run_program`."""
    started = sys.modules["__main__"].__spec__
    name = "research" if started is None else started.name.removesuffix(".__main__")
    run_program(main, name=f"python -m {name}", **commands)
