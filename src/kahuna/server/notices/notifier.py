"""Send the notices that are due, each one once, whichever node does it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from kahuna.hosting.errors import UnknownGameError
from kahuna.hosting.play.names import seat_name
from kahuna.hosting.play.registry import GameRegistry
from kahuna.hosting.store import StorageError
from kahuna.server.notices.messages import Notice, PushSigner, UnusableTargetError, write
from kahuna.server.notices.outgoing import ForbiddenAddressError, Send
from kahuna.server.store.notice_rows import DueNotice, NoticeRows

LOG = logging.getLogger(__name__)
SWEEP_SECONDS: Final = 5.0
QUIET_SECONDS: Final = 900.0
"""Look again after this long whether quiet hours are over."""
RETRY_SECONDS: Final = 120.0
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
        for due in (
            *await self._call(self._rows.due, "turn", self._now),
            *await self._call(self._rows.due, "reminder", self._now),
        ):
            if await self._call(self._rows.claim, due, self._now):
                await self._handle(due)

    async def _handle(self, due: DueNotice) -> None:
        """Send a claimed notice if the player still has to move and is away."""
        notice = await self._notice(due)
        if notice is None:
            await self._call(self._rows.finish, due)
            return
        quiet = due.target.quiet
        if quiet is not None and quiet.contains(self._now):
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

    async def _notice(self, due: DueNotice) -> Notice | None:
        """Return what to say; nothing if somebody has moved, or the player is looking."""
        try:
            async with self._registry.room(due.game) as room:
                game, mover = room.game, room.game.mover
                is_current = game.deadline == due.deadline
                if mover not in due.seats or mover in room.present or not is_current:
                    return None
                opponent = game.metadata.players[mover.other].name
                return Notice(due.kind, due.game, seat_name(mover), opponent, due.deadline)
        except UnknownGameError:
            return None

    async def _call(
        self, function: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs
    ) -> _T:
        return await asyncio.to_thread(function, *arguments, **options)
