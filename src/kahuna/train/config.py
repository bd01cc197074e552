"""What a training run is: every number that shapes it, in one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from kahuna.bots.network import Shape
from kahuna.core import EDITIONS, SEATS, Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A training run; the defaults are those of the champion (docs/champion.md)."""

    shape: Shape = field(default_factory=Shape)
    seed: int = 1
    games: int = 8192
    """Games that are played side by side."""
    steps: int = 64
    """Decisions of each game in an iteration."""
    iterations: int = 12600
    """How long the run is; rates fall towards its end."""
    minibatches: int = 16
    passes: int = 2
    """How often an iteration learns from its decisions."""
    rate: float = 5e-4
    last_rate: float = 1e-5
    clip: float = 0.2
    """How far a pass may move the probability of an action."""
    trace: float = 0.95
    """The lambda of the advantages: how much later estimates count."""
    entropy: float = 0.02
    last_entropy: float = 0.002
    value_weight: float = 0.5
    hand_weight: float = 0.05
    """How much guessing the other hand counts; 0 leaves it out."""
    critic: bool = False
    """Whether a critic that sees both hands judges the decisions; it is not needed to play."""
    critic_width: int = 384
    frozen_share: float = 0.0
    """The part of the games in which one seat is played by frozen weights."""
    base_share: float = 0.5
    """The part of the games that follow the base rules; the others mix editions and options."""

    @property
    def num_frozen(self) -> int:
        """Games in which one seat is frozen."""
        return round(self.games * self.frozen_share)


_HANDICAPS: Final = (0, 0, 0, 0, 0, 0, 1, 2, 3)


def rulesets(config: Config) -> list[Ruleset]:
    """The rules of every game: the base game, and all editions with all that they offer. [R16]"""
    rng = Random(config.seed)
    return [
        Ruleset() if rng.random() < config.base_share else any_ruleset(rng)
        for _ in range(config.games)
    ]


def any_ruleset(rng: Random) -> Ruleset:
    """An edition with some of what it offers."""
    edition = rng.choice(list(EDITIONS.values()))
    handicap = rng.choice(_HANDICAPS) if edition.offers_handicap else 0
    return edition.ruleset(
        no_trespass=edition.offers_no_trespass and rng.random() < 0.5,
        open_hands=edition.offers_open_hands and rng.random() < 0.5,
        handicap=handicap,
        handicap_seat=rng.choice(SEATS) if handicap else None,
    )
