"""Where games take what nobody may predict: chance, time and secrets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kahuna.match import ChanceSource, system_chance
from kahuna.server.games.tokens import new_game_id, new_token


def steady_clock(start: float) -> Callable[[], float]:
    """Return a clock that begins at ``start``, in seconds since the epoch, and never jumps.

    Setting the time of the machine must not decide a game. Time in which the machine sleeps counts
    where the system can tell.
    """
    # Linux alone has a steady clock that counts time asleep.
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)

    def steady() -> float:
        return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)

    began = steady()
    return lambda: start + (steady() - began)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Chance, time and secrets. Tests replace them; no setting or request can."""

    chance: Callable[[], ChanceSource] = system_chance
    now: Callable[[], float] = field(default_factory=lambda: steady_clock(time.time()))
    game_id: Callable[[], str] = new_game_id
    token: Callable[[], str] = new_token
