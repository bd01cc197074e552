"""Seats and spectators. [R1.1, R15.5]"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, IntEnum
from operator import index
from typing import SupportsIndex, TypeAlias

from kahuna.core.errors import InvalidSeatError
from kahuna.core.spelling import readable


@readable
class Seat(IntEnum):
    """One of the two sides of the board. [R1.1]

    >>> print(Seat.WHITE, Seat.WHITE.other)
    white black
    """

    WHITE = 0
    BLACK = 1

    __hash__ = int.__hash__  # Consistent with equality, and faster than that of ``Enum``.

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def other(self) -> Seat:
        """Return the opposing seat."""
        return _OTHER[self]


_OTHER = (Seat.BLACK, Seat.WHITE)

SEATS = (Seat.WHITE, Seat.BLACK)


@readable
class Spectator(Enum):
    """A viewer without a seat. [R15.5]"""

    SPECTATOR = "spectator"

    __hash__ = object.__hash__  # Faster than that of ``Enum``.


SPECTATOR = Spectator.SPECTATOR

Viewer: TypeAlias = Seat | Spectator
"""Whoever looks at a game: a seat, or a spectator."""

VIEWERS: tuple[Viewer, ...] = (Seat.WHITE, Seat.BLACK, SPECTATOR)


SeatLike: TypeAlias = Seat | SupportsIndex | str
"""A seat, its number (0 is White, 1 is Black), or its name such as ``"white"`` or ``"b"``."""

_SEATS_BY_NAME = {name: seat for seat in SEATS for name in (str(seat), str(seat)[0])}


def seat_of(seat: SeatLike) -> Seat:
    """Return the seat of a number or name.

    >>> seat_of("black"), seat_of(0)
    (Seat.BLACK, Seat.WHITE)
    """
    if isinstance(seat, Seat):
        return seat
    with suppress(KeyError, IndexError, TypeError):
        if isinstance(seat, str):
            return _SEATS_BY_NAME[seat.lower()]
        if not isinstance(seat, bool) and (number := index(seat)) >= 0:
            return SEATS[number]
    raise InvalidSeatError(f"there is no seat {seat!r}; seats are 'white' (0) and 'black' (1)")


def viewer_of(viewer: Viewer | SeatLike) -> Viewer:
    """Return the viewer of a number or name; ``"spectator"`` is one without a seat.

    >>> viewer_of(1), viewer_of("spectator")
    (Seat.BLACK, Spectator.SPECTATOR)
    """
    if isinstance(viewer, Spectator):
        return viewer
    return SPECTATOR if viewer == "spectator" else seat_of(viewer)
