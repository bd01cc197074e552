"""A live game with everybody around it: one change at a time, then all are told."""

from __future__ import annotations

import asyncio

from kahuna.core import SEATS, Seat, Viewer
from kahuna.server.happenings import GameEvent
from kahuna.server.live import LiveGame
from kahuna.server.portrait import game_out
from kahuna.server.protocol import Presence
from kahuna.server.sight import GameOut
from kahuna.server.visitor import Visitor


class Table:
    """A game in memory, its visitors, and the lock under which it changes."""

    def __init__(self, live: LiveGame) -> None:
        self.live = live
        self.lock = asyncio.Lock()
        self.visitors: list[Visitor] = []
        self.users = 0
        self.thinking: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.is_behind = False
        """Whether memory may be ahead of the disk, because something could not be written."""
        self.is_gone = False

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not (self.users or self.visitors or self.thinking or self.alarm)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose players are connected."""
        return tuple(seat for seat in SEATS if any(seat in v.held for v in self.visitors))

    def presence(self) -> Presence:
        """Who is there."""
        present = self.present
        players = self.live.row.players
        return {
            "type": "presence",
            "white": Seat.WHITE in present or players[Seat.WHITE].bot is not None,
            "black": Seat.BLACK in present or players[Seat.BLACK].bot is not None,
            "spectators": sum(not visitor.held for visitor in self.visitors),
        }

    def enter(self, visitor: Visitor) -> None:
        """Somebody sits down, or stands by to watch."""
        self.visitors.append(visitor)
        self.tell_presence(but=visitor)

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes."""
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self.tell_presence()

    def tell_presence(self, *, but: Visitor | None = None) -> None:
        """Say who is there."""
        presence = self.presence()
        for visitor in self.visitors:
            if visitor is not but:
                visitor.post(presence)

    def tell(
        self,
        now: float,
        *,
        asker: Visitor | None = None,
        key: str | None = None,
        only: Visitor | None = None,
        is_for_all: bool = True,
    ) -> None:
        """Send the game to those who can see what has changed; the asker gets the key back."""
        known: dict[tuple[Viewer, tuple[Seat, ...]], tuple[GameOut, list[GameEvent], int]] = {}
        live, present = self.live, self.present
        for visitor in self.visitors if only is None else (only,):
            viewer = visitor.viewer_of(live)
            if not is_for_all and viewer is not live.mover:
                continue
            eyes = (viewer, visitor.held)
            if eyes not in known:
                view = live.authority.view(viewer)
                state = game_out(live, view, visitor.held, present, now)
                known[eyes] = (state, live.log(view), live.num_published(viewer))
            state, log, num_final = known[eyes]
            visitor.post_state(viewer, state, log, num_final, key if visitor is asker else None)
