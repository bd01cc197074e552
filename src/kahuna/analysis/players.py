"""Who plays: the champion's policy, with the limits of a level or with gaps in its memory.

Shapes: n games.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto
from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis.action_kinds import BUILDS, REMOVES, REPLACES
from kahuna.analysis.arrays import Bools, Floats, Ints
from kahuna.batch import State
from kahuna.batch.constants import NUM_CARDS, NUM_ISLANDS
from kahuna.batch.state import Clock, TurnActivity
from kahuna.bots import LEVELS
from kahuna.bots.limits import Limits
from kahuna.bots.student import forget_cards
from kahuna.encoding import SLICES


class Forgets(Flag):
    """What a player does not remember."""

    DISCARDS = auto()
    """Which cards were played: every card that it cannot see is equally likely to be one."""
    TAKEN = auto()
    """Which open cards the opponent took."""


GUESSES: Final = 4
"""A player who forgets the discards averages its policy logits over this many guesses."""
NOTHING: Final = Forgets(0)
BOTH: Final = Forgets.DISCARDS | Forgets.TAKEN


class PlayerModel(NamedTuple):
    """The champion's policy with limits."""

    limits: Limits = Limits()
    forgets: Forgets = NOTHING


def level(key: str) -> Limits:
    """Return the limits of a level that plays the champion's policy."""
    limits = LEVELS[key].limits
    assert limits is not None, f"{key} does not play the champion's policy"
    return limits


class Players(NamedTuple):
    """The players of a batch of games."""

    kinds: tuple[PlayerModel, ...]
    seated: Ints
    """(n, 2): who plays White and Black, as indices into ``kinds``."""

    @staticmethod
    def same(player: PlayerModel, num: int) -> Players:
        """Let the same player play both seats of every game."""
        return Players((player,), np.zeros((num, 2), dtype=np.int64))

    @staticmethod
    def swapping(one: PlayerModel, other: PlayerModel, num: int) -> Players:
        """Let the first player be White in every other game, beginning with the first."""
        numbers = np.arange(num)[:, None] + np.arange(2)
        return Players((one, other), numbers % 2)

    def take(self, games: Ints) -> Players:
        """Return the players of some of the games."""
        return self._replace(seated=self.seated[games])

    def to_move(self, seat: Ints) -> Ints:
        """Return (n,): the player to move, as an index into ``kinds``."""
        movers: Ints = self.seated[np.arange(len(seat)), seat]
        return movers

    def temperatures(self, seat: Ints) -> Floats:
        """Return (n,): the sampling temperature of the player to move."""
        return np.array([kind.limits.temperature for kind in self.kinds])[self.to_move(seat)]


def notice(
    states: State, legal: Bools, players: Players, seat: Ints, rng: np.random.Generator
) -> Bools:
    """Return the legal actions (n, 189) that the players to move notice.

    Draws random numbers only for players that overlook something.
    """
    noticed = legal.copy()
    to_move = players.to_move(seat)
    for number, (limits, _) in enumerate(players.kinds):
        if limits.overlooks or limits.overlooks_removals or limits.hastes:
            which = np.flatnonzero(to_move == number)
            activity = np.asarray(Clock.ACTIVITY.of(states.clock))[which]
            has_played = activity == TurnActivity.PLAYED
            noticed[which] &= _noticed(legal[which], has_played, limits, rng)
    return noticed


def _noticed(legal: Bools, has_played: Bools, limits: Limits, rng: np.random.Generator) -> Bools:
    """Return which actions a player notices; all of them where it would notice none."""
    missed = limits.overlooks * BUILDS + limits.overlooks_removals * REMOVES
    is_done = has_played & (rng.random(len(legal)) < limits.hastes)
    hurried = np.where((BUILDS & ~REPLACES) | REMOVES, 1.0, missed)
    odds = np.where(is_done[:, None], hurried, missed)
    noticed: Bools = rng.random(legal.shape) >= odds
    return noticed | ~(noticed & legal).any(axis=1, keepdims=True)


def recall(observations: Ints, player: PlayerModel, rng: np.random.Generator) -> Iterator[Ints]:
    """Yield what a player makes of its observations (n, SIZE): one version, or several guesses."""
    limits, forgets = player
    if not limits.counts_cards:
        observations = observations.copy()
        forget_cards(observations)
    for _ in range(GUESSES if Forgets.DISCARDS in forgets else 1):
        yield forget(observations, forgets, rng)


def forget(observations: Ints, forgets: Forgets, rng: np.random.Generator) -> Ints:
    """Return observations (n, SIZE) without what a player forgets.

    Discards are replaced by a guess: as many cards as there are, drawn from all cards that the
    player cannot see. The guess is a possible situation, which the network knows how to handle.
    """
    left = observations.copy()
    if Forgets.TAKEN in forgets:
        left[:, SLICES["their_taken"]] = 0
        left[:, SLICES["their_doubt"]] = 0
    if Forgets.DISCARDS in forgets:
        unseen, discards = left[:, SLICES["unseen"]], left[:, SLICES["discards"]]
        remembered = np.minimum(left[:, SLICES["their_taken"]], unseen)
        pool = unseen + discards
        guessed = _draw(pool - remembered, discards.sum(axis=1), rng)
        left[:, SLICES["unseen"]] = pool - guessed
        left[:, SLICES["discards"]] = guessed
    return left


def _draw(pool: Ints, num: Ints, rng: np.random.Generator) -> Ints:
    """Draw ``num`` (n,) cards from each pool (n, 12) of at most two cards per island."""
    copies = np.stack([pool >= 1, pool >= 2], axis=2).reshape(-1, NUM_CARDS)
    ranks = np.where(copies, rng.random(copies.shape), 2.0).argsort(axis=1).argsort(axis=1)
    drawn: Ints = (ranks < num[:, None]).reshape(-1, NUM_ISLANDS, 2).sum(axis=2)
    return drawn.astype(pool.dtype)
