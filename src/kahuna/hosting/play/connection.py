"""One client of a room: the seats it holds, and what it was sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias, cast

from kahuna.core import SPECTATOR, Seat, Viewer
from kahuna.hosting.play.game_log import RenderedLog
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.messages import PROTOCOL_VERSION, Changed, ServerMessage, Snapshot
from kahuna.hosting.play.services import encode_json


@dataclass(slots=True, eq=False)
class Frame:
    """A game at one moment, as a group of clients sees it."""

    viewer: Viewer
    state: GameOut
    log: RenderedLog

    def equals(self, other: Frame) -> bool:
        """Return whether both frames have the same content; ``==`` compares identity."""
        return self.log.equals(other.log) and self.state == other.state


FrameMessages: TypeAlias = dict[tuple[Frame | None, Frame], bytes]
"""Encoded messages, by the frame that a client has and the next one."""


def frame_message(frame: Frame, before: Frame | None, key: str | None) -> Snapshot | Changed:
    """Return the message that updates a client from one frame to the next, or the whole frame."""
    if before is None:
        return {
            "type": "snapshot",
            "protocol": PROTOCOL_VERSION,
            "state": frame.state,
            "log": frame.log.entries(),
            "key": key,
        }
    old = cast("dict[str, object]", before.state)
    patch = {
        name: value
        for name, value in frame.state.items()
        if value is not old[name] and value != old[name]
    }
    keep, news = frame.log.news_since(before.log)
    return {"type": "changed", "state": patch, "keep": keep, "news": news, "key": key}


class Transport(Protocol):
    """Carries messages to a client, such as a WebSocket."""

    def send(self, data: bytes, /) -> None:
        """Send a message without waiting."""
        ...

    def finish(self) -> None:
        """Close the connection after pending messages are sent."""
        ...


class Connection:
    """A connected player or spectator."""

    __slots__ = ("_encode", "_frame", "_revealed", "_transport", "hashed", "held", "origin")

    def __init__(
        self,
        held: tuple[Seat, ...],
        transport: Transport,
        *,
        hashed: str | None = None,
        origin: str = "",
        encode: Callable[[object], bytes] = encode_json,
    ) -> None:
        self.held = held
        self.origin = origin
        """Where the client connects from, for fair scheduling."""
        self.hashed = hashed
        """The hash of the token that holds the seats."""
        self._transport = transport
        self._encode = encode
        self._frame: Frame | None = None
        """What the client was sent last."""
        self._revealed: Seat | None = None

    def seat(self, mover: Seat | None) -> Seat | None:
        """Return the seat that the client plays: with both seats, the one to move."""
        if not self.held:
            return None
        return mover if mover in self.held else self.held[0]

    def viewer(self, mover: Seat | None) -> Viewer:
        """Return whose view the client sees.

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
        """Send a message without waiting."""
        self._transport.send(self._encode(message))

    def send_frame(self, frame: Frame, key: str | None, messages: FrameMessages) -> None:
        """Send the current game; ``messages`` caches what other clients were sent."""
        before = self._frame
        if before is not None and before.viewer is not frame.viewer:
            before = None
        data = None if key is not None else messages.get((before, frame))
        if data is None:
            data = self._encode(frame_message(frame, before, key))
        if key is None:
            messages[before, frame] = data
        self._transport.send(data)
        self._frame = frame
        if frame.viewer is SPECTATOR:
            self._revealed = None

    def reset(self) -> None:
        """Send the next state in full."""
        self._frame = None

    def finish(self) -> None:
        """Close the connection after pending messages are sent."""
        self._transport.finish()
