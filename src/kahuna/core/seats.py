"""Seats and spectators. [R1.1, R15.5]"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TypeAlias

from kahuna.core.spelling import readable


@readable
class Seat(IntEnum):
    """One of the two sides of the board. [R1.1]"""

    WHITE = 0
    BLACK = 1

    __hash__ = int.__hash__  # Consistent with equality, and faster than that of ``Enum``.

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


def viewer_of(viewer: object) -> Viewer:
    """Return a viewer as it is, and the seat of a number.

    >>> viewer_of(1)
    Seat.BLACK
    """
    if isinstance(viewer, Seat | Spectator):
        return viewer
    if isinstance(viewer, int) and viewer in SEATS and not isinstance(viewer, bool):
        return Seat(viewer)
    raise TypeError(f"a viewer is a Seat, 0, 1 or SPECTATOR, not {viewer!r}")
