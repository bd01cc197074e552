"""The claim that linked islands protect each other.

Two islands are linked if the same player controls both and has a bridge between them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis.arrays import Floats, Ints
from kahuna.analysis.claims.verdict import ClaimVerdict, verdict
from kahuna.analysis.estimate import Interval, mean, regress
from kahuna.analysis.flow import after_turns, turn_starts
from kahuna.analysis.islands import balance, bits
from kahuna.analysis.self_play import Games, rows
from kahuna.batch.cards import size
from kahuna.batch.constants import NUM_LINES
from kahuna.batch.state import Clock
from kahuna.core import ARCHIPELAGO

MOST_LINKS: Final = 3
"""More links count as this many."""
_MAX_GAMES: Final = 2048
_NOTABLE: Final = 0.1

_ENDS: Final[Ints] = np.array(ARCHIPELAGO.ends)
_AT: Final[Floats] = np.array(
    [[island in ends for island in ARCHIPELAGO.islands] for ends in ARCHIPELAGO.ends], dtype=float
)
_MAJORITY: Final[Ints] = np.array(ARCHIPELAGO.majority)


class LinkedIslands(NamedTuple):
    """How often the opponent's turn breaks the control of an island."""

    by_links: list[Interval]
    """By the number of islands that it is linked with; the last counts more, too."""
    effect: Interval
    """Of one more link, other things being equal."""
    lost: Interval
    """On average."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if a link lowers the risk by a tenth or more, partly if by less."""
        is_lower = self.effect.high < 0
        is_notable = -self.effect.value >= _NOTABLE * self.lost.value
        return verdict(holds=is_lower and is_notable, partly=is_lower)


def links(games: Games) -> LinkedIslands:
    """Compare controlled islands with more and with fewer links, at the start of a turn."""
    at = turn_starts(games)
    at = at[games.game[at] < _MAX_GAMES]
    states = rows(games.before, at)
    sign = (1 - 2 * games.seat[at].astype(np.int64))[:, None]
    before, after = balance(states) * sign, balance(after_turns(games, at)) * sign
    bridges = bits(states.bridges[0], range(NUM_LINES)), bits(states.bridges[1], range(NUM_LINES))
    theirs = np.where(sign > 0, bridges[1], bridges[0])
    is_held = before < 0
    linked = theirs * is_held[:, _ENDS[:, 0]] * is_held[:, _ENDS[:, 1]]
    turn, island = np.nonzero(is_held)
    num_links = np.minimum((linked @ _AT)[turn, island], MOST_LINKS).astype(np.int64)
    spare = ((theirs @ _AT) - _MAJORITY)[turn, island]
    is_lost = after[turn, island] >= 0
    of_game = games.game[at][turn]
    clock = states.clock[turn]
    white, black = (np.asarray(size(cards)) for cards in states.cards)
    hand = np.where(sign[:, 0] > 0, white, black)[turn]
    stage = np.asarray(Clock.ROUND.of(clock)) + (np.asarray(Clock.LAST_TURNS.of(clock)) > 0)
    held = [(before == owner).sum(axis=1)[turn] for owner in (1, -1)]
    x = np.column_stack(
        [num_links, _dummies(island), _others(spare), _others(hand), _others(stage), *held]
    )
    return LinkedIslands(
        [mean(is_lost[num_links == k], of_game[num_links == k]) for k in range(MOST_LINKS + 1)],
        regress(x, is_lost, of_game)[0],
        mean(is_lost, of_game),
    )


def _dummies(numbers: Ints) -> Floats:
    """Return a column of 0 and 1 for every value."""
    columns: Floats = np.equal(numbers[:, None], np.unique(numbers)).astype(float)
    return columns


def _others(numbers: Ints) -> Floats:
    """Return such columns for all values but the lowest."""
    return _dummies(numbers)[:, 1:]
