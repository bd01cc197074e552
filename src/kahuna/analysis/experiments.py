"""Which games are played: the base game, and what it is compared with."""

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
"""Games of a batch."""


class Experiment(NamedTuple):
    """Games of one kind."""

    key: str
    title: str
    """What it is, in a table of the page."""
    ruleset: Ruleset = Ruleset()
    part: float = 1.0
    """How many games, as a part of those of the base game."""
    shuffles: int = 1
    """How often each deal is shuffled."""
    replays: int = 1
    """How often each deal is played with the same shuffles."""
    weaker: float | None = None
    """The heat of one of the players, if it is another's; who that is changes with each replay."""

    def num_batches(self, games: int) -> int:
        """How many batches it is played in."""
        return max(1, ceil(games * self.part / CHUNK))

    def heats(self, num: int, heat: float) -> Floats:
        """The heats of White and of Black in each game."""
        heats = np.full((num, 2), heat)
        if self.weaker is not None:
            heats[np.arange(num), (np.arange(num) + 1) % 2] = self.weaker
        return heats


BASE: Final = Experiment("base", "the base game")
LUCK: Final = Experiment("luck", "the same deals again", part=0.4, shuffles=2, replays=2)
SKILL: Final = tuple(
    Experiment(f"skill-{heat:g}", f"heat {heat:g}", part=0.1, replays=2, weaker=heat)
    for heat in (1.0, 1.5, 2.0, 3.0)
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
    experiment: Experiment, games: int, *, seed: int, heat: float, keep: Path | None
) -> Iterator[Games]:
    """The games of a trial, batch by batch; those found in the folder are not played again."""
    for number in range(experiment.num_batches(games)):
        name = f"{experiment.key}-{seed}-{heat:g}-{fingerprint()}-{number:03}.npz"
        path = None if keep is None else keep / name
        if path is not None and path.exists():
            yield load(path)
            continue
        played = batch(experiment, CHUNK, (seed, crc32(experiment.key.encode()), number), heat)
        if path is not None:
            save(played, path)
        yield played


def batch(experiment: Experiment, num: int, seed: tuple[int, ...], heat: float) -> Games:
    """About so many games of a trial."""
    rng = np.random.default_rng(seed)
    deals = num // (experiment.shuffles * experiment.replays)
    states, shuffles = deal(
        experiment.ruleset, deals, rng, shuffles=experiment.shuffles, replays=experiment.replays
    )
    return play(states, shuffles, experiment.heats(len(shuffles), heat), rng)
