"""Seats and spectators. [R1.1, R15.5]"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TypeAlias


class Seat(IntEnum):
    """One of the two sides of the board. [R1.1]"""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Seat:
        """Return the opposing seat."""
        return _OTHER[self]


_OTHER = (Seat.BLACK, Seat.WHITE)

SEATS = (Seat.WHITE, Seat.BLACK)


class Spectator(Enum):
    """A viewer without a seat. [R15.5]"""

    SPECTATOR = "spectator"


SPECTATOR = Spectator.SPECTATOR

Viewer: TypeAlias = Seat | Spectator
"""Whoever looks at a game: a seat, or a spectator."""

VIEWERS: tuple[Viewer, ...] = (Seat.WHITE, Seat.BLACK, SPECTATOR)
