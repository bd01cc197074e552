"""Hyperparameters of a training run."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from kahuna.bots.network import Shape
from kahuna.core import EDITIONS, OPTIONS, SEATS, Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Hyperparameters; docs/champion.md says which runs used which."""

    shape: Shape = field(default_factory=Shape)
    seed: int = 1
    games: int = 8192
    """Parallel games."""
    steps: int = 64
    """Decisions per game and iteration."""
    iterations: int = 12600
    """Length of the run; the learning rate falls linearly, the entropy bonus geometrically."""
    minibatches: int = 16
    epochs: int = 2
    """Passes over the data of an iteration."""
    sample_share: float = 1.0
    """Share of the decisions that an epoch learns from; below 1 they are drawn by importance."""
    warmup: int = 50
    """Iterations over which the learning rate rises, while Adam knows little."""
    learning_rate: float = 5e-4
    final_learning_rate: float = 1e-5
    clip: float = 0.2
    """PPO's clip range."""
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation."""
    entropy: float = 0.02
    final_entropy: float = 0.002
    value_weight: float = 0.5
    hand_weight: float = 0.05
    """Weight of predicting the opponent's hand; 0 leaves it out."""
    owner_weight: float = 0.0
    """Weight of predicting who owns each island at the next scoring; 0 leaves it out."""
    ema_decay: float = 0.99
    """Decay per iteration of the moving average of the weights."""
    critic: bool = False
    """Whether to train a separate critic that sees both hands."""
    critic_width: int = 384
    frozen_share: float = 0.0
    """Share of games in which one seat plays frozen weights."""
    base_share: float = 0.5
    """Share of games with the base rules; the others mix editions and options."""

    @property
    def num_frozen(self) -> int:
        """Return the number of games with a frozen seat."""
        return round(self.games * self.frozen_share)


_HANDICAPS: Final = (0, 0, 0, 0, 0, 0, 1, 2, 3)


def rulesets(config: Config) -> list[Ruleset]:
    """Return the ruleset of every game. [R16]"""
    rng = Random(config.seed)
    return [
        Ruleset() if rng.random() < config.base_share else any_ruleset(rng)
        for _ in range(config.games)
    ]


def any_ruleset(rng: Random) -> Ruleset:
    """Return a random edition with random options."""
    edition = rng.choice(list(EDITIONS.values()))
    handicap = rng.choice(_HANDICAPS) if "handicap" in edition.offers else 0
    flags = (option.key for option in OPTIONS if option.is_flag)
    return edition.ruleset(
        **{key: key in edition.offers and rng.random() < 0.5 for key in flags},
        handicap=handicap,
        handicap_seat=rng.choice(SEATS) if handicap else None,
    )
