"""Choose the language of the command line, and localize Typer's help and error messages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from inspect import cleandoc
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, cast

import typer
from typer.core import TyperArgument, TyperCommand, TyperOption

from kahuna.cli.texts import speak, spoken
from kahuna.i18n import LANGUAGES, VARIABLE, language_of, of_locale

if TYPE_CHECKING:
    from typer.core import TyperGroup

UsageError = cast(type[Exception], typer.BadParameter.__mro__[1])
"""The base class of Typer's usage errors, which has no public name."""

LanguageOption = Annotated[str, typer.Option("--language", metavar="L", show_default=False)]
"""Accepted by every command, so that it can appear anywhere; parsed before all other options."""


class UnknownLanguageError(ValueError):
    """The requested language is not available."""


def choose_language(arguments: Sequence[str], environ: Mapping[str, str]) -> None:
    """Use the language of ``--language``, of ``KAHUNA_LANGUAGE``, or of the user's locale."""
    speak(of_locale(environ))
    for name, value in ((VARIABLE, environ.get(VARIABLE)), ("--language", _given(arguments))):
        if not value:
            continue
        language = language_of(value)
        if language is None:
            choices = ", ".join(LANGUAGES)
            message = spoken().not_a_choice.format(option=name, value=value[:40], choices=choices)
            raise UnknownLanguageError(message)
        speak(language)


def _given(arguments: Sequence[str]) -> str | None:
    """Return the value of the last ``--language``."""
    given = None
    for argument, following in pairwise([*arguments, ""]):
        if argument == "--":
            break
        if argument == "--language":
            given = following
        elif argument.startswith("--language="):
            given = argument.partition("=")[2]
    return given


def translate_help(group: TyperGroup) -> None:
    """Set the help texts of all commands and options."""
    said = spoken()
    group.help = cleandoc(said.app)
    _name_options(group.params, "")
    for name, command in group.commands.items():
        command.short_help, long = said.commands[name]
        command.help = cleandoc(long)
        _name_options(command.params, name)


def _name_options(parameters: Sequence[object], command: str) -> None:
    said = spoken()
    for parameter in parameters:
        assert isinstance(parameter, TyperArgument | TyperOption)
        name = parameter.name.strip("_") if parameter.name else ""
        parameter.help = said.options.get(f"{command}.{name}") or said.options[name]
        if isinstance(parameter.show_default, str):
            parameter.show_default = said.all_cores


def help_in_words(text: str) -> str:
    """Translate Typer's own headings on a help page."""
    for english, own in spoken().headings.items():
        text = re.sub(rf"(?m)(?<!\w){re.escape(english)}", own, text)
    return text


class LocalizedCommand(TyperCommand):
    """A command with localized help."""

    def collect_usage_pieces(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Return the arguments; required ones without the braces of newer versions of Typer."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def get_help(self, ctx: typer.Context) -> str:  # type: ignore[override]
        """Return the help page."""
        return help_in_words(super().get_help(ctx))


def complaint_of(error: BaseException) -> str:
    """Say what is wrong with the arguments, and which help explains them."""
    context = getattr(error, "ctx", None)
    if context is None:
        return _problem(error)
    return f"{_problem(error)}\n{spoken().try_help.format(command=context.command_path)}"


def _name_of(parameter: TyperArgument | TyperOption) -> str:
    """Return the spellings of an option, or the name of an argument, in quotes."""
    if isinstance(parameter, TyperOption):
        return " / ".join(f"'{spelling}'" for spelling in parameter.opts)
    return f"'{parameter.metavar}'"


def _problem(error: BaseException) -> str:
    """Describe the problem in our words, or in Typer's if it has only a sentence."""
    said, parameter = spoken(), getattr(error, "param", None)
    option = getattr(error, "option_name", "")
    near = ", ".join(sorted(getattr(error, "possibilities", None) or ()))
    perhaps = " " + said.perhaps.format(names=near) if near else ""
    match type(error).__name__:
        case "MissingParameter" if parameter is not None:
            is_option = isinstance(parameter, TyperOption)
            form = said.missing_option if is_option else said.missing_argument
            problem = form.format(name=_name_of(parameter))
        case "NoSuchOption":
            problem = said.no_such_option.format(name=repr(option)) + perhaps
        case "BadOptionUsage":
            problem = said.needs_value.format(name=repr(option))
        case "BadParameter" if parameter is not None:
            own = said.in_english.format(message=getattr(error, "message", ""))
            problem = said.bad_value.format(name=_name_of(parameter), problem=own)
        case _:
            problem = said.in_english.format(message=getattr(error, "message", str(error)))
    return said.complaint.format(message=problem)
