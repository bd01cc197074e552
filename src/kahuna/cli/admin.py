"""``kahuna admin``."""

from __future__ import annotations

import asyncio
import getpass
from datetime import UTC, datetime
from typing import Annotated, Literal

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.serve import needing_extra
from kahuna.cli.texts import spoken


def admin(
    action: Annotated[
        Literal["suspend", "restore", "rename", "delete", "dismiss", "show", "reports", "log"],
        typer.Argument(metavar="ACTION"),
    ],
    name: Annotated[str | None, typer.Argument(metavar="NAME")] = None,
    new_name: Annotated[str | None, typer.Argument(metavar="NEW")] = None,
    db: Annotated[
        str | None, typer.Option("--db", metavar="URL", envvar="KAHUNA_DB", show_envvar=False)
    ] = None,
    _language: LanguageOption = "",
) -> None:
    """Suspend, rename or delete accounts."""
    with needing_extra("web"):
        from kahuna.hosting.errors import ApiError
        from kahuna.server.admin import NameTakenError, UnknownAccountError, administering
        from kahuna.server.settings import default_db_url

    async def carry_out() -> None:
        async with administering(db or default_db_url(), getpass.getuser()) as administration:
            if action == "log":
                for entry in await administration.log():
                    print(_date(entry.at), entry.actor, entry.action, entry.account, entry.details)
                return
            if action == "reports":
                for report in await administration.reports():
                    print(
                        spoken().admin_report.format(
                            at=_date(report.at),
                            reporter=report.reporter,
                            account=report.account,
                            reason=report.reason,
                            game=report.game or "-",
                        )
                    )
                return
            if name is None:
                raise InputError(spoken().admin_needs_name.format(action=action))
            if action == "show":
                account, num_games = await administration.show(name)
                status = (
                    spoken().admin_suspended if account.is_suspended else spoken().admin_in_order
                )
                shown = spoken().admin_show.format(
                    name=account.name,
                    id=account.id,
                    created=_date(account.created_at),
                    num_games=num_games,
                    status=status,
                )
                print(shown)
                return
            if action == "rename" and new_name is None:
                raise InputError(spoken().admin_needs_new_name)
            account = await administration.act(action, name, new_name or "")
            deeds = {
                "suspend": spoken().admin_suspend,
                "restore": spoken().admin_restore,
                "rename": spoken().admin_rename,
                "delete": spoken().admin_delete,
                "dismiss": spoken().admin_dismiss,
            }
            print(deeds[action].format(name=account.name, new=new_name))

    try:
        asyncio.run(carry_out())
    except UnknownAccountError as error:
        raise InputError(spoken().no_account.format(name=str(error))) from None
    except NameTakenError as error:
        raise InputError(spoken().name_taken.format(name=str(error))) from None
    except ApiError as error:
        problem = "; ".join(error.problems)
        raise InputError(spoken().in_english.format(message=problem)) from None


def _date(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"
