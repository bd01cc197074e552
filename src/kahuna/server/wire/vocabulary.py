"""The words of the protocol: seats, islands and lines by name, and why something is refused.

Numbers of the core become words here and nowhere else, so that the page never sees a packed set.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, cast, get_args

from typing_extensions import TypeAliasType

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

SeatName = TypeAliasType("SeatName", Literal["white", "black"])
ViewerName = TypeAliasType("ViewerName", Literal["white", "black", "spectator"])
Letter = TypeAliasType(
    "Letter", Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
)
LineName = TypeAliasType(
    "LineName",
    Literal[
        "AB", "AD", "AH", "BC", "BD", "BE", "BF", "CF", "CG", "CK", "DE", "DH", "EF", "EH", "EI",
        "EJ", "FG", "FJ", "GJ", "GK", "HI", "HL", "IJ", "IK", "IL", "JK", "KL",
    ],
)  # fmt: skip
Mode = TypeAliasType("Mode", Literal["bot", "hotseat", "online", "replay"])
"""Who plays with whom; ``replay`` is a finished game that was imported."""

_LETTERS: Final = cast("tuple[Letter, ...]", get_args(Letter.__value__))
_LINES: Final = cast("tuple[LineName, ...]", tuple(map(format_line, map(Line, ARCHIPELAGO.lines))))
_SEAT_NAMES: Final[tuple[SeatName, SeatName]] = ("white", "black")


def seat_name(seat: Seat) -> SeatName:
    """The name of a seat."""
    return _SEAT_NAMES[seat]


def seat_called(name: SeatName) -> Seat:
    """The seat of a name."""
    return SEATS[_SEAT_NAMES.index(name)]


def viewer_name(viewer: Viewer) -> ViewerName:
    """The name of a viewer."""
    return _SEAT_NAMES[viewer] if isinstance(viewer, Seat) else "spectator"


def letter(island: Island) -> Letter:
    """The letter of an island."""
    return _LETTERS[island]


def letters(cards: Cards) -> list[Letter]:
    """The letters of cards, in order of the islands."""
    return [_LETTERS[island] for island in expand(cards)]


def island_letters(islands: Islands) -> list[Letter]:
    """The letters of a set of islands."""
    return [_LETTERS[island] for island in bits(islands)]


def line_name(line: Line) -> LineName:
    """The two letters of a line."""
    return _LINES[line]


def line_names(lines: Lines) -> list[LineName]:
    """The letters of a set of lines."""
    return [_LINES[line] for line in bits(lines)]


class Refusal(StrEnum):
    """Why the server does not do what it was asked."""

    BAD_MESSAGE = "bad_message"
    """Not a message of the protocol."""
    HELLO_FIRST = "hello_first"
    """A connection begins with hello."""
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_TOKEN = "unknown_token"
    """This token holds no seat of this game."""
    NOT_A_PLAYER = "not_a_player"
    """Spectators only watch."""
    NOT_YOUR_TURN = "not_your_turn"
    STALE_VERSION = "stale_version"
    """The game has gone on; the answer is a new snapshot."""
    KEY_REUSED = "key_reused"
    """The key was used for another request already."""
    ILLEGAL_ACTION = "illegal_action"
    """The rules forbid it; the reason says why."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    TOO_MANY_STEPS = "too_many_steps"
    """Too much was done and undone in this turn."""
    GAME_OVER = "game_over"
    NOT_OVER = "not_over"
    """Only after the game."""
    NO_OFFER = "no_offer"
    """There is no draw offer to answer."""
    ALREADY_OFFERED = "already_offered"
    NO_OPPONENT = "no_opponent"
    """Nobody is there who could answer."""
    TOO_FAST = "too_fast"
    """More messages than the server takes."""
    UNAVAILABLE = "unavailable"
    """The server cannot write at the moment; nothing was changed."""
