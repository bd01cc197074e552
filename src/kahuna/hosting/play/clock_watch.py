"""Games that end when the time of a seat runs out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import uniform
from typing import Final

from kahuna.hosting.errors import RefusedError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.store import StorageError

LOG = logging.getLogger(__name__)
DEADLINE_SECONDS: Final = 1.0
"""Mean time between searches for games that are out of time."""
DEADLINE_GRACE: Final = 1.0
"""For this long, leave expired games to the node that has them in memory."""


async def start_clock(registry: GameRegistry, room: Room) -> None:
    """Start the clock of a game if everybody it needs is present."""

    async def start(game: HostedGame) -> None:
        present = set(room.present)
        if not registry.peers.know_presence:
            # Anyone who has moved counts as present.
            present |= set(game.acted)
        if (update := game.start_clock(present, registry.sources.now())) is not None:
            await registry.commit(room, update)

    with suppress(RefusedError):  # The next player to connect starts it.
        await registry.transact(room, start)


async def expire(registry: GameRegistry, room: Room) -> None:
    """End a locked game if the seat to move has run out of time."""
    if (update := room.game.time_out(registry.sources.now())) is not None:
        await registry.commit(room, update)


class ClockWatch:
    """Watches the clocks of all games."""

    def __init__(self, registry: GameRegistry) -> None:
        """Set an alarm for every game in memory."""
        self._registry = registry
        registry.observe(self._set_next_alarm)

    def open(self) -> None:
        """Also watch games that are not in memory."""
        self._registry.spawn(self._watch_deadlines())

    def _set_next_alarm(self, room: Room) -> None:
        """Set the alarm for the seat to move."""
        registry, game = self._registry, room.game
        if game.awaits_clock and registry.peers.exist:
            registry.spawn(start_clock(registry, room), room=room)
        if room.alarm is not None:
            room.alarm.cancel()
            room.alarm = None
        now = registry.sources.now()
        if (at := game.vacation_end(now) or game.deadline) is not None:
            # Other nodes may have an alarm for this game too: spread them out.
            late = uniform(0.01, 0.2) if registry.peers.exist else 0.01
            self._set_alarm(room, max(0.0, at - now) + late)

    def _set_alarm(self, room: Room, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        room.alarm = loop.call_later(seconds, self._ring, room)

    def _ring(self, room: Room) -> None:
        room.alarm = None
        self._registry.spawn(self._check(room), room=room)

    async def _check(self, room: Room) -> None:
        """End the game if the seat to move has run out of time; try again if that fails.

        Otherwise its vacation may be over: tell everybody that its clock runs again.
        """
        registry = self._registry

        async def check(game: HostedGame) -> None:
            await expire(registry, room)
            if room.alarm is None and not game.is_over:
                room.broadcast(registry.sources.now())
                registry.notify(room)

        try:
            await registry.transact(room, check)
        except RefusedError:
            if not room.is_deleted:
                LOG.warning("cannot store that a seat ran out of time")
                if room.alarm is None:
                    self._set_alarm(room, 1.0)

    async def _watch_deadlines(self) -> None:
        """End games that are not in memory when the seat to move runs out of time."""
        unusable: set[str] = set()
        registry = self._registry
        while True:
            try:
                due = await registry.store.due_games(registry.sources.now() - DEADLINE_GRACE)
            except Exception:
                LOG.exception("cannot look for games that are out of time")
                due = []
            for game_id in due:
                if game_id in unusable:
                    continue
                try:
                    await self._end_due_game(game_id)
                except (RefusedError, StorageError):
                    pass  # It was deleted, or the store does not respond; try again later.
                except Exception:
                    LOG.exception("a game cannot be loaded")
                    unusable.add(game_id)
            await asyncio.sleep(DEADLINE_SECONDS * uniform(0.5, 1.5))

    async def _end_due_game(self, game_id: str) -> None:
        """End a game whose stored deadline has passed."""
        registry = self._registry
        async with registry.room(game_id) as room:
            await registry.transact(room, lambda _: expire(registry, room))
