"""Time on the clock: arithmetic only, from moments that were written down with the changes."""

from __future__ import annotations

from kahuna.core import Seat
from kahuna.server.storage.models import Clock


class GameClock:
    """What each seat has left. A clock runs for the seat to move once both seats are taken.

    It goes on while the server is down: the moments are those of the calendar.
    """

    def __init__(self, clock: Clock | None, started_at: float | None) -> None:
        self._clock = clock
        self._spent = [0.0, 0.0]
        self._began = started_at

    def start(self, at: float) -> None:
        """Both seats are taken from now on."""
        self._began = at

    def end_turn(self, seat: Seat, at: float) -> None:
        """A seat's turn is over."""
        if self._began is not None and at > self._began:
            self._spent[seat] += at - self._began
            self._began = at

    def left(self, seat: Seat, mover: Seat | None, now: float) -> float | None:
        """Seconds that a seat has left; none without a clock."""
        if self._clock is None:
            return None
        spent = self._spent[seat] if self._clock.kind == "game" else 0.0
        if seat is mover and self._began is not None:
            spent += max(0.0, now - self._began)
        return max(0.0, self._clock.seconds - spent)

    def deadline(self, mover: Seat) -> float | None:
        """When the seat to move will have run out of time."""
        if self._clock is None or self._began is None:
            return None
        spent = self._spent[mover] if self._clock.kind == "game" else 0.0
        return self._began + self._clock.seconds - spent
