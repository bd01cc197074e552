"""The vacations of accounts, and the games whose clocks they stop.

Each game over days holds the vacations of its players with their beginning and end, so its deadline
follows from the game alone. A vacation that ends as planned changes nothing any more.
"""

from __future__ import annotations

import asyncio
import logging
from random import uniform
from typing import Final

from kahuna.hosting.community.vacation import Taken, VacationStatus, render_status
from kahuna.hosting.errors import RefusedError, UnknownGameError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.store import StorageError, Vacation
from kahuna.server.store.store import SqlGameStore
from kahuna.server.store.vacation_rows import (
    begin_vacation,
    end_vacation,
    games_without,
    recent_vacations,
    vacations_of,
)

LOG = logging.getLogger(__name__)
SWEEP_SECONDS: Final = 20.0
"""Mean time between searches for games that do not know a vacation yet."""
RECENT_SECONDS: Final = 3600.0
"""For this long after a vacation, look for games that do not know its end yet."""


class Vacations:
    """Begins and ends vacations, and tells the games."""

    def __init__(self, registry: GameRegistry, store: SqlGameStore) -> None:
        self._registry = registry
        self._store = store

    @property
    def _now(self) -> float:
        return self._registry.sources.now()

    async def status(self, account: str) -> VacationStatus:
        """Return the vacation of an account."""
        taken = await self._store.query(lambda rows: vacations_of(rows, account))
        return render_status(taken, self._now)

    async def begin(self, account: str, days: int) -> VacationStatus:
        """Begin a vacation now."""
        now = self._now
        taken = await self._store.transact(lambda rows: begin_vacation(rows, account, days, now))
        await self._tell_games(account, taken)
        return await self.status(account)

    async def end(self, account: str) -> VacationStatus:
        """End the current vacation now."""
        now = self._now
        taken = await self._store.transact(lambda rows: end_vacation(rows, account, now))
        await self._tell_games(account, taken)
        return await self.status(account)

    async def run(self) -> None:
        """Tell games about vacations until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS * uniform(0.5, 1.5))
            try:
                await self.sweep()
            except (StorageError, RefusedError) as error:
                LOG.warning("cannot tell games about vacations: %s", error)
            except Exception:
                LOG.exception("cannot tell games about vacations")

    async def sweep(self) -> None:
        """Tell games that began during a vacation, or where telling them has failed."""
        since = self._now - RECENT_SECONDS
        for account, taken in await self._store.query(lambda rows: recent_vacations(rows, since)):
            await self._tell_games(account, taken)

    async def _tell_games(self, account: str, taken: Taken) -> None:
        missing = await self._store.query(lambda rows: games_without(rows, account, taken))
        for game, vacation in missing:
            await self._tell_game(game, vacation)

    async def _tell_game(self, game_id: str, vacation: Vacation) -> None:
        registry = self._registry
        try:
            async with registry.room(game_id) as room:

                async def take(game: HostedGame) -> None:
                    if (update := game.take_vacation(vacation)) is not None:
                        await registry.commit(room, update)

                await registry.transact(room, take)
        except UnknownGameError:
            return  # It was just deleted.
