"""Games that begin with a record: read, checked, cut off at a ply, drawn, turned into changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from kahuna.chart import Look, draw_chart
from kahuna.match import Change, Ending
from kahuna.record import BY_PLAYERS, GameRecord, RecordError, parse_game, parse_record, replay
from kahuna.server.storage.models import ChangeRow
from kahuna.server.wire.errors import ApiError
from kahuna.server.wire.http_bodies import FlawOut


def read_record(written: Mapping[str, Any] | str) -> GameRecord:
    """A record of which every ply and every card is known and fits."""
    text = written if isinstance(written, str) else json.dumps(written)
    try:
        record = parse_record(text) if text.lstrip().startswith("{") else parse_game(text)
        for _ in replay(record):
            pass
    except RecordError as error:
        flaw: FlawOut = {"kind": error.flaw, "line": error.line, "ply": error.ply}
        raise ApiError("invalid", str(error), flaw=flaw) from None
    return record


def cut_off(record: GameRecord, ply: int) -> GameRecord:
    """A finished game as it was after so many plies, to be played on."""
    _check_ply(record, ply)
    outcome = record.outcome
    assert outcome is not None
    if ply == len(record.plies) and outcome.termination not in BY_PLAYERS:
        raise ApiError("conflict", f"the game is over after ply {ply}: nothing is left to play")
    hashes = tuple(known for known in record.hashes if known[0] <= ply)
    return replace(record, plies=record.plies[:ply], outcome=None, hashes=hashes)


def changes_of(record: GameRecord, game: str, at: float) -> tuple[ChangeRow, ...]:
    """A record as the changes of a game; nobody in particular asked for them."""
    changes: list[Change] = list(record.plies)
    if record.outcome is not None and record.outcome.termination in BY_PLAYERS:
        changes.append(Ending(record.outcome.winner, record.outcome.termination))
    return tuple(
        ChangeRow(game, number, change, None, None, at) for number, change in enumerate(changes, 1)
    )


def chart_of(record: GameRecord, ply: int, look: Look) -> str:
    """The board of a finished game after so many plies, as SVG."""
    _check_ply(record, ply)
    board = record.ruleset.board
    white, black = next(islice(replay(record), ply, None)).state.public.bridges
    stones = (board.held(white), board.held(black))
    title = f"Kahuna: {record.players[0]} – {record.players[1]}, ply {ply}"
    return draw_chart(bridges=(white, black), stones=stones, look=look, title=title)


def _check_ply(record: GameRecord, ply: int) -> None:
    if ply > len(record.plies):
        raise ApiError("invalid", f"there is no ply {ply}: the game has {len(record.plies)}")
