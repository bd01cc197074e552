"""``kahuna worker``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from kahuna.cli.localization import LanguageOption
from kahuna.cli.serve import needing_extra
from kahuna.cli.texts import spoken


def worker(
    db: Annotated[str, typer.Option("--db", metavar="URL", envvar="KAHUNA_DB", show_envvar=False)],
    hub: Annotated[
        str, typer.Option("--hub", metavar="URL", envvar="KAHUNA_HUB", show_envvar=False)
    ],
    processes: Annotated[int | None, typer.Option("--processes", metavar="N", min=1)] = None,
    metrics_port: Annotated[
        int | None, typer.Option("--metrics-port", metavar="N", min=0, max=65535)
    ] = None,
    log: Annotated[Literal["plain", "json"] | None, typer.Option("--log")] = None,
    _language: LanguageOption = "",
) -> None:
    """Decide for the bots of a cluster."""
    with needing_extra("web", "cluster"):
        from kahuna.server.settings import Settings
        from kahuna.server.startup import work
    from kahuna.workers import num_cores

    settings = Settings(db_url=db, hub_url=hub, bot_processes=processes or num_cores())
    work(settings, metrics_port=metrics_port, log=log, greeting=spoken().working)
