"""``kahuna serve``, and plain ``kahuna``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.words import ENGLISH as WORDS


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; only here by default")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="0 takes any free port.")
    ] = 8000,
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="URL", help="Another database, such as postgresql://…"),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open a browser, where there is one.")
    ] = True,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Answer to this name too (a proxy's)."),
    ] = None,
    log: Annotated[
        Literal["plain", "json"] | None,
        typer.Option("--log", help="Warnings in plain words (as it is), or everything as JSON."),
    ] = None,
) -> None:
    """Play in the browser."""
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from kahuna.server.serve import serve as run

    try:
        run(host, port, db, open_browser=browser, allowed_hosts=allow_host or (), log=log)
    except ArgumentError:
        raise InputError(WORDS.no_such_database.format(url=db)) from None
    except SQLAlchemyError as error:
        raise InputError(WORDS.database_fails.format(problem=error)) from None
