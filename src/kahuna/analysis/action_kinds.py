"""Masks of action kinds, by index into ``ACTIONS``."""

from __future__ import annotations

from typing import Final

import numpy as np

from kahuna.analysis.arrays import Bools
from kahuna.batch.constants import NUM_LINES
from kahuna.core import ACTIONS, Action, Build, Bury, Decline, DrawPile, Remove, Replace, TakeOpen


def _is(*action_kinds: type[Action]) -> Bools:
    return np.array([isinstance(action, action_kinds) for action in ACTIONS])


BUILDS: Final = _is(Build, Replace)
REPLACES: Final = _is(Replace)
REMOVES: Final = _is(Remove)
BURIES: Final = _is(Bury)
TAKES: Final = _is(TakeOpen)
PILE: Final = _is(DrawPile)
DECLINES: Final = _is(Decline)
DRAWS: Final = TAKES | PILE
ENDS: Final = DRAWS | DECLINES
"""Actions that end a turn."""
NAMED_ENDS: Final = {"open": TAKES, "pile": PILE, "decline": DECLINES}
CARDS: Final = np.array(
    [1 if isinstance(a, Build) else 2 if isinstance(a, Remove) else 0 for a in ACTIONS]
)
"""Number of cards that an action plays; discards do not count."""
LINES: Final = np.array([a.line if isinstance(a, Build) else NUM_LINES for a in ACTIONS])
"""The line of a build, or ``NUM_LINES`` for other actions."""
