"""Games from records: parse and check a record, truncate it at a ply, turn it into changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from kahuna.hosting.errors import ApiError, FlawOut
from kahuna.hosting.play.names import SeatName
from kahuna.hosting.play.new_game import Name
from kahuna.hosting.schema import Limits, Request
from kahuna.hosting.store import ChangeEntry
from kahuna.match import Change, Ending
from kahuna.record import BY_PLAYERS, GameRecord, RecordError, parse_game, parse_record, replay
from kahuna.record.game_record import MAX_PLIES


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchGame(Request):
    """A request to continue a finished game from one of its positions, against a bot."""

    ply: Annotated[int, Limits(ge=0, le=MAX_PLIES)]
    """The number of plies to keep."""
    seat: SeatName
    """The seat of the requester."""
    bot: Annotated[str, Limits(max_length=40)]
    name: Name = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportGame(Request):
    """A request to import a record: for replay, or to continue an unfinished one on one device."""

    record: dict[str, Any] | str
    """A JSON object, or the text of a file in either form."""


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
