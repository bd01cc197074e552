"""Check output files before any work is done for them, and write them."""

from __future__ import annotations

import os
from errno import EACCES
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from kahuna.cli.errors import InputError
from kahuna.cli.texts import spoken


def output_path(option: str, text: str) -> Path:
    """Return the path that an option names, if it can be written."""
    if not text:
        raise InputError(spoken().no_file_name.format(option=option))
    check_output(Path(text))
    return Path(text)


def write_output(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    from kahuna.terminal.saved_games import write_atomically

    try:
        write_atomically(path, text)
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from None


def check_output(path: Path) -> None:
    """Reject a path that cannot be written: a folder, a device, or a missing parent folder."""
    said = spoken()
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from None
    if mode is not None and S_ISDIR(mode):
        raise InputError(said.is_folder.format(path=path))
    if mode is not None and not S_ISREG(mode):
        raise InputError(said.no_ordinary_file.format(path=path))
    folder = path.resolve().parent
    if not folder.is_dir():
        problem = said.no_folder.format(folder=folder)
        raise InputError(said.cannot_write.format(path=path, problem=problem))
    if not os.access(folder, os.W_OK) or (mode is not None and not os.access(path, os.W_OK)):
        raise cannot_write(path, PermissionError(EACCES, os.strerror(EACCES)))


def cannot_write(path: Path, error: OSError | ValueError) -> InputError:
    """Make the error for a file that cannot be written."""
    problem = (error.strerror if isinstance(error, OSError) else None) or error
    shown = path if str(path).isprintable() else ascii(str(path)[:80])
    return InputError(spoken().cannot_write.format(path=shown, problem=problem))
