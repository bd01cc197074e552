"""Kahuna, the island game for two: rules, records, matches, bots.

>>> import kahuna
>>> game = kahuna.Game(seed=1, first="white")
>>> game.push("+KL/L")
Move('+KL/L')
>>> len(game.legal_moves)
16
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kahuna.core import EDITIONS, Ruleset, Seat, State, View
    from kahuna.game import Game, Move

__version__ = "0.1.0"

_HOMES = {
    "EDITIONS": "kahuna.core",
    "Game": "kahuna.game",
    "Move": "kahuna.game",
    "Ruleset": "kahuna.core",
    "Seat": "kahuna.core",
    "State": "kahuna.core",
    "View": "kahuna.core",
}
"""Where public names live. They load on first use, so that `import kahuna` stays fast."""

__all__ = ["EDITIONS", "Game", "Move", "Ruleset", "Seat", "State", "View", "__version__"]


def __getattr__(name: str) -> Any:  # noqa: ANN401  # whatever the module holds
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'kahuna' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
