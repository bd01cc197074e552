"""What a connection asks of a game, and what is done about it."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kahuna.core import IllegalActionError, Seat, preview
from kahuna.server.games.connection import Connection
from kahuna.server.games.game import UNDO, HostedGame, canonical
from kahuna.server.games.lobby import Lobby
from kahuna.server.games.registry import GameRegistry
from kahuna.server.games.room import Room
from kahuna.server.render.log import looked, tell
from kahuna.server.storage.models import bits_of_seats
from kahuna.server.storage.store import Work, updated_game
from kahuna.server.wire.errors import RefusedError
from kahuna.server.wire.messages import (
    Act,
    AnswerDraw,
    ClientMessage,
    Hello,
    Look,
    OfferDraw,
    Ping,
    Preview,
    Rematch,
    Resign,
    Undo,
)
from kahuna.server.wire.vocabulary import Refusal


class Session:
    """One connection at one room."""

    def __init__(
        self, registry: GameRegistry, lobby: Lobby, room: Room, connection: Connection
    ) -> None:
        self._registry = registry
        self._lobby = lobby
        self._room = room
        self._connection = connection

    async def enter(self) -> None:
        """Sit down: the connection is sent the whole game."""
        async with self._registry.locked(self._room):
            self._room.enter(self._connection)
            self._answer()

    def leave(self) -> None:
        """Go; others are told."""
        self._room.leave(self._connection)

    async def handle(self, request: ClientMessage) -> None:
        """Do what is asked; raises :class:`RefusedError` if it is not done."""
        try:
            async with self._registry.locked(self._room) as game:
                await self._do(request, game)
        except RefusedError as error:
            if error.code is not Refusal.STALE_VERSION:
                raise
            self._connection.post(error.message(request.type, getattr(request, "key", None)))
            self._connection.forget()
            # A game that somebody else has changed is read again here, and everybody is told.
            async with self._registry.locked(self._room):
                self._answer()

    async def _do(self, request: ClientMessage, game: HostedGame) -> None:
        match request:
            case Act():
                await self._act(request, game)
            case Undo():
                await self._undo(request, game)
            case Preview(action=action):
                self._preview(action, game)
            case Look(at=at):
                self._look(at, game)
            case Resign():
                seat = self._seat(game)
                await self._registry.expire(self._room)
                await self._registry.commit(self._room, game.resign(seat, self._now))
            case OfferDraw():
                await self._offer_draw(game)
            case AnswerDraw(accept=accept):
                await self._answer_draw(game, accept=accept)
            case Rematch():
                await self._rematch(game)
            case Ping():
                self._connection.post({"type": "pong"})
            case Hello():
                self._connection.forget()
                self._answer()
            case _:
                assert_never(request)

    @property
    def _now(self) -> float:
        return self._registry.sources.now()

    def _answer(self, key: str | None = None) -> None:
        """Send the game to this connection alone."""
        self._room.tell(self._now, asker=self._connection, key=key, only=self._connection)

    def _seat(self, game: HostedGame) -> Seat:
        """The seat for which the connection speaks; with both, the one to move."""
        held = self._connection.held
        if not held:
            raise RefusedError(Refusal.NOT_A_PLAYER)
        return game.mover if game.mover in held else held[0]

    async def _act(self, request: Act, game: HostedGame) -> None:
        seat = self._seat(game)
        if self._is_answered_again(request, request.action, game):
            return
        await self._registry.expire(self._room)
        change = game.act(
            seat, request.action, version=request.version, key=request.key, at=self._now
        )
        await self._registry.commit(self._room, change, asker=self._connection, key=request.key)

    def _is_answered_again(self, request: Act | Undo, what: str, game: HostedGame) -> bool:
        """Whether this was done already under the same key; then the answer is given again."""
        before = game.asked_before(self._connection.held, request.key)
        if before is None:
            return False
        if before != what and before != canonical(what):
            raise RefusedError(Refusal.KEY_REUSED, action=what)
        self._answer(request.key)
        return True

    async def _undo(self, request: Undo, game: HostedGame) -> None:
        seat = self._seat(game)
        if self._is_answered_again(request, UNDO, game):
            return
        await self._registry.expire(self._room)
        change = game.undo(seat, version=request.version, key=request.key, at=self._now)
        await self._registry.commit(self._room, change, asker=self._connection, key=request.key)

    def _preview(self, text: str, game: HostedGame) -> None:
        seat = self._seat(game)
        if game.is_over:
            raise RefusedError(Refusal.GAME_OVER, action=text)
        if seat is not game.mover:
            raise RefusedError(Refusal.NOT_YOUR_TURN, action=text)
        action = game.read_action(text)
        try:
            events = preview(game.authority.view(seat), action)
        except IllegalActionError as error:
            raise RefusedError(Refusal.ILLEGAL_ACTION, reason=error.reason, action=text) from None
        self._connection.post({"type": "previewed", "action": text, "events": tell(events)})

    def _look(self, at: int, game: HostedGame) -> None:
        log = game.log(game.authority.view(self._connection.viewer_of(game)))
        if at > len(log):
            raise RefusedError(Refusal.BAD_MESSAGE)
        self._connection.post(looked(log[:at]))

    async def _offer_draw(self, game: HostedGame) -> None:
        seat = self._seat(game)
        if game.is_over:
            raise RefusedError(Refusal.GAME_OVER)
        if game.row.players[seat.other].bot is not None or game.row.invite_hash is not None:
            raise RefusedError(Refusal.NO_OPPONENT)
        if game.row.draw_offer is not None:
            raise RefusedError(Refusal.ALREADY_OFFERED)
        await self._set_offer(game, seat)

    async def _answer_draw(self, game: HostedGame, *, accept: bool) -> None:
        self._seat(game)
        if game.is_over:
            raise RefusedError(Refusal.GAME_OVER)
        offer = game.row.draw_offer
        if offer is None or offer.other not in self._connection.held:
            raise RefusedError(Refusal.NO_OFFER)
        if accept:
            await self._registry.commit(self._room, game.agree_draw(offer.other, self._now))
        else:
            await self._set_offer(game, None)

    async def _set_offer(self, game: HostedGame, seat: Seat | None) -> None:
        stored = None if seat is None else int(seat)
        work = Work(statements=(updated_game(game.row.id, draw_offer=stored),))
        await self._registry.write(self._room, work)
        game.row = replace(game.row, draw_offer=seat)
        self._room.tell(self._now)

    async def _rematch(self, game: HostedGame) -> None:
        self._seat(game)
        if not game.is_over:
            raise RefusedError(Refusal.NOT_OVER)
        if game.row.mode == "replay":
            raise RefusedError(Refusal.NO_OPPONENT)
        if game.row.rematch is None:
            wanted = game.row.rematch_wanted | bits_of_seats(self._connection.held)
            await self._lobby.rematch(self._room, wanted)
        self._room.tell(self._now)
