"""Limits on what clients may do: connections and requests, for each address and in total."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal, TypeAlias

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

    def __init__(self, total: int, per_key: int, crowd: Crowd) -> None:
        """Limit connections; ``crowd`` is what a refusal calls those with the same key."""
        self._total = total
        self._per_key = per_key
        self._crowd = crowd
        self._open: Counter[str] = Counter()
        self._num_open = 0

    @contextmanager
    def counted(self, key: str = "") -> Iterator[None]:
        """Count a connection while the block runs; raise :class:`CrowdedError` at a limit."""
        if self._num_open >= self._total:
            raise CrowdedError("server")
        if self._open[key] >= self._per_key:
            raise CrowdedError(self._crowd)
        self._open[key] += 1
        self._num_open += 1
        try:
            yield
        finally:
            self._num_open -= 1
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
