"""Bugs to plant in nodes and workers: the checks must find each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from procrastinate.exceptions import ConnectorException
from sqlalchemy import Integer, bindparam, text, update

from kahuna.core import SPECTATOR, Action, Cards, Island, Seat, View, Viewer, legal_actions
from kahuna.hosting.play import bot_turns
from kahuna.hosting.play.bot_turns import BotTurns
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Connection
from kahuna.hosting.play.services import SteadyClock
from kahuna.record import FairCards
from kahuna.server.cluster.bot_worker import BotWorker
from kahuna.server.cluster.redis_hub import RedisHub
from kahuna.server.cluster.synchronizer import Synchronizer
from kahuna.server.store import game_rows
from kahuna.server.store.database import Database
from kahuna.server.store.tables import GAMES
from verification.deterministic_bot import choose

THINKING_SECONDS: Final = 0.3
"""How long a strong bot takes; a fast bot would hide what goes wrong meanwhile."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A bug, and how to plant it in this process."""

    about: str
    plant: Callable[[], None]


def _replace(owner: object, name: str, make: Callable[[Any], object]) -> None:
    """Replace an attribute with the result of ``make``."""
    setattr(owner, name, make(getattr(owner, name)))


def _acknowledge_before_commit() -> None:
    def make(write: Any) -> object:  # noqa: ANN401
        async def write_later(
            self: GameRegistry,
            room: Any,  # noqa: ANN401
            *updates: Any,  # noqa: ANN401
            **options: Any,  # noqa: ANN401
        ) -> None:
            async def later() -> None:
                await asyncio.sleep(0.02)
                await write(self, room, *updates, **options)

            self.spawn(later())

        return write_later

    _replace(GameRegistry, "write", make)


def _no_condition() -> None:
    def advance(_statement: object) -> object:
        return (
            update(GAMES)
            .where(GAMES.c.id == bindparam("game"), bindparam("seen", type_=Integer) >= 0)
            .values(
                version=GAMES.c.version + 1,
                deadline=bindparam("deadline"),
                bot_to_move=bindparam("bot_to_move"),
            )
        )

    _replace(game_rows, "_ADVANCE", advance)

    def make(init: Any) -> object:  # noqa: ANN401
        def init_without_keys(self: Any, *arguments: Any) -> None:  # noqa: ANN401
            init(self, *arguments)
            with self._engine.begin() as connection:
                connection.execute(text("ALTER TABLE changes DROP CONSTRAINT IF EXISTS pk_changes"))

        return init_without_keys

    _replace(Database, "__init__", make)


def _no_polling() -> None:
    def drop(*_: object) -> None:
        pass

    async def never(*_: object) -> None:
        pass

    _replace(RedisHub, "publish", lambda _: drop)
    _replace(Synchronizer, "_poll", lambda _: never)


def _forget_keys() -> None:
    def make(note: Any) -> object:  # noqa: ANN401
        def note_without_key(self: Any, entry: Any) -> None:  # noqa: ANN401
            note(self, entry)
            for requests in self._requests:
                requests.clear()

        return note_without_key

    _replace(HostedGame, "_note", make)


def _no_reload() -> None:
    async def pretend(_self: object, room: Any) -> None:  # noqa: ANN401
        room.is_stale = False

    async def ignore(_self: object, _room: object, _news: object) -> None:
        pass

    _replace(GameRegistry, "reload", lambda _: pretend)
    _replace(Synchronizer, "_apply_news", lambda _: ignore)


def _show_hands() -> None:
    def make(viewer: Any) -> object:  # noqa: ANN401
        def leaky(self: Connection, mover: Seat | None) -> Viewer:
            which: Viewer = viewer(self, mover)
            return mover if which is SPECTATOR and mover is not None else which

        return leaky

    _replace(Connection, "viewer", make)


def _tell_secrets() -> None:
    def make(write: Any) -> object:  # noqa: ANN401
        async def write_and_tell(
            self: Any,  # noqa: ANN401
            room: Any,  # noqa: ANN401
            *updates: Any,  # noqa: ANN401
            **options: Any,  # noqa: ANN401
        ) -> None:
            await write(self, room, *updates, **options)
            if isinstance(self.hub, RedisHub):
                self.hub._post("kahuna:nodes", "holders", *room.game.holders)

        return write_and_tell

    _replace(GameRegistry, "write", make)


def _wall_clock() -> None:
    _replace(SteadyClock, "__call__", lambda _: lambda _self: time.time())


def _stale_decisions() -> None:
    async def play(self: Any, room: Any, **_: object) -> bool:  # noqa: ANN401
        registry = self._registry
        async with registry.locked(room) as game:
            seat, bot = game.mover, game.bot_to_move
            if seat is None or bot is None:
                return False
            action = choose(game.view(seat))
        await asyncio.sleep(THINKING_SECONDS)

        async def act(game: HostedGame) -> None:
            if game.mover is seat:
                await registry.commit(room, self._act(game, seat, action))

        await registry.transact(room, act)
        return True

    def another(view: View) -> Action:
        """Return an action that the bot would not play, in place of one that is no longer legal."""
        legal = legal_actions(view)
        return next((action for action in legal if action != choose(view)), legal[0])

    def take_twice(make: Any) -> object:  # noqa: ANN401
        async def take(self: Any, app: Any) -> None:  # noqa: ANN401
            """Take over all jobs, whether or not their workers are alive."""
            for job in await app.job_manager.list_jobs_async(status="doing"):
                with suppress(ConnectorException):
                    await app.job_manager.retry_job(job)

        return take

    _replace(BotTurns, "_play_action", lambda _: play)
    _replace(bot_turns, "simple_action", lambda _: another)
    _replace(BotWorker, "_take_over", take_twice)


def _count_draws_here() -> None:
    numbers = count(10)

    def make(draw: Any) -> object:  # noqa: ANN401
        def draw_next(self: FairCards, pile: Cards, _number: int) -> Island:
            card: Island = draw(self, pile, next(numbers))
            return card

        return draw_next

    _replace(FairCards, "draw", make)


def _no_lease() -> None:
    async def ignore(_self: object, _app: object) -> None:
        pass

    def slow(play: Any) -> object:  # noqa: ANN401
        async def think_and_play(*arguments: Any, **options: Any) -> bool:  # noqa: ANN401
            await asyncio.sleep(THINKING_SECONDS)
            is_played: bool = await play(*arguments, **options)
            return is_played

        return think_and_play

    _replace(BotWorker, "_take_over", lambda _: ignore)
    _replace(BotWorker, "_add_late_games", lambda _: ignore)
    _replace(BotTurns, "_play_action", slow)


MUTANTS: Final[dict[str, Mutant]] = {
    "early-ack": Mutant("acknowledge a move before it is committed", _acknowledge_before_commit),
    "no-condition": Mutant(
        "write without a unique key and without a condition on the version", _no_condition
    ),
    "no-polling": Mutant("lose hints, and do not look into the database", _no_polling),
    "forgotten-keys": Mutant("forget idempotency keys", _forget_keys),
    "no-reload": Mutant("do not load a game that another node has changed", _no_reload),
    "open-hands": Mutant("show spectators the hand of the seat to move", _show_hands),
    "told-secrets": Mutant("send hashes of tokens to Redis", _tell_secrets),
    "wall-clock": Mutant("take the time from the wall clock", _wall_clock),
    "own-counter": Mutant("number the draws of a node, not of a game", _count_draws_here),
    "no-lease": Mutant("leave the jobs of dead workers to them", _no_lease),
    "stale-decisions": Mutant("play a bot's decision in whatever position", _stale_decisions),
}
