"""Send the notices that are due, each one once, whichever node does it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar, assert_never

from kahuna.core import Seat
from kahuna.hosting.errors import UnknownGameError
from kahuna.hosting.notices import NoticeKind
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.play.names import seat_name
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.store import StorageError
from kahuna.server.notices.messages import Notice, PushSigner, UnusableTargetError, write
from kahuna.server.notices.outgoing import ForbiddenAddressError, Send
from kahuna.server.store.notice_rows import DueNotice, NoticeRows

LOG = logging.getLogger(__name__)
SWEEP_SECONDS: Final = 5.0
KINDS: Final[tuple[NoticeKind, ...]] = ("begun", "turn", "reminder")
QUIET_SECONDS: Final = 900.0
"""Look again after this long whether quiet hours, or a vacation, are over."""
RETRY_SECONDS: Final = 120.0
MAX_AT_ONCE: Final = 20
"""Requests at a time, so that slow targets do not hold up the others."""
GONE: Final = (404, 410)
"""A push service has forgotten the subscription."""
BUSY: Final = (408, 429)
SERVER_ERROR: Final = 500
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Notifier:
    """Looks for due notices and sends them."""

    def __init__(
        self, registry: GameRegistry, rows: NoticeRows, signer: PushSigner, send: Send
    ) -> None:
        self._registry = registry
        self._rows = rows
        self._signer = signer
        self._send = send

    @property
    def push_key(self) -> str:
        """The public key with which browsers subscribe."""
        return self._signer.public_key

    @property
    def _now(self) -> float:
        return self._registry.sources.now()

    async def run(self) -> None:
        """Send notices until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except StorageError:
                LOG.warning("cannot look for notices")
            except Exception:
                LOG.exception("cannot send notices")

    async def sweep(self) -> None:
        """Send everything that is due now."""
        await self._call(self._rows.forget_unused, self._now)
        limit = asyncio.Semaphore(MAX_AT_ONCE)

        async def handle(due: DueNotice) -> None:
            async with limit:
                if await self._call(self._rows.claim, due, self._now):
                    await self._handle(due)

        for kind in KINDS:
            await asyncio.gather(*map(handle, await self._call(self._rows.due, kind, self._now)))

    async def _handle(self, due: DueNotice) -> None:
        """Send a claimed notice if it still matters and the player is away."""
        found = await self._notice(due)
        if found is None:
            await self._call(self._rows.finish, due)
            return
        notice, is_on_vacation = found
        quiet = due.target.quiet
        if is_on_vacation or (quiet is not None and quiet.contains(self._now)):
            await self._call(self._rows.postpone, due, self._now + QUIET_SECONDS)
            return
        try:
            headers, body = write(notice, due.target, self._signer, self._now)
            status = await self._send(due.target.address, headers, body)
        except (UnusableTargetError, ForbiddenAddressError):
            await self._call(self._rows.forget, due.target.address)
        except OSError:
            await self._call(self._rows.fail, due, self._now + RETRY_SECONDS)
        else:
            await self._note(due, status)

    async def _note(self, due: DueNotice, status: int) -> None:
        """Note how a target has answered."""
        if status in GONE:
            await self._call(self._rows.forget, due.target.address)
        elif status in BUSY or status >= SERVER_ERROR:
            await self._call(self._rows.fail, due, self._now + RETRY_SECONDS)
        else:
            await self._call(self._rows.finish, due)

    async def _notice(self, due: DueNotice) -> tuple[Notice, bool] | None:
        """Return what to say, and whether the player is on vacation.

        Return nothing if somebody has moved, or the player is looking.
        """
        try:
            async with self._registry.room(due.game) as room:
                game = room.game
                seat = _seat_to_tell(game, due)
                if seat is None or seat in room.present or game.deadline is None:
                    return None
                notice = Notice(
                    due.kind,
                    due.game,
                    seat_name(seat),
                    game.metadata.players[seat.other].name,
                    game.deadline,
                    is_first=not game.acted,
                )
                return notice, game.vacation_end(self._now) is not None and seat is game.mover
        except UnknownGameError:
            return None

    async def _call(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        return await asyncio.to_thread(function, *arguments, **options)


def _seat_to_tell(game: HostedGame, due: DueNotice) -> Seat | None:
    """Return the seat that a notice is for; ``None`` if it does not matter any more."""
    mover = game.mover
    if mover is None:
        return None
    match due.kind:
        case "begun":
            # Whoever is to move is told that it is their turn.
            is_bot = game.metadata.players[mover].bot is not None
            is_news = not game.acted and not is_bot and mover not in due.seats
            return mover.other if is_news else None
        case "turn":
            is_news = due.is_at(game.turn_began)
        case "reminder":
            is_news = due.is_at(game.deadline)
        case _:
            assert_never(due.kind)
    return mover if is_news and mover in due.seats else None
