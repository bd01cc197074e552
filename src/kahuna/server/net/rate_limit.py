"""Rate limits with token buckets."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


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
