"""What can be measured from outside: Prometheus metrics, one registry an app."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_GROUPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Metrics:
    """The metrics of one app. They count; they never name a game, a player or a card."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._commits = Histogram(
            "kahuna_commit_seconds",
            "Time to commit a group of changes",
            registry=self._registry,
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1),
        )
        self._groups = Histogram(
            "kahuna_commit_group",
            "Pieces of work in a commit",
            registry=self._registry,
            buckets=_GROUPS,
        )
        self.changes = Counter("kahuna_changes", "Changes of games", registry=self._registry)
        self.games = Counter("kahuna_games", "Games made", registry=self._registry)
        self.messages = Counter(
            "kahuna_messages", "Messages of clients", ["type"], registry=self._registry
        )
        self.refusals = Counter(
            "kahuna_refusals", "Messages refused", ["code"], registry=self._registry
        )
        self.connections = Gauge("kahuna_connections", "Open WebSockets", registry=self._registry)
        self.rooms = Gauge("kahuna_tables", "Games in memory", registry=self._registry)
        self.thinking = Histogram(
            "kahuna_bot_seconds", "Time a bot took for an action", registry=self._registry
        )

    def committed(self, num: int, seconds: float) -> None:
        """A group was written."""
        self._commits.observe(seconds)
        self._groups.observe(num)

    def exposition(self) -> bytes:
        """All of it, in the text format of Prometheus."""
        return generate_latest(self._registry)
