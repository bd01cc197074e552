"""A room: a hosted game, everybody connected to it, and the lock under which it changes."""

from __future__ import annotations

import asyncio

from kahuna.core import SEATS, Seat, Viewer
from kahuna.server.games.connection import Connection
from kahuna.server.games.game import HostedGame
from kahuna.server.wire.errors import RefusedError
from kahuna.server.wire.events import GameEvent
from kahuna.server.wire.game_view import GameOut
from kahuna.server.wire.messages import Presence
from kahuna.server.wire.vocabulary import Refusal


class Room:
    """A game in memory with its connections."""

    def __init__(self, game: HostedGame) -> None:
        self.game = game
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        self.users = 0
        """Requests and connections that need the room at the moment."""
        self.bot_task: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when the seat to move runs out of time."""
        self.is_stale = False
        """Whether memory may differ from the store, because something could not be written."""
        self.is_deleted = False

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs the room in memory."""
        return not (self.users or self.connections or self.bot_task or self.alarm)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose players are connected."""
        return tuple(seat for seat in SEATS if any(seat in c.held for c in self.connections))

    def enter(self, connection: Connection) -> None:
        """Add a connection and tell the others."""
        self.connections.append(connection)
        self._broadcast_presence(but=connection)

    def leave(self, connection: Connection) -> None:
        """Remove a connection and tell the others."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._broadcast_presence()

    def disconnect(self, hashed: str) -> None:
        """End all connections with a token that holds nothing any more."""
        for connection in self.connections:
            if connection.hashed == hashed:
                connection.send(RefusedError(Refusal.UNKNOWN_TOKEN).message())
                connection.finish()

    def broadcast(
        self,
        now: float,
        *,
        asker: Connection | None = None,
        key: str | None = None,
        only: Connection | None = None,
        is_private: bool = False,
    ) -> None:
        """Send the game to everybody, or to the seat to move alone if the change is private.

        Render it once for all who see it alike. The asker gets the key of its request back.
        """
        rendered: dict[tuple[Viewer, tuple[Seat, ...]], tuple[GameOut, list[GameEvent], int]] = {}
        game, present = self.game, self.present
        for connection in self.connections if only is None else (only,):
            viewer = connection.viewer(game.mover)
            if is_private and viewer is not game.mover and connection is not asker:
                continue
            group = (viewer, connection.held)
            if group not in rendered:
                view = game.view(viewer)
                state = game.render(view, connection.held, present, now)
                rendered[group] = (state, game.log(view), game.num_published(viewer))
            state, log, num_published = rendered[group]
            own_key = key if connection is asker else None
            connection.send_state(viewer, state, log, num_published, own_key)

    def _broadcast_presence(self, *, but: Connection | None = None) -> None:
        presence = self._presence()
        for connection in self.connections:
            if connection is not but:
                connection.send(presence)

    def _presence(self) -> Presence:
        present = self.present
        players = self.game.metadata.players
        return {
            "type": "presence",
            "white": Seat.WHITE in present or players[Seat.WHITE].bot is not None,
            "black": Seat.BLACK in present or players[Seat.BLACK].bot is not None,
            "spectators": sum(not connection.held for connection in self.connections),
        }
