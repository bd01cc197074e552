"""One client's session in a room: carry out its requests."""

from __future__ import annotations

from typing import assert_never

from kahuna.core import Seat
from kahuna.hosting.errors import Refusal, RefusedError
from kahuna.hosting.play.clock_watch import expire, start_clock
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.messages import (
    Act,
    AnswerDraw,
    ClientMessage,
    GiveTime,
    Hello,
    OfferDraw,
    Ping,
    Preview,
    React,
    Rematch,
    Resign,
    Reveal,
    RevealSeed,
    Undo,
)
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.play.room import Connection, Room, Transport
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import GameUpdate


class Session:
    """A client in a room."""

    def __init__(self, registry: GameRegistry, room: Room, connection: Connection) -> None:
        self._registry = registry
        self._room = room
        self.connection = connection

    @classmethod
    async def open(
        cls,
        registry: GameRegistry,
        room: Room,
        token: str | None,
        transport: Transport,
        *,
        origin: str = "",
    ) -> Session:
        """Let a client in and send it the whole game; without a token it watches."""
        held = await registry.seats_of(room, token)
        if token is not None and not held:
            raise RefusedError(Refusal.UNKNOWN_TOKEN)
        hashed = None if token is None else token_hash(token)
        connection = Connection(
            held, transport, hashed=hashed, origin=origin, encode=registry.encode
        )
        session = cls(registry, room, connection)
        try:
            async with registry.locked(room) as game:
                if hashed is not None and hashed not in game.holders:  # Just revoked.
                    raise RefusedError(Refusal.UNKNOWN_TOKEN)
                registry.enter(room, session.connection)
                session._answer()
            await start_clock(registry, room)
        except BaseException:
            session.close()
            raise
        return session

    def close(self) -> None:
        """Leave the room."""
        self._registry.leave(self._room, self.connection)

    async def handle(self, request: ClientMessage) -> None:
        """Do what a client asks; raise :class:`RefusedError` if that is not possible."""
        try:
            await self._registry.transact(self._room, lambda game: self._dispatch(request, game))
            if isinstance(request, RevealSeed):
                await start_clock(self._registry, self._room)
        except RefusedError as error:
            if error.code is not Refusal.STALE_VERSION:
                raise
            self.connection.send(error.message(request.type, getattr(request, "key", None)))
            self.connection.reset()
            async with self._registry.locked(self._room):
                self._answer()

    async def _dispatch(self, request: ClientMessage, game: HostedGame) -> None:
        match request:
            case Act() | Undo():
                await self._move(request, game)
            case Preview(action=action):
                events = game.preview(self._seat(game), action)
                self.connection.send({"type": "previewed", "action": action, "events": events})
            case Reveal():
                self._seat(game)
                self.connection.reveal(game.mover)
                self.connection.reset()
                self._answer()
            case Resign():
                seat = self._seat(game)
                await expire(self._registry, self._room)
                await self._commit(game.resign(seat, self._now))
            case GiveTime():
                seat = self._seat(game)
                await expire(self._registry, self._room)
                await self._commit(game.give_time(seat))
            case OfferDraw():
                await self._commit(game.offer_draw(self._seat(game)))
            case AnswerDraw(accept=accept):
                self._seat(game)
                held = self.connection.held
                await self._commit(game.answer_draw(held, accept=accept, at=self._now))
            case Rematch():
                await self._rematch(request, game)
            case React(reaction=reaction):
                await self._commit(game.react(self._seat(game), reaction, self._now))
            case RevealSeed(seed=seed):
                await self._reveal_seed(game, None if seed is None else bytes.fromhex(seed))
            case Ping():
                self.connection.send({"type": "pong"})
            case Hello():
                self.connection.reset()
                self._answer()
            case _:
                assert_never(request)

    @property
    def _now(self) -> float:
        return self._registry.sources.now()

    def _answer(self, key: str | None = None) -> None:
        """Send the game to this client alone."""
        self._room.broadcast(self._now, asker=self.connection, key=key, only=self.connection)

    def _seat(self, game: HostedGame) -> Seat:
        """Return the seat that the client plays; refuse a revoked token."""
        hashed = self.connection.hashed
        if hashed is not None and hashed not in game.holders:
            raise RefusedError(Refusal.UNKNOWN_TOKEN)
        seat = self.connection.seat(game.mover)
        if seat is None:
            raise RefusedError(Refusal.NOT_A_PLAYER)
        return seat

    async def _move(self, request: Act | Undo, game: HostedGame) -> None:
        seat = self._seat(game)
        action = request.action if isinstance(request, Act) else None
        if game.was_done(self.connection.held, request.key, action):
            self._answer(request.key)
            return
        if game.deadline is not None:
            await expire(self._registry, self._room)
        key, version, now = request.key, request.version, self._now
        if action is None:
            update = game.undo(seat, version=version, key=key, at=now)
        else:
            update = game.act(seat, action, version=version, key=key, at=now)
        await self._commit(update, key)

    async def _reveal_seed(self, game: HostedGame, seed: bytes | None) -> None:
        update = game.reveal_seed(self._seat(game), seed)
        if update is None:
            self._answer()
        else:
            await self._commit(update)

    async def _rematch(self, request: Rematch, game: HostedGame) -> None:
        self._seat(game)
        if game.metadata.rematch is not None:
            self._room.broadcast(self._now)
            return
        sources = self._registry.sources
        update, again = game.rematch(self.connection.held, request.commitment, sources)
        if again is None:
            await self._commit(update)
        else:
            new_game, creation = await self._registry.prepare(again, sources.chance())
            await self._registry.commit(self._room, update, creation)
            self._registry.host(new_game)

    async def _commit(self, update: GameUpdate, key: str | None = None) -> None:
        await self._registry.commit(self._room, update, asker=self.connection, key=key)
