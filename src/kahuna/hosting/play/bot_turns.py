"""Play the turns of bots, action by action."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import Random, uniform
from time import perf_counter
from typing import Final, Protocol

from kahuna.bots import GreedyBot
from kahuna.core import Action, IllegalActionError, Seat, View
from kahuna.hosting.errors import RefusedError, UnknownGameError
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.store import GameUpdate, StorageError

LOG = logging.getLogger(__name__)
BOT_SECONDS: Final = 30.0
"""Mean time between searches for bots that should have moved."""
MAX_RESUMED: Final = 8
"""Bots that may resume at once in games that nobody has open."""


class BotRunner(Protocol):
    """Decides for bots without blocking the event loop."""

    async def decide(
        self, bot: str, view: View, *, game: str, player: str, is_waited_for: bool
    ) -> Action:
        """Return the action that the bot of a game chooses, serving players in turn."""
        ...


def simple_action(view: View) -> Action:
    """Return a reasonable action at once."""
    return GreedyBot(Random()).decide(view)


class BotTurns:
    """Lets bots move in the games of a registry."""

    def __init__(
        self, registry: GameRegistry, bots: BotRunner, *, are_queued: bool = False
    ) -> None:
        """Start bots when it is their turn, unless the turns are queued for workers."""
        self._registry = registry
        self._bots = bots
        self._are_queued = are_queued
        if not are_queued:
            registry.observe(self._start_bot)

    def open(self) -> None:
        """Also look for bots to move in games that are not in memory."""
        if not self._are_queued:
            self._registry.spawn(self._watch_bots())

    async def play(self, game_id: str, *, is_late: bool = False, is_simple: bool = False) -> None:
        """Play the turn of a bot that was taken from a queue.

        ``is_late``: clear a wrong ``bot_to_move`` in the store. ``is_simple``: let a
        simple bot play.
        """
        registry = self._registry

        async def correct(game: HostedGame) -> None:
            if game.bot_to_move is None:
                await registry.commit(room, game.touch())

        with suppress(UnknownGameError):
            async with registry.room(game_id) as room:
                await registry.peers.refresh(room)
                if is_late:
                    await registry.transact(room, correct)
                while await self._play_action(room, is_simple=is_simple):
                    pass

    def _start_bot(self, room: Room) -> None:
        """Start the bot if it is to move."""
        if room.game.bot_to_move is not None and room.bot_task is None:
            room.bot_task = self._registry.spawn(self._play_turn(room))

    async def _play_turn(self, room: Room) -> None:
        try:
            while await self._play_action(room):
                pass
        except RefusedError:
            if not room.is_deleted:
                LOG.warning("a bot could not move")
        finally:
            room.bot_task = None

    async def _play_action(self, room: Room, *, is_simple: bool = False) -> bool:
        """Play one action of the bot to move; return whether there was one."""
        registry = self._registry
        async with registry.locked(room) as game:
            seat, bot, num_changes = game.mover, game.bot_to_move, game.num_changes
            if seat is None or bot is None:
                return False
            view = game.view(seat)
        began = perf_counter()
        if is_simple:
            action = simple_action(view)
        else:
            action = await self._bots.decide(
                bot, view, game=game.id, player=room.origin, is_waited_for=bool(room.present)
            )
        registry.monitor.bot_decided(perf_counter() - began)

        async def act(game: HostedGame) -> None:
            if game.num_changes == num_changes:
                await registry.commit(room, self._act(game, seat, action))

        await registry.transact(room, act)
        return True

    def _act(self, game: HostedGame, seat: Seat, action: Action) -> GameUpdate:
        """Play a bot's action, or that of a simple bot if it is not legal."""
        now = self._registry.sources.now()
        try:
            return game.act_for_bot(seat, action, at=now)
        except IllegalActionError:
            LOG.exception("a bot broke the rules")
            return game.act_for_bot(seat, simple_action(game.view(seat)), at=now)

    async def _watch_bots(self) -> None:
        """Resume bots in games that are not in memory, for example after a restart."""
        while True:
            game = ""
            try:
                while games := await self._registry.store.bot_games(after=game, limit=MAX_RESUMED):
                    await asyncio.gather(*map(self._resume_bot, games))
                    game = games[-1]
            except Exception:
                LOG.exception("cannot look for bots to move")
            await asyncio.sleep(BOT_SECONDS * uniform(0.5, 1.5))

    async def _resume_bot(self, game_id: str) -> None:
        """Wait until the bot of a game has moved."""
        try:
            async with self._registry.room(game_id) as room:
                self._start_bot(room)
                if room.bot_task is not None:
                    await asyncio.wait([room.bot_task])
        except (RefusedError, StorageError):
            pass  # It was deleted, or the store does not respond; try again later.
        except Exception:
            LOG.exception("a bot cannot continue")
