"""The time that each seat has left."""

from __future__ import annotations

from typing import Final

from kahuna.core import Seat
from kahuna.hosting.store import ONE_DAY, GameMetadata, TimeControl, TimeGift

FIRST_ACTION_SECONDS: Final = 60.0
"""Time for the first action of each seat in a game of the lobby, unless turns take days."""
GIFT_SECONDS: Final = 15
"""What a player gives the opponent at a time, unless turns take days."""
MAX_GIFTS: Final = 100
"""Gifts of time in one game."""


class GameClock:
    """The time that each seat has left.

    The clock runs for the seat to move from the start of the game: when all players are present for
    the first time. It keeps running while the server is down. With days for each turn, it stands
    still during the vacations of the seat to move.
    """

    def __init__(self, game: GameMetadata) -> None:
        self._increment = 0 if game.time_control is None else game.time_control.increment
        self._spent = [0.0, 0.0]
        self._turn_began = game.started_at

    def start(self, at: float) -> None:
        """Start the clock."""
        self._turn_began = at

    @property
    def turn_began(self) -> float | None:
        """When the turn began, once the clock has started."""
        return self._turn_began

    def end_turn(self, seat: Seat, at: float) -> None:
        """Stop the clock of a seat, add the increment, and start the other clock."""
        if self._turn_began is None or at < self._turn_began:
            return
        self._spent[seat] += at - self._turn_began - self._increment
        self._turn_began = at

    def remaining(
        self, game: GameMetadata, seat: Seat, mover: Seat | None, turn: int, now: float
    ) -> float | None:
        """Return the seconds that a seat has left, or ``None`` without a time control."""
        if game.time_control is None:
            return None
        if seat is not mover or self._turn_began is None:
            return max(0.0, self._budget(game, game.time_control, seat, turn))
        deadline = self._runs_out(game, mover, turn)
        assert deadline is not None
        paused_until = vacation_end(game, mover, now) or now
        return max(0.0, deadline - max(paused_until, self._turn_began))

    def deadline(
        self, game: GameMetadata, mover: Seat, turn: int, *, has_acted: bool
    ) -> float | None:
        """Return until when the seat to move must act.

        In a game of the lobby, nobody waits long for somebody who does not appear.
        """
        deadline, control = self._runs_out(game, mover, turn), game.time_control
        if deadline is None or control is None or has_acted:
            return deadline
        if game.match is None or control.is_correspondence:
            return deadline
        assert self._turn_began is not None
        given = seconds_given(game, mover, turn)
        return min(deadline, self._turn_began + FIRST_ACTION_SECONDS + given)

    def _runs_out(self, game: GameMetadata, mover: Seat, turn: int) -> float | None:
        """Return when the seat to move will run out of time.

        Each of its vacations moves the deadline, unless the time has run out before.
        """
        if game.time_control is None or self._turn_began is None:
            return None
        deadline = self._turn_began + self._budget(game, game.time_control, mover, turn)
        for vacation in game.vacations:
            begin = max(vacation.begin, self._turn_began)
            if vacation.seat is mover and begin < min(vacation.end, deadline):
                deadline += vacation.end - begin
        return deadline

    def _budget(
        self, game: GameMetadata, time_control: TimeControl, seat: Seat, turn: int
    ) -> float:
        """Return the seconds that a seat had when the turn began, and what it was given since."""
        is_whole_game = time_control.kind == "game"
        given = seconds_given(game, seat, None if is_whole_game else turn)
        return time_control.seconds + given - (self._spent[seat] if is_whole_game else 0.0)


def vacation_end(game: GameMetadata, seat: Seat, now: float) -> float | None:
    """Return when the vacation of a seat ends; ``None`` if it has none now."""
    ends = (
        vacation.end
        for vacation in game.vacations
        if vacation.seat is seat and vacation.begin <= now < vacation.end
    )
    return next(ends, None)


def seconds_given(game: GameMetadata, seat: Seat, turn: int | None) -> int:
    """Return the time that a seat was given in a turn, or in the whole game if it is ``None``."""
    return sum(
        gift.seconds for gift in game.gifts if gift.seat is seat and turn in (None, gift.turn)
    )


def gift_for(game: GameMetadata, mover: Seat, turn: int) -> TimeGift | None:
    """Return the time that the opponent of the seat to move may give it now."""
    control, is_bot = game.time_control, game.players[mover].bot is not None
    if control is None or game.started_at is None or is_bot or len(game.gifts) >= MAX_GIFTS:
        return None
    return TimeGift(mover, turn, ONE_DAY if control.is_correspondence else GIFT_SECONDS)
