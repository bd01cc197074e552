"""The experiments: the base game, and what it is compared with."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from kahuna.analysis.players import BOTH, Forgets, PlayerModel, Players, level
from kahuna.analysis.self_play import Games, deal, fingerprint, load, play, save
from kahuna.bots.limits import Limits
from kahuna.core import EDITIONS, Ruleset, Seat

CHUNK: Final = 1024
"""Number of games per batch, if an experiment has so many."""
_MIN_GAMES: Final = 48


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
    players: tuple[PlayerModel | None, PlayerModel | None] = (None, None)
    """Who plays; ``None`` is the champion. Two different players swap seats with every game."""

    def num_batches(self, games: int) -> int:
        """Return the number of batches."""
        return max(1, ceil(games * self.part / CHUNK))

    def batch_size(self, games: int) -> int:
        """Return the number of games per batch: fewer if there are not enough for one."""
        return min(CHUNK, max(_MIN_GAMES, 4 * ceil(games * self.part / 4)))

    def seat(self, num: int, temperature: float) -> Players:
        """Return the players of a batch; the champion plays at this temperature."""
        champion = PlayerModel(Limits(temperature=temperature))
        one, other = (champion if player is None else player for player in self.players)
        if one == other:
            return Players.same(one, num)
        return Players.swapping(one, other, num)


BASE: Final = Experiment("base", "the base game")
LUCK: Final = Experiment("luck", "the same deals again", part=0.4, shuffles=2, replays=2)


def _match(
    key: str,
    title: str,
    weaker: PlayerModel,
    stronger: PlayerModel | None = None,
    part: float = 0.1,
) -> Experiment:
    """Let two players play every deal twice, with the same shuffles and swapped seats."""
    return Experiment(key, title, part=part, replays=2, players=(stronger, weaker))


SKILL: Final = (
    *(
        _match(
            f"skill-{temperature:g}",
            f"temperature {temperature:g}",
            PlayerModel(Limits(temperature=temperature)),
        )
        for temperature in (1.0, 1.5, 2.0, 3.0)
    ),
    *(
        _match(f"skill-{key}", key.capitalize(), PlayerModel(level(key)))
        for key in ("ikaika", "mahina")
    ),
)
MIDDLING: Final = "mahina"
"""A level that errs more often than the champion, to see which findings depend on strength."""
_MIDDLING: Final = PlayerModel(level(MIDDLING))
LEVEL: Final = Experiment(
    "level", f"{MIDDLING.capitalize()} against itself", part=0.4, players=(_MIDDLING, _MIDDLING)
)
_LAPSES: Final = {
    "discards": ("forgets the discards", Forgets.DISCARDS, 0.2),
    "taken": ("forgets what the opponent took", Forgets.TAKEN, 0.2),
    "both": ("forgets both", BOTH, 0.4),
}
MEMORY: Final = tuple(
    _match(f"memory-{key}", title, PlayerModel(forgets=forgets), part=part)
    for key, (title, forgets, part) in _LAPSES.items()
)
LEVEL_MEMORY: Final = tuple(
    _match(f"level-memory-{key}", title, _MIDDLING._replace(forgets=forgets), _MIDDLING, part=part)
    for key, (title, forgets, part) in _LAPSES.items()
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
EXPERIMENTS: Final = (BASE, LEVEL, *MEMORY, *LEVEL_MEMORY, LUCK, *SKILL, *VARIANTS, *HANDICAPS)


def batches(
    experiment: Experiment, games: int, *, seed: int, temperature: float, keep: Path | None
) -> Iterator[Games]:
    """Yield the games batch by batch; load those that are already in the folder."""
    size = experiment.batch_size(games)
    for number in range(experiment.num_batches(games)):
        players = f"{crc32(repr(experiment.players).encode()):08x}-{fingerprint()}"
        name = f"{experiment.key}-{seed}-{temperature:g}-{players}-{size}-{number:03}.npz"
        path = None if keep is None else keep / name
        if path is not None and path.exists():
            yield load(path)
            continue
        played = batch(
            experiment, size, (seed, crc32(experiment.key.encode()), number), temperature
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
    return play(states, shuffles, experiment.seat(len(shuffles), temperature), rng)
