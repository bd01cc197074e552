"""Everything a player can choose when creating a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import get_args

from kahuna import __version__
from kahuna.bots import LEVELS, Level
from kahuna.core import ARCHIPELAGO, EDITIONS, Island, Ruleset
from kahuna.core.scoring import ROUNDS, score_round
from kahuna.hosting.play.names import Letter, LineName, letter, line_names
from kahuna.hosting.play.new_game import OfferedMode
from kahuna.hosting.play.wire_ruleset import (
    ChoicesOut,
    EditionOut,
    RulesetOut,
    VariantKey,
    render_edition,
    render_options,
    render_ruleset,
)
from kahuna.hosting.schema import TypedDict, closed
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import bot_texts
from kahuna.record import format_ruleset


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
class PositionRules(TypedDict):
    """Rules that a position can have."""

    rules: str
    """As a position names them."""
    edition: str
    variants: list[VariantKey]


@closed
class PositionChoices(TypedDict):
    """What a position that is set up by hand can choose from."""

    rules: list[PositionRules]
    points: list[list[str]]
    """For each round before the last, the possible points of White and Black, such as 1:0."""


@closed
class Catalogue(TypedDict):
    """Everything that a new game or a position can choose from."""

    app_version: str
    editions: list[EditionOut]
    usual: RulesetOut
    """The default rules."""
    choices: ChoicesOut
    positions: PositionChoices
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
        "positions": {"rules": list(_rules()), "points": list(_points())},
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


def _rules() -> Iterator[PositionRules]:
    """List every edition with every combination of the variants that it offers."""
    for edition in EDITIONS.values():
        offers = [key for key in get_args(VariantKey) if key in edition.offers]
        for number in range(len(offers) + 1):
            for variants in combinations(offers, number):
                ruleset = edition.ruleset(**dict.fromkeys(variants, True))
                rules = format_ruleset(ruleset)
                yield {"rules": rules, "edition": edition.key, "variants": list(variants)}


def _points() -> Iterator[list[str]]:
    """List the points that each round before the last can bring, a draw first."""
    for number in range(1, ROUNDS):
        scores = (score_round(Ruleset(), number, stones) for stones in ((0, 0), (1, 0), (0, 1)))
        yield [f"{white}:{black}" for white, black in scores]


def _island(island: Island) -> IslandOut:
    return {
        "letter": letter(island),
        "name": ARCHIPELAGO.names[island],
        "lines": line_names(ARCHIPELAGO.lines_at[island]),
        "majority": ARCHIPELAGO.majority[island],
    }
