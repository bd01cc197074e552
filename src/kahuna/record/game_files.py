"""Read files of games: JSON Lines, one JSON object, or games in text form."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from kahuna.record.errors import RecordError
from kahuna.record.game_record import GameRecord, decode_text, parse_record
from kahuna.record.game_text import TITLE, parse_game

STANDARD_INPUT: Final = Path("-")
MOST_BYTES: Final = 1 << 30
"""Maximum size of a file of games."""


class UnreadableFileError(RecordError):
    """A file cannot be read."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"cannot be read ({reason})", where=path)
        self.path = path
        self.reason = reason


class Source(NamedTuple):
    """The text of one game in a file, and its location."""

    where: str
    text: str
    parse: Callable[[str], GameRecord]

    def game(self) -> GameRecord:
        """Parse the game; an error says where in the file."""
        try:
            return self.parse(self.text)
        except RecordError as error:
            raise error.at(self.where) from None


def read_records(path: str | PathLike[str]) -> Iterator[GameRecord]:
    """Yield the games of a file in any form; ``-`` means standard input."""
    for source in sources(read_text(Path(path)), str(path)):
        yield source.game()


def read_text(path: Path) -> str:
    """Read a file, or standard input for ``-``."""
    try:
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise UnreadableFileError(str(path), str(problem)) from None
    if len(data) > MOST_BYTES:
        raise RecordError("the file is too long", where=str(path), expected="less than 1 GiB")
    try:
        return decode_text(data)
    except RecordError as error:
        raise error.at(str(path)) from None


def sources(text: str, where: str) -> list[Source]:
    """Split a text into games without parsing them; there is at least one."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise RecordError("the file is empty", where=where, expected="games, one per line")
    if not text.lstrip().startswith(("{", "[")):
        return list(_in_text_form(text, where))
    is_one_a_line = all(line.lstrip().startswith("{") for _, line in lines) or _is_object(
        lines[0][1]
    )
    if len(lines) == 1 or not is_one_a_line:
        return [Source(where, text, parse_record)]
    return [
        Source(f"{where}, game {game} (line {number})", line, parse_record)
        for game, (number, line) in enumerate(lines, 1)
    ]


def _is_object(line: str) -> bool:
    """Return whether a line is a complete JSON object, so that the next lines are other games."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _in_text_form(text: str, where: str) -> Iterator[Source]:
    """Split before each title; empty lines keep the line numbers right."""
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if line.split("#")[0].strip().lower() == TITLE]
    bounds = list(zip([0, *starts[1:]], [*starts[1:], len(lines)], strict=True))
    for game, (start, end) in enumerate(bounds, 1):
        place = f"{where}, game {game}" if len(bounds) > 1 else where
        yield Source(place, "\n" * start + "\n".join(lines[start:end]), parse_game)
