"""``kahuna serve``, and plain ``kahuna``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.texts import spoken

if TYPE_CHECKING:
    from kahuna.server.startup_errors import StartError


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535)] = 8000,
    db: Annotated[str | None, typer.Option("--db", metavar="URL")] = None,
    hub: Annotated[str | None, typer.Option("--hub", metavar="URL")] = None,
    bots: Annotated[bool, typer.Option("--bots/--no-bots")] = True,
    browser: Annotated[bool, typer.Option("--browser/--no-browser")] = True,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", metavar="NAME")] = None,
    proxy: Annotated[list[str] | None, typer.Option("--proxy", metavar="ADDRESS")] = None,
    metrics_port: Annotated[
        int | None, typer.Option("--metrics-port", metavar="N", min=0, max=65535)
    ] = None,
    archive_after: Annotated[
        float, typer.Option("--archive-after", metavar="MINUTES", min=0)
    ] = 10.0,
    expire_after: Annotated[
        float | None, typer.Option("--expire-after", metavar="DAYS", min=1)
    ] = None,
    log: Annotated[Literal["plain", "json"] | None, typer.Option("--log")] = None,
    _language: LanguageOption = "",
) -> None:
    """Play in the browser."""
    from kahuna.server.startup import serve as run
    from kahuna.server.startup_errors import StartError

    check_database_folder(db)
    try:
        run(
            host,
            port,
            db,
            hub_url=hub,
            takes_bot_jobs=bots,
            open_browser=browser,
            allowed_hosts=allow_host or (),
            proxies=proxy or (),
            metrics_port=metrics_port,
            archive_minutes=archive_after,
            expire_days=expire_after,
            log=log,
            greeting=spoken().serving,
        )
    except StartError as error:
        raise InputError(words_of_start_error(error)) from None


def check_database_folder(url: str | None) -> None:
    """Reject a new SQLite file in a folder that does not exist; a typing error is more likely."""
    prefix = "sqlite:///"
    if url is None or not url.startswith(prefix):
        return
    path = Path(url.removeprefix(prefix).partition("?")[0])
    folder = path.absolute().parent
    if not folder.exists():
        problem = spoken().no_folder.format(folder=folder)
        raise InputError(spoken().database_fails.format(place=path, problem=problem))


def words_of_start_error(error: StartError) -> str:
    """Explain why the server cannot start."""
    from kahuna.server import startup_errors

    words = spoken()
    match error:
        case startup_errors.PortTakenError(host=host, port=port, other=other):
            return words.port_taken.format(host=host, port=port, other=other)
        case startup_errors.AddressError(host=host, port=port, problem=problem):
            return words.no_address.format(host=host, port=port, problem=problem)
        case startup_errors.ProxyAddressError(value=value):
            return words.no_proxy_address.format(value=value[:60])
        case startup_errors.NoDatabaseError(url=url):
            return words.no_such_database.format(url=url)
        case startup_errors.DatabaseError(place=place, problem=problem):
            return words.database_fails.format(place=place, problem=problem)
        case startup_errors.UnsharedDatabaseError():
            return words.hub_without_database
        case startup_errors.HubError(problem=problem):
            return words.no_hub.format(problem=problem)
        case startup_errors.LogStyleError(value=value, styles=styles):
            choices = ", ".join(styles)
            return words.not_a_choice.format(option="KAHUNA_LOG", value=value[:40], choices=choices)
        case _:
            return words.in_english.format(message=error)
