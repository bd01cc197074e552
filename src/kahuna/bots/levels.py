"""The ladder of opponents, in order of strength and in even steps.

Beginners evaluate single plays with errors; students play the champion's policy with limits; the
champion, and twice the champion with search, come last. docs/levels.md has the measured steps.

This table is the only place that lists the levels. A new one also needs its description in
``i18n/bots.toml``, its portrait ``web/src/avatars/KEY.svg`` and a row in docs/levels.md; it may
have lines to say in ``web/texts`` (section ``voices``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from kahuna.bots.beginner import BeginnerBot, BeginnerErrors
from kahuna.bots.greedy import GreedyBot
from kahuna.bots.limits import Limits, Style
from kahuna.bots.networks import CHAMPION, load_network
from kahuna.bots.neural_search import NeuralSearchBot
from kahuna.bots.policy_bot import NO_STYLE, PolicyBot
from kahuna.match import Agent

BotMaker: TypeAlias = Callable[[Random], Agent]
"""Make a bot that draws its random numbers from a generator."""


@dataclass(frozen=True, slots=True)
class Level:
    """A named opponent; the key also identifies its description and portrait."""

    key: str
    make: BotMaker
    limits: Limits | None = None
    """The limits of a student, that is of a level that plays the champion's policy with limits."""
    style: Style = NO_STYLE
    """What a student prefers."""
    network: str | None = None
    """The network that the level needs."""
    searches: bool = False
    """Whether the level searches, so that a decision takes many times as long as the others'."""

    @property
    def name(self) -> str:
        """Return the name shown to players."""
        return self.key.capitalize()


def champion(rng: Random, name: str = CHAMPION, network: str = CHAMPION) -> Agent:
    """Make the bot that plays a network's policy: by default the strongest without search."""
    return PolicyBot(rng, name=name, network=load_network(network))


def _beginner(key: str, errors: BeginnerErrors) -> Level:
    return Level(key, lambda rng: BeginnerBot(key, errors, rng))


def _student(key: str, limits: Limits, style: Style = NO_STYLE) -> Level:
    def make(rng: Random) -> Agent:
        return PolicyBot(rng, name=key, limits=limits, style=style)

    return Level(key, make, limits, style, CHAMPION)


def _searcher(key: str, *, determinizations: int, min_prior: float = 0.0) -> Level:
    def make(rng: Random) -> Agent:
        return NeuralSearchBot(
            rng, name=key, determinizations=determinizations, min_prior=min_prior
        )

    return Level(key, make, network=CHAMPION, searches=True)


LEVELS: Final[dict[str, Level]] = {
    level.key: level
    for level in (
        _beginner(
            "pua",
            BeginnerErrors(
                overlooks=0.785,
                misjudges=11,
                removes=False,
                plays_one_card=True,
                never_declines=True,
            ),
        ),
        _beginner("kimo", BeginnerErrors(overlooks=0.765, misjudges=13, removes=False)),
        _beginner("leilani", BeginnerErrors(overlooks=0.7, misjudges=11)),
        _beginner("keoni", BeginnerErrors(overlooks=0.44, misjudges=13.7)),
        _beginner("makoa", BeginnerErrors(overlooks=0.3, misjudges=3.2)),
        Level("noelani", lambda rng: GreedyBot(rng, name="noelani")),
        _student(
            "nalu",
            Limits(
                temperature=3,
                overlooks=0.41,
                overlooks_removals=0.745,
                hastes=0.75,
                counts_cards=False,
            ),
        ),
        _student(
            "keanu",
            Limits(temperature=2, overlooks=0.435, overlooks_removals=0.85, counts_cards=False),
            Style(draws_blind=14),
        ),
        _student(
            "hoku",
            Limits(temperature=1.7, overlooks=0.42, overlooks_removals=0.42, counts_cards=False),
            Style(builds=6),
        ),
        _student(
            "mahina",
            Limits(temperature=1.2, overlooks=0.27, overlooks_removals=0.27),
            Style(builds=-20, removes=-20),
        ),
        _student("ikaika", Limits(), Style(removes=34.2)),
        Level("kanaloa", lambda rng: champion(rng, "kanaloa"), network=CHAMPION),
        _searcher("namaka", determinizations=4, min_prior=1e-5),
        _searcher("pele", determinizations=4),
    )
}
"""All levels by key, the weakest first."""
