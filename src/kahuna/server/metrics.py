"""Prometheus metrics, with one registry per application."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import partial

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
)

from kahuna.hosting.play.services import Monitor
from kahuna.server.tracing import current_request, span

_COMMIT_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1)
_MESSAGE_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_GROUP_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Metrics(Monitor):
    """The metrics of one application. They never name a game, a player or a card."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter = partial(Counter, registry=self.registry)
        gauge = partial(Gauge, registry=self.registry)
        histogram = partial(Histogram, registry=self.registry)
        # Memory, file descriptors and CPU time; only Linux has them.
        ProcessCollector(registry=self.registry)

        # Storage and other nodes
        self._commits = histogram(
            "kahuna_commit_seconds",
            "Time to commit a group of transactions",
            buckets=_COMMIT_SECONDS,
        )
        self._groups = histogram(
            "kahuna_commit_group", "Transactions in a group", buckets=_GROUP_SIZES
        )
        self.write_errors = counter("kahuna_write_errors", "Transactions that could not be stored")
        self.conflicts = counter(
            "kahuna_conflicts", "Writes that lost a race against another writer"
        )
        self.refreshes = counter("kahuna_refreshes", "Games brought up to date with other nodes")
        self.hub_up = gauge(
            "kahuna_hub_up", "Whether hints from other nodes arrive; always 0 without a hub"
        )

        # Games and clients
        self.changes = counter("kahuna_changes", "Changes to games")
        self.games = counter("kahuna_games", "Games created")
        self.games_in_memory = gauge("kahuna_games_in_memory", "Games in memory")
        self.messages = counter("kahuna_messages", "Messages from clients", ["type"])
        self.refusals = counter("kahuna_refusals", "Messages refused", ["code"])
        self.message_seconds = histogram(
            "kahuna_message_seconds",
            "Time to handle a client's message, by type",
            ["type"],
            buckets=_MESSAGE_SECONDS,
        )
        self.event_loop_lag = histogram(
            "kahuna_event_loop_lag_seconds",
            "How late the event loop ran a timer",
            buckets=_MESSAGE_SECONDS,
        )
        self.num_connections = 0
        """Open WebSockets."""
        connections = gauge("kahuna_connections", "Open WebSockets")
        connections.set_function(lambda: self.num_connections)
        self.connections_refused = counter(
            "kahuna_connections_refused",
            "WebSockets refused, by the limit that was reached",
            ["limit"],
        )

        # Bots
        self.thinking = histogram("kahuna_bot_seconds", "Time a bot took for an action")
        self.bot_queue = gauge("kahuna_bot_queue", "Bot decisions waiting for a worker")
        self.bot_deadline_misses = counter(
            "kahuna_bot_deadline_misses", "Bot decisions that took too long"
        )
        self.bot_fallbacks = counter(
            "kahuna_bot_fallbacks",
            "Bot turns played by a simple bot because earlier attempts failed or killed a worker",
        )

    def committed(self, num: int, seconds: float) -> None:
        """Count a group of ``num`` transactions that took ``seconds``."""
        self._commits.observe(seconds)
        self._groups.observe(num)

    def game_created(self) -> None:
        """Count a new game."""
        self.games.inc()

    def game_changed(self) -> None:
        """Count a change of a game."""
        self.changes.inc()

    def write_conflicted(self) -> None:
        """Count a write that lost a race against another writer."""
        self.conflicts.inc()

    def rooms_counted(self, number: int) -> None:
        """Note how many games are in memory."""
        self.games_in_memory.set(number)

    def bot_decided(self, seconds: float) -> None:
        """Note how long a bot took for a decision."""
        self.thinking.observe(seconds)

    def span(self, name: str) -> AbstractContextManager[object]:
        """Trace a block."""
        return span(name)

    def current_request(self) -> str | None:
        """Return the id of the current request."""
        return current_request()
