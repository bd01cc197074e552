"""One client of a room: what it holds, what it was sent, and what waits to be sent."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

import orjson

from kahuna.core import SPECTATOR, Seat, Viewer
from kahuna.server.wire.events import GameEvent
from kahuna.server.wire.game_view import GameOut
from kahuna.server.wire.messages import ServerMessage

MAX_WAITING: Final = 64
"""Messages that may wait for a slow reader before it is disconnected."""


def encode(message: ServerMessage) -> str:
    """Return a message as text."""
    return orjson.dumps(message).decode()


class Transport(Protocol):
    """Carries text to a client, such as a WebSocket."""

    async def send_text(self, text: str, /) -> None:
        """Send a message; wait while the client cannot take it."""
        ...


class Connection:
    """A connected player or spectator."""

    def __init__(
        self,
        held: tuple[Seat, ...],
        transport: Transport,
        *,
        hashed: str | None = None,
        origin: str = "",
    ) -> None:
        self.held = held
        self.origin = origin
        """Where the client comes from, for a fair share of what the server can do."""
        self.hashed = hashed
        """The hash of the token that holds the seats."""
        self._transport = transport
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._viewer: Viewer | None = None
        self._revealed: Seat | None = None
        self._log: list[GameEvent] = []
        self._num_published = 0
        self.is_slow = False

    @property
    def has_waiting(self) -> bool:
        """Whether messages wait to be sent."""
        return not self._waiting.empty()

    def seat(self, mover: Seat | None) -> Seat | None:
        """Return the seat for which the client speaks: with both seats, the one to move."""
        if not self.held:
            return None
        return mover if mover in self.held else self.held[0]

    def viewer(self, mover: Seat | None) -> Viewer:
        """Return from whose view the client looks.

        Two players at one device see what spectators see until the one to move opens the curtain.
        """
        seat = self.seat(mover)
        if seat is None:
            return SPECTATOR
        is_curtained = len(self.held) > 1 and mover is not None and self._revealed is not mover
        return SPECTATOR if is_curtained else seat

    def reveal(self, mover: Seat | None) -> None:
        """Open the curtain for the seat to move; it closes when the turn ends."""
        self._revealed = mover

    def send(self, message: ServerMessage) -> None:
        """Queue a message; never wait."""
        self._enqueue(encode(message))

    def send_text(self, text: str) -> None:
        """Queue a message that is encoded already."""
        self._enqueue(text)

    def send_state(
        self,
        viewer: Viewer,
        state: GameOut,
        log: list[GameEvent],
        num_published: int,
        key: str | None,
    ) -> None:
        """Queue the game as it is now: as a change if the viewer is the same, else as a whole."""
        if viewer is not self._viewer:
            self.send({"type": "snapshot", "state": state, "log": log, "key": key})
        else:
            keep = self._num_common(log)
            self.send(
                {"type": "changed", "state": state, "keep": keep, "news": log[keep:], "key": key}
            )
        self._viewer, self._log, self._num_published = viewer, log, num_published
        if viewer is SPECTATOR:
            self._revealed = None

    def reset(self) -> None:
        """Send the next state as a whole."""
        self._viewer = None

    def finish(self) -> None:
        """End the delivery after the messages that wait now."""
        self._enqueue(None)

    async def deliver(self) -> None:
        """Send queued messages until the connection is finished or too slow."""
        while (text := await self._waiting.get()) is not None:
            await self._transport.send_text(text)
            if self.is_slow:
                return

    def _enqueue(self, text: str | None) -> None:
        if self._waiting.qsize() >= MAX_WAITING:
            self.is_slow = True
            return
        self._waiting.put_nowait(text)

    def _num_common(self, log: list[GameEvent]) -> int:
        """Return how many entries of the log sent last are still right."""
        keep, most = self._num_published, min(len(log), len(self._log))
        while keep < most and log[keep] == self._log[keep]:
            keep += 1
        return keep
