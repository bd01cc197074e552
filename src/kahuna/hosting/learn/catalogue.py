"""Everything a player can choose when creating a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from kahuna import __version__
from kahuna.bots import LEVELS, Level
from kahuna.core import ARCHIPELAGO, EDITIONS, Island, Ruleset
from kahuna.hosting.play.names import Letter, LineName, letter, line_names
from kahuna.hosting.play.new_game import OfferedMode
from kahuna.hosting.play.wire_ruleset import (
    ChoicesOut,
    EditionOut,
    RulesetOut,
    render_edition,
    render_options,
    render_ruleset,
)
from kahuna.hosting.schema import TypedDict, closed
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import bot_texts


@closed
class BotOut(TypedDict):
    """A bot to play against."""

    key: str
    name: str
    about: str
    """A description in English."""
    level: int
    """Its rank among the opponents; 1 is the weakest."""


@closed
class IslandOut(TypedDict):
    """An island of the board."""

    letter: Letter
    name: str
    lines: list[LineName]
    majority: int


@closed
class Catalogue(TypedDict):
    """Everything that a new game can choose from."""

    app_version: str
    editions: list[EditionOut]
    usual: RulesetOut
    """The default rules."""
    choices: ChoicesOut
    modes: list[OfferedMode]
    """Who can play with whom here."""
    has_coach: bool
    """Whether there are reviews, hints and analyses here."""
    bots: list[BotOut]
    islands: list[IslandOut]
    lan_host: str | None
    """Where others in the local network reach the server; only told to the machine it runs on."""


def render_catalogue(
    lan_host: str | None = None,
    *,
    modes: tuple[OfferedMode, ...] = get_args(OfferedMode),
    levels: Iterable[Level] = LEVELS.values(),
    has_coach: bool = True,
) -> Catalogue:
    """List editions, options, bots and islands."""
    texts, ranks = bot_texts(ENGLISH), list(LEVELS)
    return {
        "app_version": __version__,
        "editions": [render_edition(edition) for edition in EDITIONS.values()],
        "usual": render_ruleset(Ruleset()),
        "choices": render_options(),
        "modes": list(modes),
        "has_coach": has_coach,
        "bots": [
            {
                "key": level.key,
                "name": level.name,
                "about": texts[level.key],
                "level": ranks.index(level.key) + 1,
            }
            for level in levels
        ],
        "islands": [_island(Island(island)) for island in ARCHIPELAGO.islands],
        "lan_host": lan_host,
    }


def _island(island: Island) -> IslandOut:
    return {
        "letter": letter(island),
        "name": ARCHIPELAGO.names[island],
        "lines": line_names(ARCHIPELAGO.lines_at[island]),
        "majority": ARCHIPELAGO.majority[island],
    }
