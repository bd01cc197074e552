"""Names for the core's numbers; translated only here."""

from __future__ import annotations

from functools import cache
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
    count,
    expand,
)
from kahuna.hosting.play.vocabulary import Letter, LineName, SeatName, ViewerName
from kahuna.record import format_line

_LETTERS: Final = cast("tuple[Letter, ...]", get_args(Letter.__value__))
_LINES: Final = cast("tuple[LineName, ...]", tuple(map(format_line, map(Line, ARCHIPELAGO.lines))))
_HALF_SIZE: Final = 6
"""Half of the islands."""
_HALF: Final = (1 << 2 * _HALF_SIZE) - 1
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
    return _letters_from(0, cards & _HALF) + _letters_from(_HALF_SIZE, cards >> 2 * _HALF_SIZE)


@cache
def island_letters(islands: Islands) -> list[Letter]:
    """Return the letters of a set of islands."""
    return [_LETTERS[island] for island in bits(islands)]


def line_name(line: Line) -> LineName:
    """Return the two letters of a line."""
    return _LINES[line]


def line_names(lines: Lines) -> list[LineName]:
    """Return the letters of a set of lines."""
    return (
        _line_names_from(0, lines & 0x1FF)
        + _line_names_from(9, lines >> 9 & 0x1FF)
        + _line_names_from(18, lines >> 18)
    )


def count_cards(cards: Cards) -> list[int]:
    """Count the cards of each island."""
    return _count_half(cards & _HALF) + _count_half(cards >> 2 * _HALF_SIZE)


# Cards and lines are rendered in parts. There are only a few thousand different parts, so all of
# them can be cached; there are far too many different wholes.


@cache
def _letters_from(start: int, cards: Cards) -> list[Letter]:
    return [_LETTERS[start + island] for island in expand(cards)]


@cache
def _line_names_from(start: int, lines: Lines) -> list[LineName]:
    return [_LINES[start + line] for line in bits(lines)]


@cache
def _count_half(cards: Cards) -> list[int]:
    return [count(cards, Island(island)) for island in range(_HALF_SIZE)]
