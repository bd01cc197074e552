"""The file of a SQLite database: create it privately, and notice when it is lost."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from kahuna.hosting.store import StorageError


class MissingFileError(StorageError):
    """The database file was deleted, replaced or truncated while the server was running."""


def create_database_file(path: Path, fill: Callable[[str], None]) -> None:
    """Create a file that only its owner can read, in a folder that only its owner can enter.

    Fill it under another name first, so that no half-written database is ever visible. Raise
    :class:`FileExistsError` rather than overwrite a file.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The temporary folder has mode 0700, and SQLite gives its other files the mode of the first.
    with tempfile.TemporaryDirectory(prefix=".kahuna-", dir=path.parent) as folder:
        new = Path(folder) / "new.db"
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        fill(str(new))
        os.link(new, path)


class DatabaseFile:
    """The files opened at startup.

    SQLite keeps writing to a deleted file. Before acknowledging a write, check that the file still
    exists.
    """

    def __init__(self, path: Path) -> None:
        self._paths = (path, path.with_name(f"{path.name}-wal"))
        self._known: list[tuple[int, int] | None] = [None, None]
        self._size = 0
        self.check()

    def check(self) -> None:
        """Raise if a file is no longer the one that was opened, or has lost its end."""
        size = self._size
        for number, path in enumerate(self._paths):
            status = _status(path)
            found = status and (status.st_dev, status.st_ino)
            if self._known[number] is None:
                self._known[number] = found
            if found != self._known[number]:
                raise MissingFileError(f"{path.name} was deleted or replaced")
            if status is not None and number == 0:
                size = status.st_size
        if size < self._size:
            raise MissingFileError(f"{self._paths[0].name} was truncated")
        self._size = size


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None
