"""Parse what a player types: commands and moves."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from types import MappingProxyType
from typing import Final, NamedTuple


class Kind(StrEnum):
    """The kinds of commands."""

    NOTHING = auto()
    MOVE = auto()
    WHY = auto()
    MOVES = auto()
    UNDO = auto()
    BOARD = auto()
    ISLAND = auto()
    HAND = auto()
    OPEN = auto()
    SCORE = auto()
    LOG = auto()
    SAVE = auto()
    OFFER = auto()
    DRAW = auto()
    """Ambiguous: draw a card, or offer a draw."""
    RESIGN = auto()
    QUIT = auto()
    HELP = auto()
    RULES = auto()


class Command(NamedTuple):
    """A command and its argument."""

    kind: Kind
    rest: str = ""


_NO_MORE: Final[Mapping[str, Kind]] = MappingProxyType({})
_NAMES: Final[dict[str, Kind]] = {
    "why": Kind.WHY,
    "what": Kind.WHY,
    "moves": Kind.MOVES,
    "list": Kind.MOVES,
    "m": Kind.MOVES,
    "undo": Kind.UNDO,
    "u": Kind.UNDO,
    "board": Kind.BOARD,
    "map": Kind.BOARD,
    "island": Kind.ISLAND,
    "hand": Kind.HAND,
    "cards": Kind.HAND,
    "open": Kind.OPEN,
    "score": Kind.SCORE,
    "log": Kind.LOG,
    "save": Kind.SAVE,
    "offer": Kind.OFFER,
    "resign": Kind.RESIGN,
    "quit": Kind.QUIT,
    "exit": Kind.QUIT,
    "q": Kind.QUIT,
    "help": Kind.HELP,
    "?": Kind.HELP,
    "rules": Kind.RULES,
    "rule": Kind.RULES,
}


def parse_command(line: str, also: Mapping[str, Kind] = _NO_MORE) -> Command:
    """Parse a line; anything that is not a command is taken for a move.

    ``also`` adds command names in another language; the English ones are always known.

    >>> parse_command(" Why +AB/A ").rest
    '+AB/A'
    >>> parse_command("ab").kind is parse_command("draw h").kind is Kind.MOVE
    True
    """
    text = line.strip()
    if not text:
        return Command(Kind.NOTHING)
    first, *rest = text.split(maxsplit=1)
    word, behind = first.lower(), rest[0] if rest else ""
    if word == "draw" and behind.lower() in ("", "offer"):
        return Command(Kind.OFFER if behind else Kind.DRAW)
    if (kind := also.get(word) or _NAMES.get(word)) is not None:
        return Command(kind, behind)
    return Command(Kind.MOVE, text)
