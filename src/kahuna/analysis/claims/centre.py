"""The claim that the centre matters most."""

from __future__ import annotations

from math import dist
from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis.arrays import Bools, Ints
from kahuna.analysis.claims.verdict import ClaimVerdict, verdict
from kahuna.analysis.estimate import Interval, regress
from kahuna.analysis.flow import first_in_round
from kahuna.analysis.islands import balance
from kahuna.analysis.self_play import Games, rows
from kahuna.chart.geometry import ISLANDS
from kahuna.core import ARCHIPELAGO

_PLACES: Final = [island.stone for island in ISLANDS]
_MIDDLE: Final = tuple(float(number) for number in np.mean(_PLACES, axis=0))
NUM_CENTRAL: Final = 5
"""Five islands are within 160 units of the middle of the map, the others beyond 210."""
CENTRAL: Final = tuple(
    sorted(ARCHIPELAGO.islands, key=lambda island: dist(_PLACES[island], _MIDDLE))[:NUM_CENTRAL]
)
_IS_CENTRAL: Final[Bools] = np.isin(np.array(ARCHIPELAGO.islands), CENTRAL)
_NUM_LINES: Final[Ints] = np.array([lines.bit_count() for lines in ARCHIPELAGO.lines_at])
_BEST: Final = 3


class Centre(NamedTuple):
    """The value of control at the second scoring, as a share of a win."""

    central: Interval
    """Of a central island, compared with nobody's control."""
    outer: Interval
    difference: Interval
    """Of a central island compared with another."""
    same_lines: Interval
    """The same for islands with the same number of lines."""
    best: tuple[int, ...]
    """The most valuable islands."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if central islands are worth more and are the best; partly if worth more."""
        is_worth_more = self.difference.low > 0
        return verdict(holds=is_worth_more and set(self.best) <= set(CENTRAL), partly=is_worth_more)


def centre(games: Games) -> Centre:
    """Regress the result on who controls which islands."""
    at = first_in_round(games, 3)
    of_game = games.game[at]
    control = balance(rows(games.before, at))
    score = (games.result[of_game] + 1) / 2
    others = np.stack([1 - 2 * games.first[of_game], np.ones(len(at))], axis=1)
    inner, outer = control[:, _IS_CENTRAL].sum(axis=1), control[:, ~_IS_CENTRAL].sum(axis=1)
    total, lines = control.sum(axis=1), control @ _NUM_LINES
    apart = regress(np.column_stack([inner, outer, others]), score)
    together = regress(np.column_stack([total, inner, others]), score)
    by_lines = regress(np.column_stack([total, inner, lines, others]), score)
    each = [found.value for found in regress(np.hstack([control, others]), score)]
    ranks = np.argsort(each[: len(ARCHIPELAGO.islands)])[::-1]
    return Centre(apart[0], apart[1], together[1], by_lines[1], tuple(ranks[:_BEST].tolist()))
