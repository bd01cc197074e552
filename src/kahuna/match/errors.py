"""Requests that an authority refuses before it consults the rules."""

from __future__ import annotations

from kahuna.core import KahunaError, Seat


class MatchError(KahunaError):
    """A request that does not fit the state of the match; nothing has changed."""


class NotYourTurnError(MatchError):
    """The other seat is to move."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"it is not {seat.name.capitalize()}'s turn")
        self.seat = seat


class StaleVersionError(MatchError):
    """The request answers a version of the game that is no longer the current one."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(f"version {given} is answered, but the game is at version {current}")
        self.given = given
        self.current = current


class GameOverError(MatchError):
    """The game has ended."""

    def __init__(self) -> None:
        super().__init__("the game is over")


class NothingToUndoError(MatchError):
    """There is nothing to undo in this turn; a drawn card ends what can be undone."""

    def __init__(self) -> None:
        super().__init__("there is nothing to undo in this turn")


class TooManyStepsError(MatchError):
    """Too many steps were done and undone in this turn to undo more."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"nothing more can be undone in this turn: it has {limit} steps")
        self.limit = limit
