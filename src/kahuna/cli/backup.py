"""``kahuna backup`` and ``kahuna restore``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from kahuna.cli.errors import InputError
from kahuna.cli.localization import LanguageOption
from kahuna.cli.output_files import check_output
from kahuna.cli.progress import Tell, progress
from kahuna.cli.serve import check_database_folder, needing_extra
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
    with _explaining_errors(file), progress(spoken().backing_up) as tell:
        total = back_up(db or default_db_url(), file, _counting(tell))
    print(counted(spoken().backed_up, total).format(count=total, path=file))


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
    with _explaining_errors(file), progress(spoken().verifying) as tell:
        done = backups.restore(file, db or default_db_url(), _counting(tell))
    print(counted(spoken().restored, done.added).format(count=done.added, known=done.known))


def _counting(tell: Tell) -> Callable[[int], None]:
    """Return a function to call after each game with the number of all games."""
    numbers = count(1)
    return lambda total: tell(next(numbers), total)


@contextmanager
def _explaining_errors(file: Path) -> Iterator[None]:
    from kahuna.server.backup import BackupError

    try:
        yield
    except FileExistsError:
        raise InputError(spoken().backup_exists.format(path=file)) from None
    except BackupError as error:
        raise InputError(spoken().backup_broken.format(path=file, problem=error)) from None
