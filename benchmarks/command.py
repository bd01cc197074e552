"""Helpers for ``python -m`` commands: arguments, and readable errors."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import NoReturn, TypeVar

from kahuna.interrupts import INTERRUPTED, interruptible, leave_at_once, wraps_interrupt

T = TypeVar("T", int, float)

BAD_INPUT = 2


def make_parser(module: str, doc: str | None) -> ArgumentParser:
    """Return a parser for ``python -m module`` that shows the module's docstring as help."""
    return ArgumentParser(
        prog=f"python -m {module}",
        description=(doc or "").replace("``", ""),
        formatter_class=RawDescriptionHelpFormatter,
    )


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for a whole number within a range.

    >>> whole(1)("12")
    12
    """
    return _within(int, "whole number", least, most)


def number(least: float, most: float | None = None) -> Callable[[str], float]:
    """Return an argparse type for a finite number within a range.

    >>> number(0.0)("0.5")
    0.5
    """
    return _within(float, "number", least, most)


def _within(kind: Callable[[str], T], name: str, least: T, most: T | None) -> Callable[[str], T]:
    def read(text: str) -> T:
        with suppress(ValueError):
            value = kind(text)
            if isfinite(value) and value >= least and (most is None or value <= most):
                return value
        bounds = f"of at least {least:g}" if most is None else f"from {least:g} to {most:g}"
        raise ArgumentTypeError(f"{text[:40]!r} is not a {name} {bounds}")

    return read


def output_file(text: str) -> Path:
    """Return the path of a file to write; reject it before any work if that cannot succeed."""
    path = Path(text)
    folder = path.resolve().parent
    if path.is_dir():
        raise ArgumentTypeError(f"{text} is a folder; name a file")
    if not folder.is_dir():
        raise ArgumentTypeError(f"{text} cannot be written (there is no folder {folder})")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise ArgumentTypeError(f"{text} cannot be written (permission denied)")
    return path


def run(main: Callable[[], int]) -> NoReturn:
    """Run a command and exit with its status; errors are one line, not a traceback."""
    from kahuna.core import KahunaError

    try:
        with interruptible():
            status = main()
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = _stop()
    except BrokenPipeError:
        # The reader has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except ModuleNotFoundError as error:
        status = _complain(f"{error.name} is not installed")
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        status = _complain(place + (error.strerror or str(error)))
    except KahunaError as error:
        status = _complain(str(error))
    except Exception as error:
        if not wraps_interrupt(error):
            raise
        status = _stop()
    raise SystemExit(status)


def _stop() -> int:
    print("stopped", file=sys.stderr)
    if "jax" in sys.modules:
        leave_at_once(INTERRUPTED)
    return INTERRUPTED


def _complain(message: str) -> int:
    print(f"kahuna: {message}", file=sys.stderr)
    return BAD_INPUT
