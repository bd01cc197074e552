"""Saved games: a complete record, and who plays.

A saved game is an ordinary record with one more key, ``terminal``: the bots, and the seed for the
cards still to come.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import NamedTuple

from kahuna.record import GameRecord, RecordError, format_record

KEY = "terminal"

Bots = tuple[str | None, str | None]
"""The bot of each seat; ``None`` for a person."""


class SavedGame(NamedTuple):
    """A game as it was left."""

    record: GameRecord
    bots: Bots
    seed: str


def format_saved(saved: SavedGame) -> str:
    """Format a saved game as one line of JSON that is also a valid record."""
    data = json.loads(format_record(saved.record))
    data[KEY] = {"bots": saved.bots, "seed": saved.seed}
    return json.dumps(data, ensure_ascii=False) + "\n"


def parse_seating(text: str) -> tuple[Bots, str] | None:
    """Return the bots and the seed of a saved game; ``None`` for an ordinary record."""
    try:
        data = json.loads(text)
    except ValueError:
        return None  # A game in text form.
    if not isinstance(data, Mapping) or data.get(KEY) is None:
        return None
    match data[KEY]:
        case {"bots": [(str() | None) as white, (str() | None) as black], "seed": str(seed)}:
            return (white, black), seed
        case _:
            raise RecordError(
                "this does not say who plays", where=KEY, expected='{"bots": [null, "greedy"], …}'
            )


def write_atomically(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise OSError(0, "it is not an ordinary file")
    beside = target.with_name(f".kahuna-{token_hex(8)}")
    try:
        with beside.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            copymode(target, beside)
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def automatic_path(environment: Mapping[str, str], now: datetime) -> Path:
    """Choose a new file for a game in the system's folder for program state."""
    home = Path(environment.get("HOME") or "~").expanduser()
    state = environment.get("XDG_STATE_HOME") or ""
    folder = (Path(state) if state.startswith("/") else home / ".local" / "state") / "kahuna"
    stem = f"game-{now:%Y-%m-%d-%H%M%S}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    free = (path for name in names if not (path := folder / f"{name}.json").exists())
    return next(free, folder / f"{stem}-{os.getpid()}.json")
