"""``kahuna serve``, and plain ``kahuna``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.texts import spoken
from kahuna.dependencies import wrong_versions


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535)] = 8000,
    db: Annotated[
        str | None, typer.Option("--db", metavar="URL", envvar="KAHUNA_DB", show_envvar=False)
    ] = None,
    hub: Annotated[
        str | None, typer.Option("--hub", metavar="URL", envvar="KAHUNA_HUB", show_envvar=False)
    ] = None,
    bots: Annotated[bool, typer.Option("--bots/--no-bots")] = True,
    origin: Annotated[
        str | None,
        typer.Option("--origin", metavar="URL", envvar="KAHUNA_ORIGIN", show_envvar=False),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser")] = True,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", metavar="NAME")] = None,
    proxy: Annotated[list[str] | None, typer.Option("--proxy", metavar="ADDRESS")] = None,
    notices: Annotated[
        str | None,
        typer.Option("--notices", metavar="CONTACT", envvar="KAHUNA_NOTICES", show_envvar=False),
    ] = None,
    metrics_port: Annotated[
        int | None, typer.Option("--metrics-port", metavar="N", min=0, max=65535)
    ] = None,
    archive_after: Annotated[
        float, typer.Option("--archive-after", metavar="MINUTES", min=0)
    ] = 10.0,
    expire_after: Annotated[
        float | None, typer.Option("--expire-after", metavar="DAYS", min=1)
    ] = None,
    max_connections: Annotated[int, typer.Option("--max-connections", metavar="N", min=1)] = 4000,
    max_per_address: Annotated[int, typer.Option("--max-per-address", metavar="N", min=1)] = 100,
    max_games: Annotated[int, typer.Option("--max-games", metavar="N", min=1)] = 1000,
    log: Annotated[Literal["plain", "json"] | None, typer.Option("--log")] = None,
    _language: LanguageOption = "",
) -> None:
    """Play in the browser."""
    with needing_extra("web", *(["cluster"] if hub else []), *(["notices"] if notices else [])):
        from kahuna.server.settings import Settings, default_db_url
        from kahuna.server.startup import serve as run

    check_database_folder(db)
    check_contact(notices)
    settings = Settings(
        db_url=db or default_db_url(),
        hub_url=hub,
        origin=origin,
        takes_bot_jobs=bots,
        allowed_hosts=tuple(allow_host or ()),
        proxies=tuple(proxy or ()),
        notices_contact=notices,
        archive_minutes=archive_after,
        expire_days=expire_after,
        max_connections=max_connections,
        max_connections_per_address=max_per_address,
        max_games_in_memory=max_games,
    )
    run(
        host,
        port,
        settings,
        open_browser=browser,
        metrics_port=metrics_port,
        log=log,
        greeting=spoken().serving,
    )


def check_contact(contact: str | None) -> None:
    """Reject a contact that push services would reject."""
    if contact is not None and not re.fullmatch(r"mailto:\S+@\S+\.\S+|https://\S+", contact):
        raise InputError(spoken().no_contact.format(contact=contact))


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


@contextmanager
def needing_extra(*extras: str) -> Iterator[None]:
    """Name the extra to install if the block imports a package that is missing or too old."""
    problem = wrong_versions(*extras)
    if problem is not None:
        raise InputError(spoken().in_english.format(message=problem))
    try:
        yield
    except ModuleNotFoundError as error:
        wanted = f"kahuna[{','.join(extras)}]"
        raise InputError(spoken().missing_extra.format(name=error.name, wanted=wanted)) from None
