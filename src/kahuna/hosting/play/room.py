"""A room: a hosted game, everybody connected to it and what they were sent, and the lock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, cast

from kahuna.core import SEATS, SPECTATOR, Seat, Viewer
from kahuna.hosting.errors import Refusal, RefusedError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.game_log import RenderedLog
from kahuna.hosting.play.game_view import GameOut
from kahuna.hosting.play.messages import (
    PROTOCOL_VERSION,
    Changed,
    Presence,
    ServerMessage,
    Snapshot,
)
from kahuna.hosting.play.services import encode_json

PRESENCE_SECONDS: Final = 1.0
"""Minimum time between messages about who is connected."""
Group: TypeAlias = tuple[Viewer, tuple[Seat, ...]]
"""Clients who see the same: the same view, with the same seats held."""


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


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is connected to a game."""

    seats: tuple[Seat, ...] = ()
    spectators: int = 0


class Room:
    """A game in memory with its connections."""

    def __init__(self, game: HostedGame, *, presence_seconds: float = PRESENCE_SECONDS) -> None:
        self.game = game
        self._presence_seconds = presence_seconds
        self._presence_timer: asyncio.TimerHandle | None = None
        self._is_presence_due = False
        self._last_frames: dict[Group, Frame] = {}
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        self._num_present = [0, 0]
        """Connections that hold each seat."""
        self.users = 0
        """Number of requests, connections and tasks that are using the room."""
        self.bot_task: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        """Fires when the seat to move runs out of time."""
        self.is_stale = False
        """Whether memory may differ from the store, because something could not be written."""
        self.is_deleted = False
        self.cause: str | None = None
        """The latest request that another node reported."""
        self.others = Attendance()
        """Who is connected on other nodes."""

    @property
    def is_idle(self) -> bool:
        """Whether the room can be evicted."""
        return not (self.users or self.connections or self.bot_task or self.alarm)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose players are connected, here or on another node."""
        others = self.others.seats
        return tuple([seat for seat in SEATS if self._num_present[seat] or seat in others])

    @property
    def attendance(self) -> Attendance:
        """Who is connected here."""
        seats = tuple([seat for seat in SEATS if self._num_present[seat]])
        return Attendance(seats, sum(not connection.held for connection in self.connections))

    @property
    def origin(self) -> str:
        """Where the connected players connect from; without any, the id of the game."""
        origins = (c.origin for c in self.connections if c.held and c.origin)
        return next(origins, self.game.id)

    def enter(self, connection: Connection) -> None:
        """Add a connection and tell the others."""
        self._announce_presence(newcomer=connection)

    def leave(self, connection: Connection) -> None:
        """Remove a connection and tell the others."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._count_present(connection, -1)
            self._announce_presence()
        if not self.connections:
            self._last_frames.clear()

    def release(self) -> None:
        """Stop using the room."""
        self.users -= 1

    def close(self) -> None:
        """Tell everybody that the game was deleted, and disconnect them."""
        self.is_deleted = True
        if self.alarm is not None:
            self.alarm.cancel()
        for connection in list(self.connections):
            connection.send({"type": "gone"})
            connection.finish()

    def disconnect_revoked(self) -> None:
        """Close all connections whose token was revoked."""
        for connection in self.connections:
            if connection.hashed is not None and connection.hashed not in self.game.holders:
                connection.send(RefusedError(Refusal.UNKNOWN_TOKEN).message())
                connection.finish()

    def set_others(self, others: Attendance) -> None:
        """Record who is connected on other nodes, and tell everybody here."""
        if others != self.others:
            self.others = others
            self._announce_presence()

    def broadcast(
        self,
        now: float,
        *,
        asker: Connection | None = None,
        key: str | None = None,
        only: Connection | None = None,
        is_private: bool = False,
    ) -> None:
        """Send the game to everybody, or only to the seat to move if the change is private.

        Render and encode it once for all who see the same. The client that asked gets its key back.
        """
        frames: dict[Group, Frame] = {}
        messages: FrameMessages = {}
        game, present = self.game, self.present
        mover = game.mover
        for connection in self.connections if only is None else (only,):
            viewer = connection.viewer(mover)
            if is_private and viewer is not mover and connection is not asker:
                continue
            group = (viewer, connection.held)
            if (frame := frames.get(group)) is None:
                state = game.render(viewer, connection.held, present, now)
                frame = Frame(viewer, state, game.log(viewer))
                last = self._last_frames.get(group)
                if last is not None and frame.equals(last):
                    # Later clients share the frame of the others, and so their next message.
                    frame = last
                frames[group] = self._last_frames[group] = frame
            connection.send_frame(frame, key if connection is asker else None, messages)

    def _announce_presence(self, newcomer: Connection | None = None) -> None:
        """Tell everybody who is connected, at once, but at most once a second."""
        others = list(self.connections)
        if newcomer is not None:
            self.connections.append(newcomer)
            self._count_present(newcomer, 1)
        if self._presence_timer is not None:
            self._is_presence_due = True
            return
        self._is_presence_due = False
        if not others:
            return
        presence = self._presence()
        for connection in others:
            connection.send(presence)
        loop = asyncio.get_running_loop()
        self._presence_timer = loop.call_later(self._presence_seconds, self._end_presence_pause)

    def _count_present(self, connection: Connection, change: int) -> None:
        for seat in connection.held:
            self._num_present[seat] += change

    def _end_presence_pause(self) -> None:
        self._presence_timer = None
        if self._is_presence_due:
            self._announce_presence()

    def _presence(self) -> Presence:
        present = self.present
        players = self.game.metadata.players
        return {
            "type": "presence",
            "white": Seat.WHITE in present or players[Seat.WHITE].bot is not None,
            "black": Seat.BLACK in present or players[Seat.BLACK].bot is not None,
            "spectators": self.attendance.spectators + self.others.spectators,
        }
