"""The hub: how nodes that share a store wake each other up.

A hub carries hints only. They may be late, lost or repeated. The store alone tells how a game is;
a node that hears nothing looks there by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kahuna.core import Seat


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is connected to a game."""

    seats: tuple[Seat, ...] = ()
    spectators: int = 0


class HubListener(Protocol):
    """Hears what other nodes say about the games that this node watches."""

    def game_changed(self, game: str, version: int | None) -> None:
        """Hear that a game has a version now, or that it may have changed."""
        ...

    def attendance_changed(self, game: str, others: Attendance) -> None:
        """Hear who is connected to a game at all other nodes together."""
        ...


class Hub(Protocol):
    """Connects the nodes. No method fails or waits if the other nodes cannot be reached."""

    @property
    def is_reliable(self) -> bool:
        """Whether hints arrive at the moment; otherwise look into the store."""
        ...

    def open(self, listener: HubListener) -> None:
        """Begin to listen."""
        ...

    async def close(self) -> None:
        """Tell the others that this node leaves."""
        ...

    def publish(self, game: str, version: int) -> None:
        """Tell the others that a game has this version now."""
        ...

    def watch(self, game: str, attendance: Attendance) -> None:
        """Listen to a game, and tell the others who is connected to it here."""
        ...

    def unwatch(self, game: str) -> None:
        """Stop listening to a game to which nobody is connected here any more."""
        ...

    async def take(self, key: str, rate: float, burst: int) -> bool | None:
        """Take a token from a bucket that all nodes share; return whether there was one.

        Return ``None`` if the bucket is out of reach.
        """
        ...


class LocalHub:
    """The hub of a node that is alone."""

    is_reliable = False

    def open(self, listener: HubListener) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    def publish(self, game: str, version: int) -> None:
        """Do nothing."""

    def watch(self, game: str, attendance: Attendance) -> None:
        """Do nothing."""

    def unwatch(self, game: str) -> None:
        """Do nothing."""

    async def take(self, key: str, rate: float, burst: int) -> bool | None:
        """Return that there is no shared bucket."""
        return None
