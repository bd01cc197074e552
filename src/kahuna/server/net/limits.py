"""Limits on what clients may do: connections and requests, for each address and in total."""

from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal, TypeAlias

from kahuna.server.metrics import Metrics
from kahuna.server.settings import Settings

LOG = logging.getLogger(__name__)
Crowd: TypeAlias = Literal["address", "token", "spectators", "server"]
"""Which limit was reached."""


def is_loopback(host: str) -> bool:
    """Return whether an address belongs to the loopback interface."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def address_group(host: str) -> str:
    """Return what counts as one client: an IPv4 address, or an IPv6 network of 64 bits.

    Providers hand out whole /64 networks, so a single client has more IPv6 addresses than a server
    could count.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


class TokenBucket:
    """Allows ``burst`` requests at once and ``rate`` requests per second in the long run."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._now = now
        self._left = self._burst
        self._at = now()

    def take(self) -> bool:
        """Take a token; return whether there was one."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether the bucket is full again."""
        return self._left + (self._now() - self._at) * self._rate >= self._burst


class RateLimiter:
    """Keeps a bucket for every address."""

    MAX_ADDRESSES = 10_000

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> bool:
        """Return whether an address may make another request."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.MAX_ADDRESSES:
                self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full}
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst)
        return bucket.take()


class CrowdedError(Exception):
    """There are too many connections."""

    def __init__(self, crowd: Crowd) -> None:
        super().__init__(crowd)
        self.crowd = crowd


class ConnectionLimit:
    """Limits open connections, in total and for each key."""

    def __init__(self, total: int, per_key: int) -> None:
        self._total = total
        self._per_key = per_key
        self._open: Counter[str] = Counter()
        self._num_open = 0

    def enter(self, key: str) -> Literal["total", "key"] | None:
        """Count a connection, or return which limit it exceeds."""
        if self._num_open >= self._total:
            return "total"
        if self._open[key] >= self._per_key:
            return "key"
        self._open[key] += 1
        self._num_open += 1
        return None

    def leave(self, key: str) -> None:
        """Stop counting a connection."""
        self._num_open -= 1
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


class Admission:
    """Decides which WebSockets may stay.

    Some of the capacity is reserved for players: a crowd of spectators cannot lock them out.
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._metrics = metrics
        self._addresses = ConnectionLimit(
            settings.max_connections, settings.max_connections_per_address
        )
        self._tokens = ConnectionLimit(settings.max_connections, settings.max_connections_per_token)
        reserved = int(settings.max_connections * settings.reserved_for_players)
        self._max_spectators = settings.max_connections - reserved
        self._num_spectators = 0

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        """Count a connection from an address while the block runs."""
        limit = self._addresses.enter(address)
        if limit is not None:
            raise self._refused("server" if limit == "total" else "address")
        try:
            yield
        finally:
            self._addresses.leave(address)

    @contextmanager
    def seat_holder(self, token: str) -> Iterator[None]:
        """Count a connection with a valid token while the block runs."""
        if self._tokens.enter(token) is not None:
            raise self._refused("token")
        try:
            yield
        finally:
            self._tokens.leave(token)

    @contextmanager
    def spectator(self) -> Iterator[None]:
        """Count a spectator while the block runs."""
        if self._num_spectators >= self._max_spectators:
            raise self._refused("spectators")
        self._num_spectators += 1
        try:
            yield
        finally:
            self._num_spectators -= 1

    def _refused(self, crowd: Crowd) -> CrowdedError:
        self._metrics.connections_refused.labels(crowd).inc()
        LOG.warning("connections are refused: too many", extra={"limit": crowd})
        return CrowdedError(crowd)
