"""One connection at a room: who looks through it, what it has been sent, what waits to be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import orjson

from kahuna.core import SPECTATOR, Seat, Viewer
from kahuna.server.games.game import HostedGame
from kahuna.server.wire.events import GameEvent
from kahuna.server.wire.game_view import GameOut
from kahuna.server.wire.messages import ServerMessage

MAX_WAITING = 64
"""So many messages may wait for a slow reader before it is disconnected."""


class Connection:
    """A player or spectator, connected."""

    def __init__(self, held: tuple[Seat, ...], send: Callable[[str], Awaitable[None]]) -> None:
        self.held = held
        self._send = send
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._viewer: Viewer | None = None
        self._log: list[GameEvent] = []
        self._num_final = 0
        self.is_slow = False

    @property
    def has_mail(self) -> bool:
        """Whether something waits to be sent."""
        return not self._waiting.empty()

    def viewer_of(self, game: HostedGame) -> Viewer:
        """From whose eyes the connection looks; with both seats, those of the seat to move."""
        if not self.held:
            return SPECTATOR
        mover = game.mover
        return mover if mover in self.held else self.held[0]

    def post(self, message: ServerMessage) -> None:
        """Put a message into the queue; never waits."""
        self.post_text(orjson.dumps(message).decode())

    def post_text(self, text: str | None) -> None:
        """Put an encoded message into the queue, or ``None`` for the end."""
        if self._waiting.qsize() >= MAX_WAITING:
            self.is_slow = True
            return
        self._waiting.put_nowait(text)

    def post_state(
        self, viewer: Viewer, state: GameOut, log: list[GameEvent], num_final: int, key: str | None
    ) -> None:
        """Send the game as it is now: what is new in the log, or all for another pair of eyes."""
        if viewer is not self._viewer:
            self.post({"type": "snapshot", "state": state, "log": log, "key": key})
        else:
            keep = self._num_common(log)
            self.post(
                {"type": "changed", "state": state, "keep": keep, "news": log[keep:], "key": key}
            )
        self._viewer, self._log, self._num_final = viewer, log, num_final

    def forget(self) -> None:
        """The next state is sent as a whole."""
        self._viewer = None

    async def deliver(self) -> None:
        """Send what is in the queue, until the end."""
        while (text := await self._waiting.get()) is not None:
            await self._send(text)
            if self.is_slow:
                return

    def _num_common(self, log: list[GameEvent]) -> int:
        """How many entries of the log sent last are still right."""
        keep, most = self._num_final, min(len(log), len(self._log))
        while keep < most and log[keep] == self._log[keep]:
            keep += 1
        return keep
