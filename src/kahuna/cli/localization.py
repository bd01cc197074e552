"""Which language the command line speaks, and help and complaints of Typer in that language."""

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
"""What Typer raises when the arguments are wrong; it has no public name of its own."""

LanguageOption = Annotated[str, typer.Option("--language", metavar="L", show_default=False)]
"""Every command has it, so that it can stand anywhere; it is read before all others."""


class UnknownLanguageError(ValueError):
    """A language that we do not speak was asked for."""


def choose_language(arguments: Sequence[str], environ: Mapping[str, str]) -> None:
    """Speak the language of ``--language``, of our own variable, or of the user's locale."""
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
    """What stands behind the last ``--language``."""
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
    """Give all commands and options their texts."""
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
    """A page of help with Typer's own headings in our language."""
    for english, own in spoken().headings.items():
        text = re.sub(rf"(?m)(?<!\w){re.escape(english)}", own, text)
    return text


class LocalizedCommand(TyperCommand):
    """A command whose help is in the language that is spoken."""

    def get_help(self, ctx: typer.Context) -> str:  # type: ignore[override]
        """The page of help."""
        return help_in_words(super().get_help(ctx))


def complaint_of(error: BaseException) -> str:
    """What is wrong with the arguments, below how the command is used."""
    context = getattr(error, "ctx", None)
    if context is None:
        return _problem(error)
    said = spoken()
    usage = context.get_usage().partition(": ")[2]
    hint = said.try_help.format(command=context.command_path)
    return f"{said.usage.format(usage=usage)}\n{hint}\n\n{_problem(error)}"


def _problem(error: BaseException) -> str:
    """The problem in our words; where Typer has only a sentence, in its own."""
    said, parameter = spoken(), getattr(error, "param", None)
    option = getattr(error, "option_name", "")
    near = ", ".join(sorted(getattr(error, "possibilities", None) or ()))
    perhaps = " " + said.perhaps.format(names=near) if near else ""
    match type(error).__name__:
        case "MissingParameter" if parameter is not None:
            is_option = isinstance(parameter, TyperOption)
            form = said.missing_option if is_option else said.missing_argument
            problem = form.format(name=parameter.get_error_hint())
        case "NoSuchOption":
            problem = said.no_such_option.format(name=repr(option)) + perhaps
        case "BadOptionUsage":
            problem = said.needs_value.format(name=repr(option))
        case "BadParameter" if parameter is not None:
            own = said.in_english.format(message=getattr(error, "message", ""))
            problem = said.bad_value.format(name=parameter.get_error_hint(), problem=own)
        case _:
            problem = said.in_english.format(message=getattr(error, "message", str(error)))
    return said.complaint.format(message=problem)
