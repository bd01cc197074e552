"""Errors for people: one message, an exit status, no traceback."""

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
from kahuna.command import BAD_INPUT
from kahuna.interrupts import INTERRUPTED, interruptible


class InputError(Exception):
    """Something that the user gave is not right; the text says what would be."""


def print_error(message: str) -> None:
    """One message on standard error."""
    print(spoken().complaint.format(message=message), file=sys.stderr)


def fail(message: str, status: int = BAD_INPUT) -> NoReturn:
    """Complain and leave."""
    print_error(message)
    raise typer.Exit(status)


def listed_problems(problems: Sequence[str]) -> str:
    """Several problems, one a line; a single one by itself."""
    if len(problems) == 1:
        return spoken().in_english.format(message=problems[0])
    return spoken().problems.format(count=len(problems)) + "".join(f"\n  - {p}" for p in problems)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Errors of the user, of the game and of files become one message."""
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
    """Commands in the language of the user, whose errors are told to people."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Choose the language before anything else is read."""
        with reporting_errors():
            choose_language(args, os.environ)
            translate_help(self)
            return super().parse_args(ctx, args)

    def resolve_command(  # type: ignore[override]
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[object, object, list[str]]:
        """The command of a name."""
        name = args[0]
        if name not in self.commands:
            names = ", ".join(self.commands)
            raise InputError(spoken().no_such_command.format(name=repr(name), names=names))
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: typer.Context) -> str:  # type: ignore[override]
        """The page of help."""
        return help_in_words(super().get_help(ctx))

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run the command."""
        with reporting_errors(), interruptible():
            return super().invoke(ctx)


def _words_of(error: Exception) -> str:
    """What a library error says; anything else is a mistake of ours and goes on as it is."""
    from kahuna.core import InvalidPositionError, InvalidRulesetError, KahunaError
    from kahuna.terminal.game_files import UnreadableFileError

    if isinstance(error, UnreadableFileError):
        return spoken().cannot_read.format(path=error.path, problem=error.reason)
    if isinstance(error, InvalidPositionError | InvalidRulesetError):
        return listed_problems(error.problems)
    if isinstance(error, KahunaError):
        return spoken().in_english.format(message=error)
    raise error
