"""Games from records: parse and check a record, truncate it at a ply, turn it into changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.bodies import FlawOut
from kahuna.hosting.store import ChangeEntry
from kahuna.match import Change, Ending
from kahuna.record import BY_PLAYERS, GameRecord, RecordError, parse_game, parse_record, replay


def read_record(written: Mapping[str, Any] | str) -> GameRecord:
    """Parse a record and check it by replaying it."""
    text = written if isinstance(written, str) else json.dumps(written)
    try:
        record = parse_record(text) if text.lstrip().startswith("{") else parse_game(text)
        for _ in replay(record):
            pass
    except RecordError as error:
        raise invalid_record(error) from None
    return record


def cut_off(record: GameRecord, ply: int) -> GameRecord:
    """Return a finished game as it was after a number of plies."""
    check_ply(record, ply)
    outcome = record.outcome
    assert outcome is not None
    if ply == len(record.plies) and outcome.termination not in BY_PLAYERS:
        raise ApiError("conflict", f"the game is over after ply {ply}: nothing is left to play")
    hashes = tuple(known for known in record.hashes if known[0] <= ply)
    return replace(record, plies=record.plies[:ply], outcome=None, hashes=hashes)


def changes_of(record: GameRecord, game: str, at: float) -> tuple[ChangeEntry, ...]:
    """Return a record as the change log of a game."""
    changes: list[Change] = list(record.plies)
    if record.outcome is not None and record.outcome.termination in BY_PLAYERS:
        changes.append(Ending(record.outcome.winner, record.outcome.termination))
    return tuple(
        ChangeEntry(game, number, change, None, None, at)
        for number, change in enumerate(changes, 1)
    )


def invalid_record(error: RecordError) -> ApiError:
    """Explain what is wrong with an unreadable record or position."""
    flaw: FlawOut = {"kind": error.flaw, "line": error.line, "ply": error.ply}
    return ApiError("invalid", str(error), flaw=flaw)


def check_ply(record: GameRecord, ply: int) -> None:
    """Refuse a ply number outside the record."""
    if ply > len(record.plies):
        raise ApiError("invalid", f"there is no ply {ply}: the game has {len(record.plies)}")
