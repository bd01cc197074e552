"""Stored games in a file, for checking a history again later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from kahuna.hosting.columns import (
    change_columns,
    change_from_columns,
    game_columns,
    game_from_columns,
    seats_from_bits,
    seats_to_bits,
)
from kahuna.hosting.store import StoredGame


def write_games(path: Path, games: Iterable[StoredGame]) -> None:
    """Write games to a file."""
    rows = [
        {
            "game": game_columns(game.metadata),
            "holders": {hashed: seats_to_bits(seats) for hashed, seats in game.holders.items()},
            "changes": [change_columns(entry) for entry in game.changes],
        }
        for game in games
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")


def read_games(path: Path) -> Mapping[str, StoredGame]:
    """Read games from a file, by their ids."""
    games = {}
    for row in json.loads(path.read_text(encoding="utf-8")):
        metadata = game_from_columns(row["game"])
        games[metadata.id] = StoredGame(
            metadata,
            {hashed: seats_from_bits(bits) for hashed, bits in row["holders"].items()},
            tuple(change_from_columns(metadata.id, change) for change in row["changes"]),
        )
    return games
