"""The hub: how nodes that share a store wake each other up.

A hub carries only hints, which may be late, lost or repeated. The store is the single source of
truth: a node that receives no hints polls it.
"""

from __future__ import annotations

from typing import Protocol

from kahuna.hosting.play.room import Attendance


class HubListener(Protocol):
    """Receives what other nodes publish about the games that this node watches."""

    def game_changed(self, game: str, revision: int | None) -> None:
        """Handle a hint that a game now has a revision, or may have changed."""
        ...

    def attendance_changed(self, game: str, others: Attendance) -> None:
        """Handle who is connected to a game on all other nodes together."""
        ...


class Hub(Protocol):
    """Connects the nodes. No method fails or waits if the other nodes cannot be reached."""

    @property
    def is_reliable(self) -> bool:
        """Whether hints arrive at the moment; otherwise poll the store."""
        ...

    def open(self, listener: HubListener) -> None:
        """Start listening."""
        ...

    async def close(self) -> None:
        """Tell the other nodes that this one is leaving."""
        ...

    def publish(self, game: str, revision: int) -> None:
        """Tell the other nodes that a game now has this revision."""
        ...

    def watch(self, game: str, attendance: Attendance) -> None:
        """Listen to a game, and tell the other nodes who is connected to it here."""
        ...

    def unwatch(self, game: str) -> None:
        """Stop listening to a game that nobody here is connected to."""
        ...

    async def take(self, key: str, rate: float, burst: int) -> bool | None:
        """Take a token from a bucket that all nodes share; return whether there was one.

        Return ``None`` if the bucket cannot be reached.
        """
        ...


class LocalHub:
    """The hub of a single node."""

    is_reliable = False

    def open(self, listener: HubListener) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    def publish(self, game: str, revision: int) -> None:
        """Do nothing."""

    def watch(self, game: str, attendance: Attendance) -> None:
        """Do nothing."""

    def unwatch(self, game: str) -> None:
        """Do nothing."""

    async def take(self, key: str, rate: float, burst: int) -> bool | None:
        """Return that there is no shared bucket."""
        return None
