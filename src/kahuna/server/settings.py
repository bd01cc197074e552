"""Settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from kahuna.workers import num_cores

PAGE = Path(__file__).parent / "page"
"""The built page: the output of ``npm run build`` in ``web/``; wheels contain it."""


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
    lan_host: str | None = None
    """This machine's address in the local network, if the server can be reached there."""
    origin: str | None = None
    """The address of the page, such as ``https://kahuna.example``; ``None`` for no accounts."""
    page: Path = PAGE
    messages_per_second: float = 30.0
    """Sustained rate of WebSocket messages per connection, per second."""
    message_burst: int = 120
    """How many messages may come at once."""
    requests_per_second: float = 5.0
    """Sustained rate of HTTP requests that create something, per address and second."""
    request_burst: int = 60
    """How many such requests may come at once."""
    new_accounts_per_hour: int = 20
    """How many accounts may be created from one address."""
    hello_seconds: float = 15.0
    """How long a connection may take to send its first valid message."""
    header_seconds: float = 10.0
    """How long a request may take to send its header."""
    body_seconds: float = 30.0
    """How long a request may take to send its body."""
    ready_seconds: float = 2.0
    """How long a write may take before the server counts as not ready."""
    max_connections: int = 4000
    """Limit on open WebSockets; there may be as many other connections."""
    max_connections_per_address: int = 100
    """Limit on open WebSockets from one IPv4 address or IPv6 /64 network."""
    max_connections_per_token: int = 8
    """Limit on open WebSockets with the same token."""
    reserved_for_players: float = 0.25
    """The share of all WebSockets reserved for players."""
    notices_contact: str | None = None
    """Whom push services can contact, as ``mailto:`` or ``https:`` URL; ``None``: no notices."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose ``X-Forwarded-For`` is trusted."""
    max_games_in_memory: int = 1000
    """With more games in memory than this, evict unused ones."""
    archive_minutes: float = 10.0
    """Minutes after which a finished game is compressed."""
    expire_days: float | None = None
    """Days without a move after which a game is deleted; ``None`` to keep all games."""
    tidy_seconds: float = 60.0
    """Seconds between searches for games to compress or delete."""
    review_budget: int = 50_000
    """Network evaluations that a review may spend on unclear decisions."""
    bot_processes: int = field(default_factory=lambda: max(2, num_cores() // 2))
    """Processes in which bots decide; 0 for a thread of the server."""
    takes_bot_jobs: bool = True
    """With a hub: whether a node runs bots itself or leaves them to workers."""
    bot_lease_seconds: float = 10.0
    """After this long without a heartbeat, others take over a worker's jobs."""
    bot_seconds: float = 15.0
    """How long a bot may take for a decision before a simple bot takes over."""
