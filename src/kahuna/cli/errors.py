"""Report errors to users: one message, an exit status, no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

import typer
from typer.core import TyperGroup

from kahuna.cli.localization import (
    UnknownLanguageError,
    UsageError,
    choose_language,
    complaint_of,
    help_in_words,
    translate_help,
)
from kahuna.cli.texts import spoken
from kahuna.interrupts import INTERRUPTED, interruptible

BAD_INPUT = 2
"""The exit status after bad input."""


class InputError(Exception):
    """Invalid input; the message says what would be right."""


def print_error(message: str) -> None:
    """Print a message on standard error."""
    print(spoken().complaint.format(message=message), file=sys.stderr)


def fail(message: str, status: int = BAD_INPUT) -> NoReturn:
    """Print an error and exit."""
    print_error(message)
    raise typer.Exit(status)


def listed_problems(problems: Sequence[str]) -> str:
    """Join several problems, one per line."""
    if len(problems) == 1:
        return problems[0]
    return spoken().problems.format(count=len(problems)) + "".join(f"\n  - {p}" for p in problems)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn errors of the user, of the game and of files into one message."""
    try:
        yield
    except (InputError, UnknownLanguageError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        fail(spoken().interrupted, INTERRUPTED)
    except (BrokenPipeError, typer.Exit):
        raise
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        fail(place + (error.strerror or str(error)))
    except UsageError as error:
        print(complaint_of(error), file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    except Exception as error:
        fail(_words_of(error))


class LocalizedGroup(TyperGroup):
    """A group of commands with localized help and readable errors."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Choose the language before parsing anything else."""
        with reporting_errors():
            choose_language(args, os.environ)
            translate_help(self)
            return super().parse_args(ctx, args)

    def resolve_command(  # type: ignore[override]
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[object, object, list[str]]:
        """Find the command for a name."""
        name = args[0]
        if name not in self.commands:
            names = ", ".join(self.commands)
            raise InputError(spoken().no_such_command.format(name=repr(name), names=names))
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: typer.Context) -> str:  # type: ignore[override]
        """Return the help page."""
        return help_in_words(super().get_help(ctx))

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run the command."""
        with reporting_errors(), interruptible():
            return super().invoke(ctx)


def _words_of(error: Exception) -> str:
    """Return the message of a library error; re-raise anything else, which is a bug."""
    from kahuna.core import InvalidPositionError, InvalidRulesetError, KahunaError
    from kahuna.i18n.shared import shared_texts
    from kahuna.record.game_files import UnreadableFileError
    from kahuna.server.startup_errors import StartError

    if isinstance(error, StartError):
        return error.in_language(spoken().language)
    if isinstance(error, UnreadableFileError):
        return spoken().cannot_read.format(path=error.path, problem=error.reason)
    if isinstance(error, InvalidPositionError):
        return listed_problems(
            list(map(shared_texts(spoken().language).tell_problem, error.problems))
        )
    if isinstance(error, InvalidRulesetError):
        return spoken().in_english.format(message=listed_problems(error.problems))
    if isinstance(error, KahunaError):
        return spoken().in_english.format(message=error)
    raise error
