"""How much somebody may ask for: buckets that fill up slowly and are emptied by asking."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class TokenBucket:
    """Room for so much at once, and for so much a second in the long run."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._now = now
        self._left = self._burst
        self._at = now()

    def take(self) -> bool:
        """Whether there is room for one more."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing was asked for in a long time."""
        return self._left + (self._now() - self._at) * self._rate >= self._burst


class RateLimiter:
    """A bucket for every address."""

    MOST = 10_000

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> bool:
        """Whether an address may ask for one more thing."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.MOST:
                self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full}
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst)
        return bucket.take()
