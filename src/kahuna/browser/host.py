"""The host of the games in a browser: it runs in a worker, beside the page."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from functools import lru_cache
from inspect import isawaitable
from random import Random
from time import time
from typing import Any, Final

from kahuna.bots import BOTS, LEVELS
from kahuna.bots.neural_search import NeuralSearchBot
from kahuna.browser.bridge import Bridge, Database
from kahuna.browser.coach import BrowserCoach
from kahuna.browser.database_store import DatabaseStore, Row, Tabs, pack, unpack
from kahuna.browser.routes import find_route
from kahuna.browser.validation import parse_union
from kahuna.core import Action, KahunaError, View
from kahuna.hosting.endpoints import Endpoints
from kahuna.hosting.errors import ApiError, Refusal, RefusedError, UnknownGameError
from kahuna.hosting.play.bot_turns import BotTurns, simple_action
from kahuna.hosting.play.clock_watch import ClockWatch
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.messages import ClientMessage, Hello
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Room
from kahuna.hosting.play.seating import Seating
from kahuna.hosting.play.services import Sources, encode_json
from kahuna.hosting.play.session import Session
from kahuna.hosting.play.tokens import new_game_id, new_token
from kahuna.hosting.store import GameUpdate, MemoryStore, StorageError
from kahuna.match import Agent

LOG = logging.getLogger(__name__)
LOCAL: Final = "local-"
"""Games and tokens of a browser begin with this; those of a server do not."""
STORED_GAMES: Final = "/stored-games"
"""The path of all games in this browser, to take them elsewhere. Servers do not have it."""
NORMAL, FAILED, UNKNOWN_GAME = 1000, 1011, 4404
"""Close codes, as on a server."""


class BrowserBots:
    """Decides in the event loop; a search goes on step by step, between other work."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    async def decide(
        self, bot: str, view: View, *, game: str, player: str, is_waited_for: bool
    ) -> Action:
        """Return the action that the bot of a game chooses; if it fails, that of a simple bot.

        A bot whose network cannot be downloaded waits for it.
        """
        del player, is_waited_for  # There is only one player to serve.
        await asyncio.sleep(0)  # Send the position first.
        level = LEVELS.get(bot)
        if level is not None and level.network is not None:
            await self._bridge.load_network(level.network)
        try:
            agent = _agent_of(bot, game)
            if isinstance(agent, NeuralSearchBot):
                return await _search(agent, view)
            return agent.decide(view)
        except Exception:
            LOG.exception("a bot failed; a simple bot moves")
            return simple_action(view)


@lru_cache(maxsize=8)
def _agent_of(bot: str, game: str) -> Agent:
    """Return the bot of a game; it remembers what it has concluded."""
    del game
    return BOTS[bot](Random())


async def _search(agent: NeuralSearchBot, view: View) -> Action:
    steps = agent.search(view)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            action: Action = done.value
            return action
        await asyncio.sleep(0)


class Socket:
    """A connection of the page to a game."""

    def __init__(self, bridge: Bridge, number: int) -> None:
        self._bridge = bridge
        self._number = number
        self.messages: asyncio.Queue[str | None] = asyncio.Queue()
        """What the page sent, and ``None`` at the end."""

    def send(self, data: bytes, /) -> None:
        """Send a message without waiting."""
        self._bridge.heard(self._number, data.decode())

    def finish(self) -> None:
        """Close the connection after pending messages are sent."""
        self.messages.put_nowait(None)

    def refuse(self, error: RefusedError, request: ClientMessage | None = None) -> None:
        """Send why something was refused."""
        about = None if request is None else request.type
        self.send(encode_json(error.message(about, getattr(request, "key", None))))


class Host:
    """Answers the page as a server does. Its methods are called by the worker's JavaScript."""

    def __init__(self, bridge: Bridge, database: Database | None) -> None:
        """Host the games of a database; without one, games last as long as the worker."""
        self._bridge = bridge
        self._store: DatabaseStore | MemoryStore = MemoryStore()
        self._tabs: Tabs | None = None
        if database is not None:
            self._store = DatabaseStore(database)
            self._tabs = Tabs(self._store, bridge)
        self._registry = GameRegistry(
            self._store,
            sources=Sources(
                now=time,  # The browser's steady clock begins again with every page.
                game_id=lambda: LOCAL + new_game_id(),
                token=lambda: LOCAL + new_token(),
            ),
            peers=self._tabs,
        )
        # Games that are not in memory wait until somebody opens them.
        ClockWatch(self._registry)
        BotTurns(self._registry, BrowserBots(bridge))
        coach = BrowserCoach(bridge)
        self._endpoints = Endpoints(
            registry=self._registry, seating=Seating(self._registry), reviews=coach, coach=coach
        )
        self._sockets: dict[int, Socket] = {}
        self._requests: dict[int, asyncio.Task[None]] = {}
        self._registry.open()

    # Requests.

    def request(self, number: int, method: str, address: str, body: str, token: str) -> None:
        """Answer a request of the page, some time later."""
        work = self._answer(number, method, address, body, token or None)
        task = self._registry.spawn(work)
        self._requests[number] = task
        task.add_done_callback(lambda _: self._requests.pop(number, None))

    def abort(self, number: int) -> None:
        """Stop working on a request: the page no longer waits for the answer."""
        if (task := self._requests.get(number)) is not None:
            task.cancel()

    async def _answer(
        self, number: int, method: str, address: str, body: str, token: str | None
    ) -> None:
        status, text = 200, ""
        try:
            answer: Any
            if address == STORED_GAMES:
                answer = self._export() if method == "GET" else self._import(body)
            else:
                handler, call = find_route(self._endpoints, method, address, body, token)
                answer = handler(call)
            if isinstance(answer, AsyncIterator):
                async for part in answer:
                    self._bridge.line(number, encode_json(part).decode())
            else:
                found = await answer if isawaitable(answer) else answer
                if isinstance(found, str):
                    text = found
                elif found is not None:
                    text = encode_json(found).decode()
        except Exception as error:
            fault = _fault(error)
            status, text = fault.status, encode_json(fault.body()).decode()
        self._bridge.answer(number, status, text)

    # Live games.

    def open(self, number: int, game_id: str) -> None:
        """Open a connection to a game; the page sends a hello first."""
        socket = self._sockets[number] = Socket(self._bridge, number)
        self._bridge.opened(number)
        self._registry.spawn(self._converse(number, socket, game_id))

    def receive(self, number: int, text: str) -> None:
        """Handle a message of the page."""
        if (socket := self._sockets.get(number)) is not None:
            socket.messages.put_nowait(text)

    def close(self, number: int) -> None:
        """Close a connection."""
        if (socket := self._sockets.get(number)) is not None:
            socket.finish()

    async def _converse(self, number: int, socket: Socket, game_id: str) -> None:
        """Serve one connection from beginning to end."""
        code = NORMAL
        try:
            async with self._registry.room(game_id) as room:
                await self._listen(socket, room)
        except UnknownGameError:
            socket.refuse(RefusedError(Refusal.UNKNOWN_GAME))
            code = UNKNOWN_GAME
        except Exception:
            LOG.exception("a connection failed")
            code = FAILED
        finally:
            del self._sockets[number]
        self._bridge.closed(number, code)

    async def _listen(self, socket: Socket, room: Room) -> None:
        session: Session | None = None
        try:
            while (text := await socket.messages.get()) is not None:
                request: ClientMessage | None = None
                try:
                    request = _parse_message(text)
                    if session is not None:
                        await session.handle(request)
                    elif isinstance(request, Hello):
                        session = await Session.open(self._registry, room, request.token, socket)
                    else:
                        raise RefusedError(Refusal.HELLO_FIRST)
                except RefusedError as error:
                    socket.refuse(error, request)
        finally:
            if session is not None:
                session.close()

    async def _export(self) -> list[Row]:
        """Return all games of this browser."""
        if isinstance(self._store, DatabaseStore):
            return await self._store.rows()
        return [pack(game) for game in self._store.games.values()]

    async def _import(self, text: str) -> dict[str, int]:
        """Store games of another browser; keep those here that are as new. Return the number."""
        try:
            games = [unpack(row) for row in json.loads(text)["games"]]
            for game in games:
                HostedGame(game, self._registry.sources.chance())  # Raises if it does not fit.
        except (KahunaError, LookupError, TypeError, ValueError) as error:
            raise ApiError("invalid", f"games: {error}") from None
        number = 0
        for game in games:
            here = await self._store.load(game.metadata.id)
            if here is not None and here.metadata.revision >= game.metadata.revision:
                continue
            if here is not None:
                await self._store.write(GameUpdate(here.metadata, None))
            await self._store.write(GameUpdate.create(game))
            self._registry.close_rooms([game.metadata.id])
            number += 1
        return {"imported": number}

    # Other tabs.

    def changed_elsewhere(self, game_id: str, revision: int) -> None:
        """Show what another tab has written."""
        if self._tabs is not None:
            self._tabs.heard(game_id, revision)


def _parse_message(text: str) -> ClientMessage:
    try:
        message: ClientMessage = parse_union(ClientMessage, text)
    except ValueError:
        raise RefusedError(Refusal.BAD_MESSAGE) from None
    return message


def _fault(error: Exception) -> ApiError:
    """Return what the page is told about an error."""
    match error:
        case ApiError():
            return error
        case UnknownGameError():
            return ApiError("not_found", "there is no such game")
        case RefusedError(code=Refusal.STALE_VERSION):
            return ApiError("conflict", "another tab was faster: try again")
        case RefusedError() | StorageError():
            return ApiError("unavailable", "the browser cannot store anything at the moment")
        case _:
            LOG.error("a request failed", exc_info=error)
            return ApiError("unavailable", "something went wrong")
