"""Settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from kahuna.workers import num_cores

PAGE = Path(__file__).parent / "page"
"""The built page: made by ``npm run build`` in ``web/``, and part of a wheel."""


def default_db_url() -> str:
    """Return the URL of a SQLite file in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(home) / 'kahuna' / 'games.db'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set."""

    db_url: str
    hub_url: str | None = None
    """Redis, if this server is one of several nodes on the same database."""
    allowed_hosts: tuple[str, ...] | None = None
    """Host names to which the server answers; ``None`` for any."""
    page: Path = PAGE
    messages_per_second: float = 30.0
    """Sustained rate of WebSocket messages per connection …"""
    message_burst: int = 120
    """… and how many may come at once."""
    requests_per_second: float = 5.0
    """Sustained rate of HTTP requests that create something, per address …"""
    request_burst: int = 60
    """… and how many may come at once."""
    hello_seconds: float = 15.0
    """How long a connection may take for its first valid message."""
    header_seconds: float = 10.0
    """How long a request may take for its header …"""
    body_seconds: float = 30.0
    """… and for its body."""
    ready_seconds: float = 2.0
    """How long the database may take for a write until the server is not ready."""
    max_connections: int = 4000
    """Open WebSockets; as many connections again may wait for an HTTP request."""
    max_connections_per_address: int = 100
    """Open WebSockets from one IPv4 address or IPv6 network of 64 bits."""
    max_http_connections_per_address: int = 64
    """Connections from one address that are not WebSockets."""
    max_connections_per_token: int = 8
    """Open WebSockets with the same token."""
    reserved_for_players: float = 0.25
    """The share of all WebSockets that spectators cannot take."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies, whose ``X-Forwarded-For`` is believed."""
    max_games_in_memory: int = 1000
    """Games above which those are dropped from memory that nobody looks at."""
    archive_minutes: float = 10.0
    """Minutes after which a finished game is compressed."""
    expire_days: float | None = None
    """Days without a move after which a game is deleted; ``None`` to keep all games."""
    tidy_seconds: float = 60.0
    """Seconds between two searches for games to compress or delete."""
    review_budget: int = 60_000
    """Evaluations of the network that a review may spend on open verdicts."""
    bot_processes: int = field(default_factory=lambda: max(2, num_cores() // 2))
    """Processes in which bots decide; 0 for a thread of the server."""
    takes_bot_jobs: bool = True
    """Whether a node decides for bots, where there is a hub, or leaves that to workers."""
    bot_lease_seconds: float = 10.0
    """After how long without a sign of life others take the jobs of a worker."""
    bot_seconds: float = 15.0
    """How long a bot may take for a decision until a simple bot decides."""
