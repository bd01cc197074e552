"""Errors for people: one message, an exit status, no traceback."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import typer
from typer.core import TyperGroup

from kahuna.cli.words import ENGLISH as WORDS

BAD_INPUT = 2
INTERRUPTED = 130


class InputError(Exception):
    """Something that the user gave is not right; the text says what would be."""


def complain(message: str) -> None:
    """One message on standard error."""
    print(WORDS.complaint.format(message=message), file=sys.stderr)


def fail(message: str, status: int = BAD_INPUT) -> NoReturn:
    """Complain and leave."""
    complain(message)
    raise typer.Exit(status)


def listed_problems(problems: Sequence[str]) -> str:
    """Several problems, one a line; a single one by itself."""
    if len(problems) == 1:
        return problems[0]
    return WORDS.problems.format(count=len(problems)) + "".join(f"\n  - {p}" for p in problems)


class PeopleGroup(TyperGroup):
    """Commands whose errors are told to people."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run the command; errors of the game and of files become one message."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            fail(str(error))
        except KeyboardInterrupt:
            fail(WORDS.interrupted, INTERRUPTED)
        except BrokenPipeError:
            raise
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            fail(place + (error.strerror or str(error)))
        except Exception as error:
            fail(_words_of(error))


def _words_of(error: Exception) -> str:
    """What a library error says; anything else is a mistake of ours and goes on as it is."""
    from kahuna.core import InvalidPositionError, InvalidRulesetError, KahunaError

    if isinstance(error, InvalidPositionError | InvalidRulesetError):
        return listed_problems(error.problems)
    if isinstance(error, KahunaError):
        return str(error)
    raise error
