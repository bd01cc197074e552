"""The experiments: the base game, and what it is compared with."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from kahuna.analysis.self_play import Floats, Games, deal, fingerprint, load, play, save
from kahuna.core import EDITIONS, Ruleset, Seat

CHUNK: Final = 1024
"""Number of games per batch."""


class Experiment(NamedTuple):
    """A set of games of one kind."""

    key: str
    title: str
    """Its name in the page's tables."""
    ruleset: Ruleset = Ruleset()
    part: float = 1.0
    """Number of games relative to the base game."""
    shuffles: int = 1
    """Number of shuffles per deal."""
    replays: int = 1
    """Number of games per deal and shuffle."""
    weaker: float | None = None
    """Temperature of the weaker player, if there is one; the seats alternate with each replay."""

    def num_batches(self, games: int) -> int:
        """Return the number of batches."""
        return max(1, ceil(games * self.part / CHUNK))

    def temperatures(self, num: int, temperature: float) -> Floats:
        """Return the temperatures of White and Black in each game."""
        temperatures = np.full((num, 2), temperature)
        if self.weaker is not None:
            temperatures[np.arange(num), (np.arange(num) + 1) % 2] = self.weaker
        return temperatures


BASE: Final = Experiment("base", "the base game")
LUCK: Final = Experiment("luck", "the same deals again", part=0.4, shuffles=2, replays=2)
SKILL: Final = tuple(
    Experiment(
        f"skill-{temperature:g}",
        f"temperature {temperature:g}",
        part=0.1,
        replays=2,
        weaker=temperature,
    )
    for temperature in (1.0, 1.5, 2.0, 3.0)
)
_KOSMOS: Final = EDITIONS["kosmos-2015"]
VARIANTS: Final = (
    Experiment("variant-1", "variant 1", _KOSMOS.ruleset(no_trespass=True), part=0.1),
    Experiment("variant-2", "variant 2", _KOSMOS.ruleset(open_hands=True), part=0.1),
    Experiment(
        "variants", "both variants", _KOSMOS.ruleset(no_trespass=True, open_hands=True), part=0.1
    ),
    Experiment("rio-grande", "Rio Grande 1998", EDITIONS["rio-grande-1998"].ruleset(), part=0.1),
    Experiment("ksr", "German short rules", EDITIONS["ksr"].ruleset(), part=0.1),
)
HANDICAPS: Final = tuple(
    Experiment(
        f"handicap-{num}",
        f"{num} bridge{'s' * (num > 1)} ahead",
        _KOSMOS.ruleset(handicap=num, handicap_seat=Seat.WHITE),
        part=0.1,
    )
    for num in (1, 2, 3)
)
EXPERIMENTS: Final = (BASE, LUCK, *SKILL, *VARIANTS, *HANDICAPS)


def batches(
    experiment: Experiment, games: int, *, seed: int, temperature: float, keep: Path | None
) -> Iterator[Games]:
    """Yield the games batch by batch; load those that are already in the folder."""
    for number in range(experiment.num_batches(games)):
        name = f"{experiment.key}-{seed}-{temperature:g}-{fingerprint()}-{number:03}.npz"
        path = None if keep is None else keep / name
        if path is not None and path.exists():
            yield load(path)
            continue
        played = batch(
            experiment, CHUNK, (seed, crc32(experiment.key.encode()), number), temperature
        )
        if path is not None:
            save(played, path)
        yield played


def batch(experiment: Experiment, num: int, seed: tuple[int, ...], temperature: float) -> Games:
    """Play about this many games."""
    rng = np.random.default_rng(seed)
    deals = num // (experiment.shuffles * experiment.replays)
    states, shuffles = deal(
        experiment.ruleset, deals, rng, shuffles=experiment.shuffles, replays=experiment.replays
    )
    return play(states, shuffles, experiment.temperatures(len(shuffles), temperature), rng)
