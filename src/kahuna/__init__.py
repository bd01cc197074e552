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
    from kahuna import batch, bots, chart, coach, core, match, record
    from kahuna.core import EDITIONS, KahunaError, Ruleset, Seat, State, View, custom
    from kahuna.game import Game, GameError, IllegalMoveError, InvalidMoveError, Move

__version__ = "0.1.0"

__all__ = [
    "EDITIONS",
    "Game",
    "GameError",
    "IllegalMoveError",
    "InvalidMoveError",
    "KahunaError",
    "Move",
    "Ruleset",
    "Seat",
    "State",
    "View",
    "__version__",
    "batch",
    "bots",
    "chart",
    "coach",
    "core",
    "custom",
    "match",
    "record",
]

_HOMES = {
    "EDITIONS": "core",
    "Game": "game",
    "GameError": "game",
    "IllegalMoveError": "game",
    "InvalidMoveError": "game",
    "KahunaError": "core",
    "Move": "game",
    "Ruleset": "core",
    "Seat": "core",
    "State": "core",
    "View": "core",
    "custom": "core",
}
"""The modules of public names; the other public names are modules. All load on first use."""


def __getattr__(name: str) -> Any:  # noqa: ANN401  # whatever the module holds
    if name in _HOMES:
        return getattr(import_module(f"kahuna.{_HOMES[name]}"), name)
    if name in __all__:
        return import_module(f"kahuna.{name}")
    raise AttributeError(f"module 'kahuna' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
