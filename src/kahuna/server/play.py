"""What a visitor asks of a game, and what is done about it."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kahuna.core import IllegalActionError, Seat, preview
from kahuna.server.desk import Desk
from kahuna.server.house import House
from kahuna.server.live import UNDO, LiveGame, canonical
from kahuna.server.protocol import (
    Act,
    AnswerDraw,
    Hello,
    Look,
    OfferDraw,
    Ping,
    Preview,
    Rematch,
    Resign,
    Undo,
)
from kahuna.server.refusals import RefusedError
from kahuna.server.rows import bits_of_seats
from kahuna.server.store import Work, updated_game
from kahuna.server.table import Table
from kahuna.server.telling import looked, tell
from kahuna.server.visitor import Visitor
from kahuna.server.words import Refusal

Request = Act | Undo | Preview | Look | Resign | OfferDraw | AnswerDraw | Rematch | Ping | Hello


class Play:
    """One visitor at one table."""

    def __init__(self, house: House, desk: Desk, table: Table, visitor: Visitor) -> None:
        self._house = house
        self._desk = desk
        self._table = table
        self._visitor = visitor

    async def enter(self) -> None:
        """Sit down: the visitor is sent the whole game."""
        async with self._house.locked(self._table):
            self._table.enter(self._visitor)
            self._answer()

    def leave(self) -> None:
        """Go; others are told."""
        self._table.leave(self._visitor)

    async def handle(self, request: Request) -> None:
        """Do what is asked; raises :class:`RefusedError` if it is not done."""
        try:
            async with self._house.locked(self._table) as live:
                await self._do(request, live)
        except RefusedError as error:
            if error.code is not Refusal.STALE_VERSION:
                raise
            self._visitor.post(error.message(request.type, getattr(request, "key", None)))
            self._visitor.forget()
            # A game that somebody else has changed is read again here, and everybody is told.
            async with self._house.locked(self._table):
                self._answer()

    async def _do(self, request: Request, live: LiveGame) -> None:
        match request:
            case Act():
                await self._act(request, live)
            case Undo():
                await self._undo(request, live)
            case Preview(action=action):
                self._preview(action, live)
            case Look(at=at):
                self._look(at, live)
            case Resign():
                seat = self._seat(live)
                await self._house.expire(self._table)
                await self._house.commit(self._table, live.resign(seat, self._now))
            case OfferDraw():
                await self._offer_draw(live)
            case AnswerDraw(accept=accept):
                await self._answer_draw(live, accept=accept)
            case Rematch():
                await self._rematch(live)
            case Ping():
                self._visitor.post({"type": "pong"})
            case Hello():
                self._visitor.forget()
                self._answer()
            case _:
                assert_never(request)

    @property
    def _now(self) -> float:
        return self._house.sources.now()

    def _answer(self, key: str | None = None) -> None:
        """Send the game to this visitor alone."""
        self._table.tell(self._now, asker=self._visitor, key=key, only=self._visitor)

    def _seat(self, live: LiveGame) -> Seat:
        """The seat for which the visitor speaks; with both, the one to move."""
        held = self._visitor.held
        if not held:
            raise RefusedError(Refusal.NOT_A_PLAYER)
        return live.mover if live.mover in held else held[0]

    async def _act(self, request: Act, live: LiveGame) -> None:
        seat = self._seat(live)
        if self._is_answered_again(request, request.action, live):
            return
        await self._house.expire(self._table)
        change = live.act(
            seat, request.action, version=request.version, key=request.key, at=self._now
        )
        await self._house.commit(self._table, change, asker=self._visitor, key=request.key)

    def _is_answered_again(self, request: Act | Undo, what: str, live: LiveGame) -> bool:
        """Whether this was done already under the same key; then the answer is given again."""
        before = live.asked_before(self._visitor.held, request.key)
        if before is None:
            return False
        if before != what and before != canonical(what):
            raise RefusedError(Refusal.KEY_REUSED, action=what)
        self._answer(request.key)
        return True

    async def _undo(self, request: Undo, live: LiveGame) -> None:
        seat = self._seat(live)
        if self._is_answered_again(request, UNDO, live):
            return
        await self._house.expire(self._table)
        change = live.undo(seat, version=request.version, key=request.key, at=self._now)
        await self._house.commit(self._table, change, asker=self._visitor, key=request.key)

    def _preview(self, text: str, live: LiveGame) -> None:
        seat = self._seat(live)
        if live.is_over:
            raise RefusedError(Refusal.GAME_OVER, action=text)
        if seat is not live.mover:
            raise RefusedError(Refusal.NOT_YOUR_TURN, action=text)
        action = live.read_action(text)
        try:
            events = preview(live.authority.view(seat), action)
        except IllegalActionError as error:
            raise RefusedError(Refusal.ILLEGAL_ACTION, reason=error.reason, action=text) from None
        self._visitor.post({"type": "previewed", "action": text, "events": tell(events)})

    def _look(self, at: int, live: LiveGame) -> None:
        log = live.log(live.authority.view(self._visitor.viewer_of(live)))
        if at > len(log):
            raise RefusedError(Refusal.BAD_MESSAGE)
        self._visitor.post(looked(log[:at]))

    async def _offer_draw(self, live: LiveGame) -> None:
        seat = self._seat(live)
        if live.is_over:
            raise RefusedError(Refusal.GAME_OVER)
        if live.row.players[seat.other].bot is not None or live.row.invite_hash is not None:
            raise RefusedError(Refusal.NO_OPPONENT)
        if live.row.draw_offer is not None:
            raise RefusedError(Refusal.ALREADY_OFFERED)
        await self._set_offer(live, seat)

    async def _answer_draw(self, live: LiveGame, *, accept: bool) -> None:
        self._seat(live)
        if live.is_over:
            raise RefusedError(Refusal.GAME_OVER)
        offer = live.row.draw_offer
        if offer is None or offer.other not in self._visitor.held:
            raise RefusedError(Refusal.NO_OFFER)
        if accept:
            await self._house.commit(self._table, live.agree_draw(offer.other, self._now))
        else:
            await self._set_offer(live, None)

    async def _set_offer(self, live: LiveGame, seat: Seat | None) -> None:
        stored = None if seat is None else int(seat)
        work = Work(statements=(updated_game(live.row.id, draw_offer=stored),))
        await self._house.write(self._table, work)
        live.row = replace(live.row, draw_offer=seat)
        self._table.tell(self._now)

    async def _rematch(self, live: LiveGame) -> None:
        self._seat(live)
        if not live.is_over:
            raise RefusedError(Refusal.NOT_OVER)
        if live.row.mode == "replay":
            raise RefusedError(Refusal.NO_OPPONENT)
        if live.row.rematch is None:
            wanted = live.row.rematch_wanted | bits_of_seats(self._visitor.held)
            await self._desk.rematch(self._table, wanted)
        self._table.tell(self._now)
