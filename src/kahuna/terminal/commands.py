"""Parse what a player types: commands and moves."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import NamedTuple


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


def parse_command(line: str, names: Mapping[str, Kind]) -> Command:
    """Parse a line; anything that is not a command is taken for a move.

    >>> parse_command(" Why +AB/A ", {"why": Kind.WHY}).rest
    '+AB/A'
    >>> parse_command("ab", {}).kind is parse_command("draw h", {}).kind is Kind.MOVE
    True
    """
    text = line.strip()
    if not text:
        return Command(Kind.NOTHING)
    first, *rest = text.split(maxsplit=1)
    word, behind = first.lower(), rest[0] if rest else ""
    if word == "draw" and behind.lower() in ("", "offer"):
        return Command(Kind.OFFER if behind else Kind.DRAW)
    if (kind := names.get(word)) is not None:
        return Command(kind, behind)
    return Command(Kind.MOVE, text)
