"""How a server is set up, and where it takes from what nobody may predict."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kahuna.match import ChanceSource, system_chance
from kahuna.server.games.tokens import new_game_id, new_token

PAGE = Path(__file__).parent / "page"
"""The built page; made by ``npm run build`` in ``web/``, and part of a wheel."""


def default_db_url() -> str:
    """A SQLite file in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(home) / 'kahuna' / 'games.db'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What may be set."""

    db_url: str
    allowed_hosts: tuple[str, ...] | None = None
    """Names under which the server answers; any if not given."""
    page: Path = PAGE
    messages_per_second: float = 30.0
    """What a connection may send in the long run …"""
    message_burst: int = 120
    """… and how much at once."""
    requests_per_second: float = 5.0
    """What an address may send over HTTP that makes something new …"""
    request_burst: int = 60
    hello_seconds: float = 15.0
    """How long a connection may wait with its hello."""
    max_connections: int = 4000
    max_games_in_memory: int = 1000
    """Games that are kept in memory although nobody is there."""
    bot_processes: int = 1
    """Processes in which bots think; with 0 they think in a thread of the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Chance, time and secrets. Tests bring their own; nothing here can be set from outside."""

    chance: Callable[[], ChanceSource] = system_chance
    now: Callable[[], float] = time.time
    game_id: Callable[[], str] = new_game_id
    token: Callable[[], str] = new_token
