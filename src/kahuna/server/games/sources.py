"""Where games take what nobody may predict: chance, time and secrets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from kahuna.match import ChanceSource, system_chance
from kahuna.server.games.tokens import new_game_id, new_token

MAX_CORRECTION: Final = 0.05
"""Seconds by which a clock is corrected at once."""


class SteadyClock:
    """A clock that begins at a time, in seconds since the epoch, and never jumps.

    Setting the time of the machine must not decide a game. Time in which the machine sleeps counts
    where the system can tell.
    """

    def __init__(self, start: float) -> None:
        # Linux alone has a steady clock that counts time asleep.
        boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
        self._steady: Callable[[], float] = (
            time.monotonic if boot_time is None else partial(time.clock_gettime, boot_time)
        )
        self._offset = start - self._steady()

    def __call__(self) -> float:
        """Return the time."""
        return self._offset + self._steady()

    def correct(self, now: float) -> None:
        """Follow another clock in small steps, so that the clocks of nodes stay together."""
        error = now - self()
        self._offset += max(-MAX_CORRECTION, min(MAX_CORRECTION, error))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Chance, time and secrets. Tests replace them; no setting or request can."""

    chance: Callable[[], ChanceSource] = system_chance
    now: Callable[[], float] = field(default_factory=lambda: SteadyClock(time.time()))
    game_id: Callable[[], str] = new_game_id
    token: Callable[[], str] = new_token
