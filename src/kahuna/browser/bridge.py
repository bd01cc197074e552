"""What the worker's JavaScript provides to Python. Everything crosses the border as text."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol


class Database(Protocol):
    """Games in the browser's database; ``web/src/worker/database.ts`` describes its rows."""

    def load(self, game: str, /) -> Awaitable[str]:
        """Return the row of a game as JSON, or an empty text."""
        ...

    def write(self, updates: str, /) -> Awaitable[bool]:
        """Write all updates; return false, and write none, if another tab was faster."""
        ...

    def held_by(self, hashes: str, /) -> Awaitable[str]:
        """Return the rows of the games in which tokens hold seats, the newest first."""
        ...

    def due_before(self, now: float, /) -> Awaitable[str]:
        """Return the ids of games whose deadline has passed."""
        ...

    def awaiting_bots(self) -> Awaitable[str]:
        """Return the ids of games in which a bot is to move, ordered."""
        ...

    def all(self) -> Awaitable[str]:
        """Return all rows."""
        ...


class Bridge(Protocol):
    """The rest of the worker."""

    def answer(self, request: int, status: int, text: str, /) -> None:
        """Answer a request of the page."""
        ...

    def line(self, request: int, text: str, /) -> None:
        """Send one line of an answer."""
        ...

    def opened(self, socket: int, /) -> None:
        """Tell the page that a connection is open."""
        ...

    def heard(self, socket: int, text: str, /) -> None:
        """Send a message to the page."""
        ...

    def closed(self, socket: int, code: int, /) -> None:
        """Tell the page that a connection is closed."""
        ...

    def publish(self, game: str, revision: int, /) -> None:
        """Tell the other tabs that a game has changed."""
        ...

    def ask_coach(self, task: str, /) -> Awaitable[str]:
        """Return the result of a task; the worker of the coach starts with the first one."""
        ...

    def coach_progress(self) -> float:
        """Return the progress of the task, from 0 to 1."""
        ...

    def stop_coach(self) -> None:
        """End the worker of the coach, and fail its task."""
        ...

    def load_network(self, name: str, /) -> Awaitable[None]:
        """Make a network available to bots, unless it is; wait while it cannot be downloaded."""
        ...
