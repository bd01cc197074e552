"""``kahuna serve``, and plain ``kahuna``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.speech import LanguageOption
from kahuna.cli.words import spoken


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
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from kahuna.server.serve import serve as run

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
    except ArgumentError:
        raise InputError(spoken().no_such_database.format(url=db)) from None
    except SQLAlchemyError as error:
        raise InputError(spoken().database_fails.format(problem=error)) from None
