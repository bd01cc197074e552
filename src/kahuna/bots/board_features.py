"""Features that follow from an observation by arithmetic on the board, as input for networks.

``encoding/inputs.py`` in array form. Shapes: observations are (n, SIZE), lines (n, 27), islands
(n, 12).
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final, TypeAlias

import numpy as np

from kahuna.core import ARCHIPELAGO
from kahuna.encoding.layout import SLICES

Array: TypeAlias = Any
"""An array of NumPy or of JAX."""

_ENDS: Final = tuple(
    np.array([[pair[end] == i for i in ARCHIPELAGO.islands] for pair in ARCHIPELAGO.ends], float)
    for end in (0, 1)
)
"""For the lower and the upper end, the matrix (27, 12) of the island at that end of each line."""
_AT: Final = _ENDS[0] + _ENDS[1]
"""The matrix (27, 12) of the two islands of each line."""
_MAJORITY: Final = np.array(ARCHIPELAGO.majority, float)


def board_features(x: Array, space: ModuleType) -> Array:
    """Derive features from the bridges and the own cards. [R4.1, R5.1, R5.3, R6.1]

    By island, for each side: how many bridges it needs to control it, how many bridges that would
    sweep away, and how many islands the other would lose. By line: whether it is free; for each
    side, at how many of its ends a bridge wins an island, or a removal breaks one; which cards pay
    for it.
    """
    kind = x.dtype
    lower, upper, at = (space.asarray(matrix, dtype=kind) for matrix in (*_ENDS, _AT))
    majority = space.asarray(_MAJORITY, dtype=kind)
    bridges = [x[:, SLICES[name]] for name in ("own_bridges", "their_bridges")]
    cards = x[:, SLICES["own_cards"]]
    free = 1 - bridges[0] - bridges[1]
    counts = [lines @ at for lines in bridges]
    short = [majority - count for count in counts]
    by_island = [
        test.astype(kind) for few in short for test in (few <= 0, few == 1, few == 2, few >= 3)
    ]
    by_line = [free]
    for side, other in ((0, 1), (1, 0)):
        is_near, is_tight = (
            (few == n).astype(kind) for few, n in ((short[side], 1), (short[other], 0))
        )
        theirs = bridges[other]
        lost = (theirs * (is_tight @ upper.T)) @ lower + (theirs * (is_tight @ lower.T)) @ upper
        by_island += [counts[other] / 4, lost / 2]
        by_line += [free * (is_near @ at.T), theirs * (is_tight @ at.T)]
    by_line += [free * ((cards >= 1).astype(kind) @ at.T), bridges[1] * (cards @ at.T)]
    return space.concatenate([*by_island, *by_line], axis=1)
