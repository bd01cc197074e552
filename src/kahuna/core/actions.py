"""What a seat can do: a closed union of actions, and the catalogue of all of them.

Actions check only their form. :mod:`kahuna.core.legality` decides whether one is legal, and events
say what it did.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from kahuna.core.board import ARCHIPELAGO, Board, Island, Line
from kahuna.core.errors import InvalidActionError
from kahuna.core.spelling import value


def _check(what: str, number: int) -> None:
    if number < 0:
        raise InvalidActionError(f"{what} is a number from 0, not {number!r}")


@value
class Build:
    """Put a bridge on a free line, paying with the card of one of its ends. [R4]"""

    line: Line
    card: Island

    def __post_init__(self) -> None:
        _check("a line", self.line)
        _check("a card", self.card)


@value
class Remove:
    """Take an opposing bridge off a line with two cards that name its ends. [R6]"""

    line: Line
    cards: tuple[Island, Island]
    """The two cards, the lower island first."""

    def __post_init__(self) -> None:
        _check("a line", self.line)
        for card in self.cards:
            _check("a card", card)
        if self.cards[0] > self.cards[1]:
            raise InvalidActionError(f"a pair is two cards, lower first, not {self.cards!r}")


@value
class Replace:
    """Put a bridge on the line just cleared, without a further card. [R12.2]"""


@value
class Bury:
    """Discard a card face down. [R7]"""

    card: Island

    def __post_init__(self) -> None:
        _check("a card", self.card)


@value
class TakeOpen:
    """Take one of the open cards, which ends the turn. [R8.1]"""

    card: Island

    def __post_init__(self) -> None:
        _check("a card", self.card)


@value
class DrawPile:
    """Draw a card from the pile, which ends the turn. [R8.2]"""


@value
class Decline:
    """End the turn without drawing. [R8.3]"""


@value
class PlaceHandicap:
    """Put a bridge on any free line before the first turn. [R14.1]"""

    line: Line

    def __post_init__(self) -> None:
        _check("a line", self.line)


Action: TypeAlias = Build | Remove | Replace | Bury | TakeOpen | DrawPile | Decline | PlaceHandicap

build_of = cache(Build)
remove_of = cache(Remove)
bury_of = cache(Bury)
take_of = cache(TakeOpen)
"""Return an action; each is created once."""

REPLACE: Final = Replace()
DRAW_PILE: Final = DrawPile()
DECLINE: Final = Decline()


@cache
def catalogue(board: Board) -> tuple[Action, ...]:
    """List every action on a board; an action's place in the tuple is its number.

    Two builds, three removals and a handicap bridge per line, a discard and an open card per
    island, the free bridge, the pile, and declining: 189 actions on the archipelago.
    """
    actions: list[Action] = []
    for line, ends in enumerate(board.ends):
        actions += [build_of(Line(line), end) for end in ends]
    for line, (a, b) in enumerate(board.ends):
        actions += [remove_of(Line(line), pair) for pair in ((a, a), (a, b), (b, b))]
    actions.append(REPLACE)
    actions += [bury_of(Island(island)) for island in board.islands]
    actions += [take_of(Island(island)) for island in board.islands]
    actions += [DRAW_PILE, DECLINE]
    actions += [PlaceHandicap(Line(line)) for line in board.lines]
    return tuple(actions)


@cache
def action_numbers(board: Board) -> dict[Action, int]:
    """Map every action of the catalogue to its number."""
    return {action: number for number, action in enumerate(catalogue(board))}


ACTIONS: Final = catalogue(ARCHIPELAGO)
