"""The state of a batch: fifteen words per game, packed as in the core. [R15]

``cards`` is all that a seat can play: its hand, and in variant 2 what lies in front of it. The
hidden hand is what is left without the latter. ``taken`` is public: the cards that a seat took from
the open ones and has not played since. In variant 2 these are the very cards in front of it, so
one lane serves both. The pile is what lies nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Self

import numpy

from kahuna.batch.arrays import Array, Pair, at_least, equal, pick, signed, swap
from kahuna.batch.constants import CARD_BITS, DECK, NUM_ISLANDS
from kahuna.batch.errors import BatchError, check_batch
from kahuna.batch.ruleset import is_on, number
from kahuna.core import Seat

DOUBT_SHIFT: Final = 2 * NUM_ISLANDS
MOST_DOUBT: Final = 15


class _Words(NamedTuple):
    """The arrays of a batch: uint32 of shape (n,), one number per game."""

    bridges: Pair
    """Lines with a bridge, bit ``i`` for line ``i``."""
    held: Pair
    """Islands under control, at the bits of ``constants.LANES.places``: kept, not derived."""
    cards: Pair
    """All cards that each seat can play. [R13.2]"""
    taken: Pair
    """Cards taken openly and not played since; above them, :func:`doubt`. [R15.3, R13.1]"""
    buried: Pair
    """Hidden discards since the pile was last renewed. [R7.1]"""
    open_cards: Array
    discards: Array
    """Discards that everybody saw, since the pile was last renewed. [R4.5]"""
    clock: Array
    """Phase, round, points and turn: see :class:`Clock`."""
    rules: Array
    """The options of the ruleset."""
    chance: Array
    """The state of the game's own random generator; never 0."""


class State(_Words):
    """A batch of games: a named tuple of arrays, and so a pytree of JAX without registration.

    Iteration and ``_replace`` are about the fields, as for any named tuple; ``len`` counts games
    and :meth:`take` selects them.
    """

    __slots__ = ()

    def __len__(self) -> int:
        """Return the number of games."""
        return num_games(self)

    def __repr__(self) -> str:
        """Show the number of games; the packed words would tell a reader nothing."""
        shape = getattr(self.clock, "shape", None)
        if shape is None or len(shape) != 1:  # JAX also builds trees of other things.
            return super().__repr__()
        return f"<State of {shape[0]:,} {'game' if shape[0] == 1 else 'games'}>"

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]  # mypy has its own
        """Build a batch from its fields; the inherited method would count them with ``len``."""
        return cls(*iterable)

    def take(self, games: Array | Sequence[int] | slice | int) -> Self:
        """Return the games at an index, a slice, several indices or a boolean mask, as a batch."""
        n = self.clock.shape[0]
        if isinstance(games, int | numpy.integer):
            if not -n <= games < n:
                raise BatchError(f"a batch of {n} games has no game {games}")
            start = int(games) % n
            games = slice(start, start + 1)
        elif isinstance(games, list | tuple):
            games = numpy.asarray(games, dtype=None if games else numpy.intp)
        fields = ((a[games], b[games]) for a, b in self[:5])
        return self._make((*fields, *(array[games] for array in self[5:])))


class Phase:
    """The phase of the game, as a number in the clock."""

    TURN, HANDICAP, REFILLING, DRAWING, OPENING, OVER = range(6)


class BitField(NamedTuple):
    """Where a number lies in the clock."""

    shift: int
    width: int

    def of(self, clock: Array) -> Array:
        """Return the number."""
        return clock >> self.shift & (1 << self.width) - 1

    def at(self, value: int) -> int:
        """Shift a constant to its place."""
        return value << self.shift

    @property
    def bits(self) -> int:
        """Return all bits of the field."""
        return (1 << self.width) - 1 << self.shift


class Clock:
    """The fields of the clock. Those before ``ROUND`` are the phase, as one value in the core.

    ``SEAT`` is the seat of the phase; in the handicap phase it is the seat that will begin.
    ``CLEARED`` is the line plus one, so that 0 is none. ``POINTS`` has two bits for each of the
    first two rounds: 1 if White scored it, 2 if Black did. What the third round scored follows
    from the board.
    """

    SEAT = BitField(0, 1)
    PHASE = BitField(1, 3)
    MUST_DRAW = BitField(4, 1)
    ACTIVITY = BitField(5, 2)
    CLEARED = BitField(7, 5)
    LAST_TURNS = BitField(12, 2)
    LEFT = BitField(14, 2)
    ROUND = BitField(16, 2)
    POINTS = BitField(18, 4)
    TURN = BitField(22, 8)

    ALL_BITS: Final = (1 << 30) - 1
    PHASE_BITS: Final = (1 << ROUND.shift) - 1
    COURSE_BITS: Final = ALL_BITS ^ PHASE_BITS


class TurnActivity:
    """What a seat has done in its turn so far. [R7.3]"""

    NOTHING, PLAYED, BURIED = range(3)


def arrays_of(states: State) -> list[Array]:
    """Return all arrays of a batch, pairs flattened."""
    fields = (field if isinstance(field, tuple) else (field,) for field in states)
    return [array for pair in fields for array in pair]


def state_of(arrays: Sequence[Array]) -> State:
    """Rebuild a batch from the result of :func:`arrays_of`."""
    white, black, *rest = arrays
    pairs: list[Pair] = [(white, black), *((rest[i], rest[i + 1]) for i in range(0, 8, 2))]
    return State(*pairs, *rest[8:])


def num_games(states: State) -> int:
    """Check the arrays and return the number of games."""
    return check_batch(arrays_of(states))


def is_phase(states: State, phase: int) -> Array:
    """Return the mask of the games in a phase."""
    return equal(Clock.PHASE.of(states.clock), phase)


def chance_mask(states: State) -> Array:
    """Return the mask of the games in which a card of the pile comes next."""
    phase = Clock.PHASE.of(states.clock)
    return at_least(phase, Phase.REFILLING) & ~equal(phase, Phase.OVER)


def over_mask(states: State) -> Array:
    """Return the mask of the games that have ended."""
    return is_phase(states, Phase.OVER)


def black_mask(states: State) -> Array:
    """Return the mask of the games in which Black is to move, or the phase is Black's."""
    is_handicap = is_phase(states, Phase.HANDICAP)
    is_black = 0 - Clock.SEAT.of(states.clock)
    return pick(is_handicap, is_on(states.rules, "handicap_seat", Seat.BLACK), is_black)


def is_chance(states: State) -> Array:
    """Return in which games a card of the pile comes next, as booleans."""
    num_games(states)
    return chance_mask(states) >= 1


def is_over(states: State) -> Array:
    """Return which games have ended, as booleans."""
    num_games(states)
    return over_mask(states) >= 1


def mover(states: State) -> Array:
    """Return the seat to move: 0 White, 1 Black, the numbers that :func:`outcome` uses.

    At a chance node it is the seat that drew the card. In a game that is over it is meaningless:
    check :func:`is_over` first.
    """
    num_games(states)
    return signed(black_mask(states) & 1)


def pile(states: State) -> Array:
    """Return the cards of the pile: those that are nowhere else. [R2.3]"""
    (white, black), (white_buried, black_buried) = states.cards, states.buried
    return DECK - (
        white + black + white_buried + black_buried + states.open_cards + states.discards
    )


def unseen_cards(states: State, is_black: Array) -> Array:
    """Return the cards that a seat cannot locate; ``is_black`` is the mask of that seat. [R15]"""
    own, _ = swap(is_black, states.cards)
    own_buried, _ = swap(is_black, states.buried)
    _, their_shown = swap(is_black, shown(states))
    return DECK - (own + own_buried + states.open_cards + states.discards + their_shown)


def taken_cards(taken: Array) -> Array:
    """Return the cards of a ``taken`` lane."""
    return taken & CARD_BITS


def doubt(taken: Array) -> Array:
    """Count the cards buried unseen while cards taken openly were held, at most 15.

    None means that it has all of those cards in hand. [R15.3]
    """
    return taken >> DOUBT_SHIFT


def shown(states: State) -> Pair:
    """Return the cards that lie open in front of the players in variant 2. [R13.1]"""
    is_open = is_on(states.rules, "open_hands")
    white, black = states.taken
    return taken_cards(white) & is_open, taken_cards(black) & is_open


def num_bridges(states: State) -> Array:
    """Return the number of bridges of a seat. [R1.4]"""
    return number(states.rules, "bridges")
