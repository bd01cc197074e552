"""Clocks: time controls, and arithmetic on the times that are stored with the changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from kahuna.core import Seat

TimeControlKind: TypeAlias = Literal["turn", "game"]
ONE_DAY: Final = 24 * 3600
"""In seconds."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for each turn, or for all turns of a seat together. [R17.2]"""

    kind: TimeControlKind
    seconds: int
    increment: int = 0
    """Seconds that a seat gains with every turn it ends; only for kind ``game``."""

    @property
    def is_correspondence(self) -> bool:
        """Whether each turn may take days, so that players need not be online together."""
        return self.kind == "turn" and self.seconds >= ONE_DAY


class GameClock:
    """The time that each seat has left.

    The clock runs for the seat to move from the start of the game: when all players are present for
    the first time. It keeps running while the server is down.
    """

    def __init__(self, time_control: TimeControl | None, started_at: float | None) -> None:
        self._time_control = time_control
        self._spent = [0.0, 0.0]
        self._turn_began = started_at

    def start(self, at: float) -> None:
        """Start the clock."""
        self._turn_began = at

    def end_turn(self, seat: Seat, at: float) -> None:
        """Stop the clock of a seat, add the increment, and start the other clock."""
        if self._time_control is None or self._turn_began is None or at < self._turn_began:
            return
        self._spent[seat] += at - self._turn_began - self._time_control.increment
        self._turn_began = at

    def remaining(self, seat: Seat, mover: Seat | None, now: float) -> float | None:
        """Return the seconds that a seat has left, or ``None`` without a time control."""
        if self._time_control is None:
            return None
        left = self._budget(self._time_control, seat)
        if seat is mover and self._turn_began is not None:
            left -= max(0.0, now - self._turn_began)
        return max(0.0, left)

    def deadline(self, mover: Seat) -> float | None:
        """Return when the seat to move will run out of time."""
        if self._time_control is None or self._turn_began is None:
            return None
        return self._turn_began + self._budget(self._time_control, mover)

    def _budget(self, time_control: TimeControl, seat: Seat) -> float:
        """Return the seconds that a seat had when the turn began."""
        spent = self._spent[seat] if time_control.kind == "game" else 0.0
        return time_control.seconds - spent
