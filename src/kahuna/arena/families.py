"""Who can take part in an arena: every bot that one can play against, and yardsticks."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from kahuna.bots.spec import FAMILIES, BotFamily, BotMaker, BotSpecError, Families, read_seconds


def _parse_openspiel(text: str) -> BotMaker:
    """``0.3s`` to think so long a decision."""
    seconds = read_seconds(text)
    if not seconds:
        raise BotSpecError(f"openspiel:{text} cannot be read; it is openspiel:0.3s")
    if find_spec("pyspiel") is None:
        raise BotSpecError("OpenSpiel is not installed: pip install 'kahuna[openspiel]'")

    from kahuna.arena.openspiel import OpenSpielBot

    return lambda rng: OpenSpielBot(rng, seconds)


ARENA_FAMILIES: Final[Families] = {
    **FAMILIES,
    "openspiel": BotFamily(
        "openspiel",
        "openspiel:TIME",
        "OpenSpiel's own search, so long a decision; a yardstick for ours",
        _parse_openspiel,
    ),
}
