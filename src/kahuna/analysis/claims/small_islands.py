"""The claim that small islands are easily won and lost."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis.arrays import Bools, Floats
from kahuna.analysis.claims.verdict import ClaimVerdict, verdict
from kahuna.analysis.estimate import Interval, ratio
from kahuna.analysis.flow import after_turns, turn_starts
from kahuna.analysis.islands import balance
from kahuna.analysis.self_play import Games, rows
from kahuna.core import ARCHIPELAGO

SIZES: Final = tuple(sorted({lines.bit_count() for lines in ARCHIPELAGO.lines_at}))
_SMALL: Final = (3, 4)


class Size(NamedTuple):
    """Islands with the same number of lines."""

    islands: tuple[int, ...]
    won: Interval
    """How often a turn wins such an island that its player does not control."""
    lost: Interval
    """How often a turn takes such an island away from the opponent, who controls it."""


class SmallIslands(NamedTuple):
    """How often islands are won and lost, by their number of lines."""

    sizes: dict[int, Size]
    larger: Size
    """All islands that are not small."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if islands of all small sizes are won and lost more often than the larger ones."""
        found = [
            of_size.low > of_larger.high
            for size in _SMALL
            for of_size, of_larger in zip(self.sizes[size][1:], self.larger[1:], strict=True)
        ]
        return verdict(holds=all(found), partly=any(found))


def small_islands(games: Games) -> SmallIslands:
    """Count turns that win islands or take them from the opponent."""
    at = turn_starts(games)
    of_game = games.game[at]
    sign = 1 - 2 * games.seat[at].astype(np.int8)[:, None]
    before = (balance(rows(games.before, at)) * sign).astype(np.int8)
    after = (balance(after_turns(games, at)) * sign).astype(np.int8)

    def share(events: Bools, cases: Bools) -> Interval:
        parts, wholes = (_sums(which, of_game, games.num) for which in (events & cases, cases))
        return ratio(parts, wholes)

    def size(islands: tuple[int, ...]) -> Size:
        then, now = before[:, islands], after[:, islands]
        return Size(islands, share(now == 1, then != 1), share(now != -1, then == -1))

    by_size = {
        number: tuple(
            island
            for island in ARCHIPELAGO.islands
            if ARCHIPELAGO.lines_at[island].bit_count() == number
        )
        for number in SIZES
    }
    large = tuple(i for number, islands in by_size.items() for i in islands if number not in _SMALL)
    return SmallIslands({number: size(islands) for number, islands in by_size.items()}, size(large))


def _sums(which: Bools, of_game: Floats, num: int) -> Floats:
    """Count cases per game."""
    return np.bincount(of_game, which.sum(axis=1), num)
