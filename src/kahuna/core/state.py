"""The state of a game in visibility zones: public, one private zone per seat, and the pile.

A view selects zones instead of blanking a copy of everything, so what is not selected cannot leak.
Control, stones, hand sizes and bridges left are derived, not stored.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from kahuna.core.cards import size
from kahuna.core.spelling import readable, value

if TYPE_CHECKING:
    from kahuna.core.board import Line, Lines
    from kahuna.core.cards import Cards
    from kahuna.core.ruleset import Ruleset
    from kahuna.core.scoring import Outcome, Pair
    from kahuna.core.seats import Seat


@readable
class TurnActivity(Enum):
    """What a seat has done in its turn so far; decides whether it may still discard. [R7.3]"""

    NOTHING = "nothing"
    PLAYED = "played"
    BURIED = "buried"

    __hash__ = object.__hash__  # Faster than that of ``Enum``: every turn is looked up in a cache.


@value
class Handicap:
    """The weaker player places bridges before the first turn. [R14.1]"""

    seat: Seat
    left: int
    first: Seat
    """Whose turn comes after it."""


@value
class Turn:
    """A seat plays cards, or ends its turn. Create it with :func:`turn_of`."""

    seat: Seat
    must_draw: bool = False
    """The opponent declined in the turn just before. [R8.4]"""
    activity: TurnActivity = TurnActivity.NOTHING
    cleared: Line | None = None
    """Variant 1: the line on which a free bridge may be built now. [R12.2]"""
    last_turns: int = 0
    """2 and 1 in the two last turns, else 0. [R10.1]"""


@value
class Refilling:
    """Chance: the place of the open card that this seat took is refilled. [R8.1]"""

    seat: Seat


@value
class Drawing:
    """Chance: this seat draws from the pile. [R8.2]"""

    seat: Seat


@value
class Opening:
    """Chance: open cards of a new round are turned over; this seat is next. [R9.4, R9.6]"""

    seat: Seat
    left: int


@value
class Over:
    """The game has ended."""

    outcome: Outcome


ChancePhase: TypeAlias = Refilling | Drawing | Opening
_CHANCE: Final = (Refilling, Drawing, Opening)
_DECISION: Final = (Turn, Handicap)
_NO_DECISION: Final = (*_CHANCE, Over)
_NO_CHANCE: Final = (*_DECISION, Over)
_NO_PHASE: Final = "a phase is wanted, such as state.public.phase, not {}"
# ``isinstance`` is faster with a tuple: a union would be rebuilt for every call.
Phase: TypeAlias = Handicap | Turn | ChancePhase | Over
"""What the game is waiting for: a single value without further flags."""

turn_of = cache(Turn)
"""Return a turn; each of the few hundred possible turns is created once."""


@readable
class Public(NamedTuple):
    """What everybody sees. [R15.2]"""

    bridges: tuple[Lines, Lines]
    open_cards: Cards
    shown: tuple[Cards, Cards]
    """Variant 2: cards that lie open in front of the players. [R13.1]"""
    discards: Cards
    """Discarded cards that everybody saw, since the pile was last renewed. [R4.5, R13.3]"""
    points: tuple[Pair, ...]
    """The points of the rounds that have been scored."""
    round: int
    turn: int
    """Turns begun so far."""
    phase: Phase


@readable
class Private(NamedTuple):
    """What one seat sees. [R15.1]"""

    hand: Cards
    buried: Cards
    """Own cards discarded face down since the pile was last renewed."""


@readable
class State(NamedTuple):
    """The complete state of a game, with all secrets."""

    ruleset: Ruleset
    public: Public
    private: tuple[Private, Private]
    pile: Cards
    """The cards of the pile. They have no order: a draw is a chance node. [R2.3]"""


def mover(phase: Phase) -> Seat | None:
    """Return the seat to decide; ``None`` at a chance node and at the end."""
    if isinstance(phase, _DECISION):
        return phase.seat
    if not isinstance(phase, _NO_DECISION):
        raise TypeError(_NO_PHASE.format(type(phase).__name__))
    return None


def is_chance(phase: Phase) -> bool:
    """Return whether a card of the pile comes next."""
    if isinstance(phase, _CHANCE):
        return True
    if not isinstance(phase, _NO_CHANCE):
        raise TypeError(_NO_PHASE.format(type(phase).__name__))
    return False


def num_bridges_left(ruleset: Ruleset, public: Public, seat: Seat) -> int:
    """Count the bridges left in a seat's supply. [R4.3]"""
    return ruleset.bridges - public.bridges[seat].bit_count()


def hand_sizes(state: State) -> Pair:
    """Count the hidden cards of each hand."""
    white, black = state.private
    return size(white.hand), size(black.hand)


def buried_sizes(state: State) -> Pair:
    """Count the hidden discards of each seat."""
    white, black = state.private
    return size(white.buried), size(black.buried)
