"""Names for the numbers of the core: the only place where they are translated."""

from __future__ import annotations

from typing import Final, cast, get_args

from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    Cards,
    Island,
    Islands,
    Line,
    Lines,
    Seat,
    Viewer,
    bits,
    expand,
)
from kahuna.record import format_line
from kahuna.server.wire.vocabulary import Letter, LineName, SeatName, ViewerName

_LETTERS: Final = cast("tuple[Letter, ...]", get_args(Letter.__value__))
_LINES: Final = cast("tuple[LineName, ...]", tuple(map(format_line, map(Line, ARCHIPELAGO.lines))))
_SEAT_NAMES: Final[tuple[SeatName, SeatName]] = ("white", "black")


def seat_name(seat: Seat) -> SeatName:
    """Return the name of a seat."""
    return _SEAT_NAMES[seat]


def seat_from_name(name: SeatName) -> Seat:
    """Return the seat with this name."""
    return SEATS[_SEAT_NAMES.index(name)]


def viewer_name(viewer: Viewer) -> ViewerName:
    """Return the name of a viewer."""
    return _SEAT_NAMES[viewer] if isinstance(viewer, Seat) else "spectator"


def letter(island: Island) -> Letter:
    """Return the letter of an island."""
    return _LETTERS[island]


def letters(cards: Cards) -> list[Letter]:
    """Return the letters of cards, in the order of the islands."""
    return [_LETTERS[island] for island in expand(cards)]


def island_letters(islands: Islands) -> list[Letter]:
    """Return the letters of a set of islands."""
    return [_LETTERS[island] for island in bits(islands)]


def line_name(line: Line) -> LineName:
    """Return the two letters of a line."""
    return _LINES[line]


def line_names(lines: Lines) -> list[LineName]:
    """Return the letters of a set of lines."""
    return [_LINES[line] for line in bits(lines)]
