"""Where games take what nobody may predict: chance, time and secrets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from kahuna.match import ChanceSource, system_chance
from kahuna.server.games.tokens import new_game_id, new_token


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Chance, time and secrets. Tests replace them; no setting or request can."""

    chance: Callable[[], ChanceSource] = system_chance
    now: Callable[[], float] = time.time
    game_id: Callable[[], str] = new_game_id
    token: Callable[[], str] = new_token
