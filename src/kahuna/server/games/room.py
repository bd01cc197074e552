"""A game game with everybody around it: one change at a time, then all are told."""

from __future__ import annotations

import asyncio

from kahuna.core import SEATS, Seat, Viewer
from kahuna.server.games.connection import Connection
from kahuna.server.games.game import HostedGame
from kahuna.server.render.game import game_out
from kahuna.server.wire.events import GameEvent
from kahuna.server.wire.game_view import GameOut
from kahuna.server.wire.messages import Presence


class Room:
    """A game in memory, its connections, and the lock under which it changes."""

    def __init__(self, game: HostedGame) -> None:
        self.game = game
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        self.users = 0
        self.thinking: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.is_behind = False
        """Whether memory may be ahead of the disk, because something could not be written."""
        self.is_gone = False

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not (self.users or self.connections or self.thinking or self.alarm)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose players are connected."""
        return tuple(seat for seat in SEATS if any(seat in v.held for v in self.connections))

    def presence(self) -> Presence:
        """Who is there."""
        present = self.present
        players = self.game.row.players
        return {
            "type": "presence",
            "white": Seat.WHITE in present or players[Seat.WHITE].bot is not None,
            "black": Seat.BLACK in present or players[Seat.BLACK].bot is not None,
            "spectators": sum(not connection.held for connection in self.connections),
        }

    def enter(self, connection: Connection) -> None:
        """Somebody sits down, or stands by to watch."""
        self.connections.append(connection)
        self.tell_presence(but=connection)

    def leave(self, connection: Connection) -> None:
        """Somebody goes."""
        if connection in self.connections:
            self.connections.remove(connection)
            self.tell_presence()

    def tell_presence(self, *, but: Connection | None = None) -> None:
        """Say who is there."""
        presence = self.presence()
        for connection in self.connections:
            if connection is not but:
                connection.post(presence)

    def tell(
        self,
        now: float,
        *,
        asker: Connection | None = None,
        key: str | None = None,
        only: Connection | None = None,
        is_for_all: bool = True,
    ) -> None:
        """Send the game to those who can see what has changed; the asker gets the key back."""
        known: dict[tuple[Viewer, tuple[Seat, ...]], tuple[GameOut, list[GameEvent], int]] = {}
        game, present = self.game, self.present
        for connection in self.connections if only is None else (only,):
            viewer = connection.viewer_of(game)
            if not is_for_all and viewer is not game.mover:
                continue
            eyes = (viewer, connection.held)
            if eyes not in known:
                view = game.authority.view(viewer)
                state = game_out(game, view, connection.held, present, now)
                known[eyes] = (state, game.log(view), game.num_published(viewer))
            state, log, num_final = known[eyes]
            connection.post_state(
                viewer, state, log, num_final, key if connection is asker else None
            )
