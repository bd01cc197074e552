"""Words of the protocol for seats, islands, lines and languages."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias, cast

from kahuna.core import ARCHIPELAGO, SEATS, Cards, Island, Islands, Line, Lines, Seat, Viewer, bits
from kahuna.core import count as count_of
from kahuna.record import format_cards, format_island, format_line

SeatName: TypeAlias = Literal["white", "black"]
ViewerName: TypeAlias = Literal["white", "black", "spectator"]
Letter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
LineName: TypeAlias = Literal[
    "AB", "AD", "AH", "BC", "BD", "BE", "BF", "CF", "CG", "CK", "DE", "DH", "EF", "EH", "EI",
    "EJ", "FG", "FJ", "GJ", "GK", "HI", "HL", "IJ", "IK", "IL", "JK", "KL",
]  # fmt: skip
Mode: TypeAlias = Literal["bot", "hotseat", "online", "replay"]
"""Who plays with whom; ``replay`` is a finished game that was imported."""
PlayerKind: TypeAlias = Literal["human", "bot"]
SeatChoice: TypeAlias = Literal["white", "black", "random"]
Reaction: TypeAlias = Literal[
    "hello", "good_luck", "thinking", "well_played", "wow", "oops", "thanks", "good_game"
]
"""What players of an online game can show each other."""
Language: TypeAlias = Literal["en", "de", "nl", "it"]
_SEAT_NAMES: Final[tuple[SeatName, SeatName]] = ("white", "black")
_ISLANDS: Final = tuple(map(Island, ARCHIPELAGO.islands))
_CACHED: Final = 1 << 14
"""Hands, discards and bridges that stay rendered: those of many games."""


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
    return cast("Letter", format_island(island))


@lru_cache(_CACHED)
def letters(cards: Cards | tuple[Island, ...]) -> list[Letter]:
    """Return the letters of cards; a multiset comes in the order of the islands."""
    return cast("list[Letter]", list(format_cards(cards)))


@cache
def island_letters(islands: Islands) -> list[Letter]:
    """Return the letters of a set of islands."""
    return [letter(Island(island)) for island in bits(islands)]


@cache
def line_name(line: Line) -> LineName:
    """Return the two letters of a line."""
    return cast("LineName", format_line(line))


@lru_cache(_CACHED)
def line_names(lines: Lines) -> list[LineName]:
    """Return the letters of a set of lines."""
    return [line_name(Line(line)) for line in bits(lines)]


@lru_cache(_CACHED)
def count_cards(cards: Cards) -> list[int]:
    """Count the cards of each island."""
    return [count_of(cards, island) for island in _ISLANDS]
