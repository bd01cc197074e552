"""Clocks: arithmetic on the times that are stored with the changes."""

from __future__ import annotations

from kahuna.core import Seat
from kahuna.server.metadata import TimeControl


class GameClock:
    """The time that each seat has left.

    The clock runs for the seat to move once both seats are taken. It keeps running while the server
    is down.
    """

    def __init__(self, time_control: TimeControl | None, started_at: float | None) -> None:
        self._time_control = time_control
        self._spent = [0.0, 0.0]
        self._turn_began = started_at

    def start(self, at: float) -> None:
        """Start the clock: both seats are taken."""
        self._turn_began = at

    def end_turn(self, seat: Seat, at: float) -> None:
        """Stop the clock of a seat and start the other one."""
        if self._turn_began is not None and at > self._turn_began:
            self._spent[seat] += at - self._turn_began
            self._turn_began = at

    def remaining(self, seat: Seat, mover: Seat | None, now: float) -> float | None:
        """Return the seconds that a seat has left, or ``None`` without a time control."""
        if self._time_control is None:
            return None
        spent = self._spent[seat] if self._time_control.kind == "game" else 0.0
        if seat is mover and self._turn_began is not None:
            spent += max(0.0, now - self._turn_began)
        return max(0.0, self._time_control.seconds - spent)

    def deadline(self, mover: Seat) -> float | None:
        """Return when the seat to move will run out of time."""
        if self._time_control is None or self._turn_began is None:
            return None
        spent = self._spent[mover] if self._time_control.kind == "game" else 0.0
        return self._turn_began + self._time_control.seconds - spent
