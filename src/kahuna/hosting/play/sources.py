"""Sources of chance, time and secrets, which nobody may predict."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from kahuna.hosting.play.tokens import new_game_id, new_token
from kahuna.match import ChanceSource, system_chance

MAX_CORRECTION: Final = 0.05
"""Largest correction of a clock in one step, in seconds."""


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
