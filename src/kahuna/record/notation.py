"""Notation for islands, lines, cards and actions.

Islands are letters, a line is its two letters in alphabetical order, and an action is one token:
``+AB/A`` builds, ``-AB/AB`` removes, ``=AB`` replaces, ``xC`` discards face down, ``<H`` takes an
open card, ``<*`` draws from the pile, ``.`` declines, ``!AB`` is a handicap bridge. A ply is an
action with what chance answered: ``<H=K`` (KAHU took the place), ``<*=C`` (it was COCO), and
``|JKA`` behind a draw that ended a round (the cards now open). ``x?`` and ``<*`` stand for cards
that the writer may not know.

Reading ignores case; writing always produces the canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar, assert_never

from kahuna.core import (
    ARCHIPELAGO,
    DECLINE,
    DRAW_PILE,
    REPLACE,
    Action,
    Board,
    Build,
    Bury,
    Decline,
    DrawPile,
    IllegalActionError,
    Island,
    Line,
    Lines,
    Phase,
    PlaceHandicap,
    Reason,
    Remove,
    Replace,
    SpellingError,
    TakeOpen,
    Turn,
    format_cards,
    format_island,
    format_line,
    island,
    islands,
    line,
    line_names,
)
from kahuna.record.errors import RecordError

_T = TypeVar("_T")

UNKNOWN = "?"
"""A card that the writer may not know."""


@dataclass(frozen=True, slots=True)
class ReplaceOn:
    """``=AB``: the free bridge of variant 1, with its line, which the rules already know."""

    line: Line


@dataclass(frozen=True, slots=True)
class BuryUnknown:
    """``x?``: a card was discarded face down, and the writer may not know which."""


WrittenAction: TypeAlias = (
    Build | Remove | ReplaceOn | Bury | BuryUnknown | TakeOpen | DrawPile | Decline | PlaceHandicap
)
"""An action as it is written down."""


class Ply(NamedTuple):
    """One action and the cards that chance turned up for it."""

    action: WrittenAction
    card: Island | None = None
    """The card that refilled the open place or was drawn; ``None`` if there was none, or it is
    unknown."""
    opened: tuple[Island, ...] = ()
    """The cards now open, if the draw ended round 1 or 2."""

    @property
    def ends_turn(self) -> bool:
        """Return whether this ply ends the turn."""
        return isinstance(self.action, TakeOpen | DrawPile | Decline)


def parse_island(text: str, board: Board = ARCHIPELAGO) -> Island:
    """Read an island from its letter or its name.

    >>> parse_island("h"), parse_island("HUNA")
    (7, 7)
    """
    return _read(island, text, board)


def parse_line(text: str, board: Board = ARCHIPELAGO) -> Line:
    """Read a line from its two letters."""
    return _read(line, text, board)


def parse_cards(text: str, board: Board = ARCHIPELAGO) -> tuple[Island, ...]:
    """Read cards one by one, in the order in which they are written."""
    return _read(islands, text, board)


def _read(read: Callable[[str, Board], _T], text: str, board: Board) -> _T:
    try:
        return read(text, board)
    except SpellingError as error:
        raise RecordError(error.problem, expected=error.expected) from None


def format_lines(lines: Lines, board: Board = ARCHIPELAGO) -> str:
    """Write a set of lines, separated by commas; ``-`` for none."""
    return ",".join(line_names(lines, board)) or "-"


def parse_lines(text: str, board: Board = ARCHIPELAGO) -> Lines:
    """Read a set of lines."""
    lines = 0
    for name in text.split(",") if text != "-" else ():
        bit = 1 << parse_line(name, board)
        if lines & bit:
            raise RecordError(f"the line {name} is named twice")
        lines |= bit
    return lines


def format_ply(ply: Ply, board: Board = ARCHIPELAGO) -> str:
    """Write an action and the cards that chance gave as one token.

    >>> format_ply(Ply(TakeOpen(Island(7)), Island(10)))
    '<H=K'
    """
    drawn = "" if ply.card is None else f"={format_island(ply.card)}"
    opened = f"|{format_cards(ply.opened)}" if ply.opened else ""
    return _format_written(ply.action, board) + drawn + opened


def parse_ply(text: str, board: Board = ARCHIPELAGO) -> Ply:
    """Read a ply from a token.

    >>> parse_ply("<*=c|jka")
    Ply(action=DrawPile(), card=2, opened=(9, 10, 0))
    """
    match = _PLY.fullmatch(text.upper())
    if match is None:
        raise RecordError(f"{text[:40]!r} is not a move", expected=_FORMS)
    action = _parse_written(match, board)
    card = match["drawn"] or match["refill"]
    opened = parse_cards(match["opened"] or "", board)
    if len(opened) > board.open_places:
        raise RecordError(f"{text!r} opens too many cards", expected=f"{board.open_places} or none")
    return Ply(action, None if card is None else parse_island(card, board), opened)


def format_action(action: Action, phase: Phase, board: Board = ARCHIPELAGO) -> str:
    """Write an action in a phase of the game as a token, without chance."""
    return _format_written(to_written(action, phase), board)


def to_written(action: Action, phase: Phase) -> WrittenAction:
    """Return an action as it is written: the free bridge of variant 1 names its line."""
    if isinstance(action, Replace):
        assert isinstance(phase, Turn)
        assert phase.cleared is not None
        return ReplaceOn(phase.cleared)
    return action


def to_action(action: WrittenAction, phase: Phase) -> Action:
    """Return the action that was written.

    A free bridge is illegal unless it names the line just cleared. [R12.2]
    """
    if isinstance(action, BuryUnknown):
        raise RecordError("x? does not say which card is discarded", expected="x and a letter")
    if not isinstance(action, ReplaceOn):
        return action
    cleared = phase.cleared if isinstance(phase, Turn) else None
    if cleared is not None and cleared != action.line:
        raise IllegalActionError(REPLACE, Reason.NOTHING_CLEARED)
    return REPLACE


_PLY = re.compile(
    r"""
      \+(?P<build>[A-Z]{2})/(?P<pay>[A-Z])
    | -(?P<remove>[A-Z]{2})/(?P<pair>[A-Z]{2})
    | =(?P<replace>[A-Z]{2})
    | X(?P<bury>[A-Z?])
    | !(?P<handicap>[A-Z]{2})
    | (?P<decline>\.)
    | (?: <(?P<take>[A-Z])(?:=(?P<refill>[A-Z]))? | <(?P<pile>\*)(?:=(?P<drawn>[A-Z]))? )
      (?:\|(?P<opened>[A-Z]+))?
    """,
    re.VERBOSE,
)

_FORMS = "a form such as +AB/A  -AB/AB  =AB  xC  <H  <*  .  !AB"


def _parse_written(match: re.Match[str], board: Board) -> WrittenAction:
    fields = match.groupdict()
    if line := fields["build"]:
        return Build(parse_line(line, board), parse_island(fields["pay"], board))
    if line := fields["remove"]:
        a, b = sorted(parse_cards(fields["pair"], board))
        return Remove(parse_line(line, board), (a, b))
    if line := fields["replace"]:
        return ReplaceOn(parse_line(line, board))
    if card := fields["bury"]:
        return BuryUnknown() if card == UNKNOWN else Bury(parse_island(card, board))
    if line := fields["handicap"]:
        return PlaceHandicap(parse_line(line, board))
    if card := fields["take"]:
        return TakeOpen(parse_island(card, board))
    return DECLINE if fields["decline"] else DRAW_PILE


def _format_written(action: WrittenAction, board: Board) -> str:
    match action:
        case Build(line, card):
            return f"+{format_line(line, board)}/{format_island(card)}"
        case Remove(line, cards):
            return f"-{format_line(line, board)}/{format_cards(cards)}"
        case ReplaceOn(line):
            return f"={format_line(line, board)}"
        case Bury(card):
            return f"x{format_island(card)}"
        case BuryUnknown():
            return f"x{UNKNOWN}"
        case TakeOpen(card):
            return f"<{format_island(card)}"
        case DrawPile():
            return "<*"
        case Decline():
            return "."
        case PlaceHandicap(line):
            return f"!{format_line(line, board)}"
        case _:
            assert_never(action)
