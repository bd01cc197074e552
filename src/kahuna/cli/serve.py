"""``kahuna serve``, and plain ``kahuna``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.speech import LanguageOption
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.server.starting import StartError


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535)] = 8000,
    db: Annotated[str | None, typer.Option("--db", metavar="URL")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser")] = True,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", metavar="NAME")] = None,
    log: Annotated[Literal["plain", "json"] | None, typer.Option("--log")] = None,
    _language: LanguageOption = "",
) -> None:
    """Play in the browser."""
    from kahuna.server.serve import serve as run
    from kahuna.server.starting import StartError

    try:
        run(
            host,
            port,
            db,
            open_browser=browser,
            allowed_hosts=allow_host or (),
            log=log,
            greeting=spoken().serving,
        )
    except StartError as error:
        raise InputError(_words_of(error)) from None


def _words_of(error: StartError) -> str:
    """Why the server cannot start."""
    from kahuna.server import starting

    words = spoken()
    match error:
        case starting.PortTakenError(host=host, port=port, other=other):
            return words.port_taken.format(host=host, port=port, other=other)
        case starting.AddressError(host=host, port=port, problem=problem):
            return words.no_address.format(host=host, port=port, problem=problem)
        case starting.NoDatabaseError(url=url):
            return words.no_such_database.format(url=url)
        case starting.DatabaseError(place=place, problem=problem):
            return words.database_fails.format(place=place, problem=problem)
        case starting.LogStyleError(value=value, styles=styles):
            choices = ", ".join(styles)
            return words.not_a_choice.format(option="KAHUNA_LOG", value=value[:40], choices=choices)
        case _:
            return words.in_english.format(message=error)
