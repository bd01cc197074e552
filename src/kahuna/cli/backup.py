"""``kahuna backup`` and ``kahuna restore``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.output_files import check_output
from kahuna.cli.progress import progress
from kahuna.cli.serve import check_database_folder, needing_extra, words_of_start_error
from kahuna.cli.texts import spoken
from kahuna.i18n import counted

DbOption = Annotated[str | None, typer.Option("--db", metavar="URL")]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    db: DbOption = None,
    _language: LanguageOption = "",
) -> None:
    """Copy all games to a file."""
    with needing_extra("web"):
        from kahuna.server.backup import back_up
        from kahuna.server.settings import default_db_url

    if not file.exists():
        check_output(file)
    with _explaining_errors(file), _advancing(spoken().backing_up) as advance:
        count = back_up(db or default_db_url(), file, advance)
    print(counted(spoken().backed_up, count).format(count=count, path=file))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    db: DbOption = None,
    _language: LanguageOption = "",
) -> None:
    """Add the games of a backup to a database."""
    with needing_extra("web"):
        from kahuna.server import backup as backups
        from kahuna.server.settings import default_db_url

    check_database_folder(db)
    with _explaining_errors(file), _advancing(spoken().verifying) as advance:
        done = backups.restore(file, db or default_db_url(), advance)
    print(counted(spoken().restored, done.added).format(count=done.added, known=done.known))


@contextmanager
def _advancing(what: str) -> Iterator[Callable[[int], None]]:
    """Show progress once the number of games is known."""
    with ExitStack() as shown:
        bar: Iterator[None] | None = None

        def advance(total: int) -> None:
            nonlocal bar
            if bar is None:
                bar = shown.enter_context(progress(what, total))
            next(bar)

        yield advance


@contextmanager
def _explaining_errors(file: Path) -> Iterator[None]:
    from kahuna.server.backup import BackupError
    from kahuna.server.startup_errors import StartError

    try:
        yield
    except StartError as error:
        raise InputError(words_of_start_error(error)) from None
    except FileExistsError:
        raise InputError(spoken().backup_exists.format(path=file)) from None
    except BackupError as error:
        raise InputError(spoken().backup_broken.format(path=file, problem=error)) from None
