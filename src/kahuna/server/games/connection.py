"""One client of a room: what it holds, what it was sent, and what waits to be sent."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, cast

import orjson

from kahuna.core import SPECTATOR, Seat, Viewer
from kahuna.server.render.log import RenderedLog
from kahuna.server.wire.game_view import GameOut
from kahuna.server.wire.messages import PROTOCOL_VERSION, ServerMessage

MAX_WAITING: Final = 64
"""Messages that may wait for a slow reader before it is disconnected."""


def encode(message: ServerMessage) -> str:
    """Return a message as text."""
    return orjson.dumps(message).decode()


@dataclass(slots=True, eq=False)
class Frame:
    """A game at one moment, as a group of clients sees it."""

    viewer: Viewer
    state: GameOut
    log: RenderedLog

    def equals(self, other: Frame) -> bool:
        """Return whether both frames say the same; frames are compared by identity otherwise."""
        return self.log.equals(other.log) and self.state == other.state


FrameTexts: TypeAlias = dict[tuple[Frame | None, Frame], str]
"""Encoded messages, by the frame that a client has and the one that it is to have."""


def encode_frame(frame: Frame, before: Frame | None, key: str | None) -> str:
    """Return the message that brings a client from one frame to the next, or the whole frame."""
    if before is None:
        return encode(
            {
                "type": "snapshot",
                "protocol": PROTOCOL_VERSION,
                "state": frame.state,
                "log": frame.log.entries(),
                "key": key,
            }
        )
    old = cast("dict[str, object]", before.state)
    patch = {
        name: value
        for name, value in frame.state.items()
        if value is not old[name] and value != old[name]
    }
    keep, news = frame.log.news_since(before.log)
    return encode({"type": "changed", "state": patch, "keep": keep, "news": news, "key": key})


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
        # An ``asyncio.Queue`` would do the same, but takes two kilobytes.
        self._waiting: list[str | None] = []
        self._wakeup: asyncio.Future[None] | None = None
        self._frame: Frame | None = None
        """What the client was sent last."""
        self._revealed: Seat | None = None
        self.is_slow = False

    @property
    def has_waiting(self) -> bool:
        """Whether messages wait to be sent."""
        return bool(self._waiting)

    def seat(self, mover: Seat | None) -> Seat | None:
        """Return the seat for which the client speaks: with both seats, the one to move."""
        if not self.held:
            return None
        return mover if mover in self.held else self.held[0]

    def viewer(self, mover: Seat | None) -> Viewer:
        """Return from whose view the client looks.

        Two players at one device see what spectators see until the one to move opens the curtain.
        """
        if not self.held:
            return SPECTATOR
        if len(self.held) == 1 or mover is None:
            return self.held[0]
        return mover if self._revealed is mover else SPECTATOR

    def reveal(self, mover: Seat | None) -> None:
        """Open the curtain for the seat to move; it closes when the turn ends."""
        self._revealed = mover

    def send(self, message: ServerMessage) -> None:
        """Queue a message; never wait."""
        self._enqueue(encode(message))

    def send_text(self, text: str) -> None:
        """Queue a message that is encoded already."""
        self._enqueue(text)

    def send_frame(self, frame: Frame, key: str | None, texts: FrameTexts) -> None:
        """Queue the game as it is now; ``texts`` keeps what others were sent already."""
        before = self._frame
        if before is not None and before.viewer is not frame.viewer:
            before = None
        if key is not None:
            text = encode_frame(frame, before, key)
        elif (before, frame) in texts:
            text = texts[before, frame]
        else:
            text = texts[before, frame] = encode_frame(frame, before, None)
        self._enqueue(text)
        self._frame = frame
        if frame.viewer is SPECTATOR:
            self._revealed = None

    def reset(self) -> None:
        """Send the next state as a whole."""
        self._frame = None

    def finish(self) -> None:
        """End the delivery after the messages that wait now."""
        self._enqueue(None)

    async def deliver(self) -> None:
        """Send queued messages until the connection is finished or too slow."""
        while (text := await self._next_waiting()) is not None:
            await self._transport.send_text(text)
            if self.is_slow:
                return

    async def _next_waiting(self) -> str | None:
        while not self._waiting:
            self._wakeup = asyncio.get_running_loop().create_future()
            await self._wakeup
        return self._waiting.pop(0)

    def _enqueue(self, text: str | None) -> None:
        if len(self._waiting) >= MAX_WAITING:
            self.is_slow = True
            return
        self._waiting.append(text)
        if self._wakeup is not None:
            if not self._wakeup.done():
                self._wakeup.set_result(None)
            self._wakeup = None
