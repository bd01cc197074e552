"""What a host provides to its games. The defaults need only the standard library."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final, ParamSpec, Protocol, TypeAlias, TypeVar

from kahuna.hosting.play.tokens import new_game_id, new_token
from kahuna.match import ChanceSource, system_chance
from kahuna.record import Signature
from kahuna.record.fair_cards import SEED_BYTES

if TYPE_CHECKING:
    from kahuna.hosting.play.registry import GameRegistry
    from kahuna.hosting.play.room import Room

MAX_CORRECTION: Final = 0.05
"""Largest correction of a clock in one step, in seconds."""
_NO_SPAN: Final = nullcontext()
_P = ParamSpec("_P")
_T = TypeVar("_T")


Signer: TypeAlias = Callable[[bytes], Signature]
"""Signs with the key of a host."""


class SteadyClock:
    """A clock that starts at a time, in seconds since the epoch, and never jumps.

    Setting the system time must not decide a game. Time asleep counts where the system can measure
    it.
    """

    def __init__(self, start: float) -> None:
        # Only Linux has a monotonic clock that counts time asleep.
        boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
        self._steady: Callable[[], float] = (
            time.monotonic if boot_time is None else partial(time.clock_gettime, boot_time)
        )
        self._offset = start - self._steady()

    def __call__(self) -> float:
        """Return the time."""
        return self._offset + self._steady()

    def correct(self, now: float) -> None:
        """Follow another clock in small steps, so that the clocks of all nodes agree."""
        error = now - self()
        self._offset += max(-MAX_CORRECTION, min(MAX_CORRECTION, error))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Chance, time and secrets. Tests can replace them; settings and requests cannot."""

    chance: Callable[[], ChanceSource] = system_chance
    now: Callable[[], float] = field(default_factory=lambda: SteadyClock(time.time()))
    game_id: Callable[[], str] = new_game_id
    token: Callable[[], str] = new_token
    secret: Callable[[], bytes] = partial(secrets.token_bytes, SEED_BYTES)


class Monitor:
    """Is told what happens. A server counts and traces it; this class ignores it."""

    def game_created(self) -> None:
        """Handle a new game."""

    def game_changed(self) -> None:
        """Handle a change of a game."""

    def write_conflicted(self) -> None:
        """Handle a write that lost a race against another writer."""

    def rooms_counted(self, number: int) -> None:
        """Handle how many games are in memory."""

    def bot_decided(self, seconds: float) -> None:
        """Handle how long a bot took for a decision."""

    def span(self, name: str) -> AbstractContextManager[object]:
        """Trace a block."""
        return _NO_SPAN

    def current_request(self) -> str | None:
        """Return the id of the current request, for logs."""
        return None


class Peers:
    """The other nodes that host games of the same store. This class is for a host without any."""

    exist = False
    know_presence = True
    """Whether everybody who is connected to another node is known."""

    def open(self, registry: GameRegistry) -> None:
        """Start to bring the games of a registry up to date."""

    async def close(self) -> None:
        """Stop."""

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with the store; do not call this while holding its lock."""

    def publish(self, game: str, revision: int) -> None:
        """Tell the others that a game now has this revision."""

    def announce_attendance(self, room: Room) -> None:
        """Tell the others who is connected to a room here."""


class Offload(Protocol):
    """Calls slow functions."""

    def __call__(
        self, function: Callable[_P, _T], /, *arguments: _P.args, **options: _P.kwargs
    ) -> Awaitable[_T]:
        """Call a function, and let other work go on meanwhile if possible."""
        ...


async def call_inline(
    function: Callable[_P, _T], /, *arguments: _P.args, **options: _P.kwargs
) -> _T:
    """Call a function at once."""
    return function(*arguments, **options)


def encode_json(message: object) -> bytes:
    """Return a message as JSON; write members of enumerations as their values."""
    text = json.dumps(
        message, ensure_ascii=False, separators=(",", ":"), default=attrgetter("value")
    )
    return text.encode()
