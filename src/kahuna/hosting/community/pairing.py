"""Pair people in the lobby: who plays whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

START_RANGE: Final = 150.0
"""How far ratings may differ for quick pairing at first, in points."""
RANGE_PER_SECOND: Final = 10.0
"""How fast that grows while somebody waits."""
MAX_DECLINED: Final = 1
"""Whoever has recently declined more games than this is paired after everybody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """Somebody who looks for an opponent."""

    id: str
    player: str
    """The account or guest; one player may look for several games."""
    terms: Hashable
    """Rules, clock and so on: both must want the same."""
    rating: float
    since: float
    """When the search began, in seconds since the epoch."""
    lowest: float | None = None
    """The range of ratings wanted; with neither limit it widens with time."""
    highest: float | None = None
    avoids: frozenset[str] = frozenset()
    """Players this one has blocked."""
    last_opponent: str | None = None
    num_declined: int = 0

    def accepts(self, rating: float, now: float) -> bool:
        """Return whether an opponent with a rating is welcome."""
        if self.lowest is None and self.highest is None:
            allowed = START_RANGE + RANGE_PER_SECOND * max(0.0, now - self.since)
            return abs(rating - self.rating) <= allowed
        return (self.lowest is None or self.lowest <= rating) and (
            self.highest is None or rating <= self.highest
        )


def pair_up(seekers: Iterable[Seeker], now: float) -> list[tuple[Seeker, Seeker]]:
    """Pair seekers with the same terms, those who wait longest first.

    Each gets the free opponent with the closest rating: somebody who declines again and again only
    if nobody else is free, and the last opponent only if there is nobody else at all.
    """
    groups: defaultdict[Hashable, list[Seeker]] = defaultdict(list)
    for seeker in seekers:
        groups[seeker.terms].append(seeker)
    busy: set[str] = set()
    pairs: list[tuple[Seeker, Seeker]] = []
    for group in groups.values():
        reliable = [seeker for seeker in group if seeker.num_declined <= MAX_DECLINED]
        pairs += _pair_group(reliable, now, busy, allows_rematch=False)
    for allows_rematch in (False, True):
        for group in groups.values():
            pairs += _pair_group(group, now, busy, allows_rematch=allows_rematch)
    return pairs


def can_meet(one: Seeker, other: Seeker, now: float) -> bool:
    """Return whether two seekers may be paired."""
    return (
        one.player != other.player
        and one.terms == other.terms
        and other.player not in one.avoids
        and one.player not in other.avoids
        and one.accepts(other.rating, now)
        and other.accepts(one.rating, now)
    )


def met_last(one: Seeker, other: Seeker) -> bool:
    """Return whether one of two seekers met the other in the last game."""
    return one.last_opponent == other.player or other.last_opponent == one.player


def _pair_group(
    group: Sequence[Seeker], now: float, busy: set[str], *, allows_rematch: bool
) -> Iterator[tuple[Seeker, Seeker]]:
    """Pair seekers of a group; add their players to those who are busy."""
    by_rating = sorted(
        (seeker for seeker in group if seeker.player not in busy), key=lambda seeker: seeker.rating
    )
    ranks = {seeker.id: rank for rank, seeker in enumerate(by_rating)}
    for seeker in sorted(by_rating, key=lambda seeker: (seeker.since, seeker.id)):
        if seeker.player in busy:
            continue
        for other in _by_distance(by_rating, ranks[seeker.id]):
            if other.player in busy or not can_meet(seeker, other, now):
                continue
            if allows_rematch or not met_last(seeker, other):
                busy |= {seeker.player, other.player}
                yield seeker, other
                break


def _by_distance(by_rating: Sequence[Seeker], rank: int) -> Iterator[Seeker]:
    """Yield the other seekers, the closest rating first."""
    rating = by_rating[rank].rating
    low, high = rank - 1, rank + 1
    while low >= 0 or high < len(by_rating):
        is_low_closer = high >= len(by_rating) or (
            low >= 0 and rating - by_rating[low].rating <= by_rating[high].rating - rating
        )
        if is_low_closer:
            yield by_rating[low]
            low -= 1
        else:
            yield by_rating[high]
            high += 1
