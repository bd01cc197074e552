"""The first turn of a game, and the value of the cards dealt."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kahuna.analysis import action_kinds
from kahuna.analysis.arrays import Bools, Floats, Ints
from kahuna.analysis.estimate import Interval, regress, share
from kahuna.analysis.self_play import Games, rows
from kahuna.batch.constants import BOARD, NUM_ISLANDS
from kahuna.batch.state import Clock
from kahuna.core import ACTIONS, TakeOpen
from kahuna.core.board import Island


class Way(NamedTuple):
    """One way to open."""

    often: Interval
    score: Interval
    """Final score of the starting player."""


class OpeningStats(NamedTuple):
    """What happens on the first turn."""

    cards: list[Way]
    """By the number of cards played."""
    draws: dict[str, Way]
    """By how the turn ends: ``open``, ``pile`` or ``decline``."""
    takes: list[Interval]
    """How often each card is taken if it is open."""
    dealt: list[Interval]
    """Value of each card in the starting player's first hand, as a share of a win."""


def opening(games: Games) -> OpeningStats:
    """Analyse how games are opened."""
    first = np.flatnonzero(np.asarray(Clock.TURN.of(games.before.clock)) == 1)
    of_game, action = games.game[first], games.action[first]
    at = np.unique(of_game, return_index=True)[1]
    start = rows(games.before, first[at])
    score = (games.result * (1 - 2 * games.first) + 1) / 2
    played = np.bincount(of_game, action_kinds.CARDS[action], games.num).astype(np.int64)
    last = action[np.append(at[1:], len(first)) - 1]
    white, black = (_counts(cards) for cards in start.cards)
    hand = np.where(games.first[:, None] == 1, black, white)
    lying = _counts(start.open_cards)
    return OpeningStats(
        cards=[_way(played == number, score) for number in range(BOARD.dealt + 1)],
        draws={name: _way(kind[last], score) for name, kind in action_kinds.NAMED_ENDS.items()},
        takes=[
            share((last == ACTIONS.index(TakeOpen(Island(i))))[lying[:, i] > 0])
            for i in range(NUM_ISLANDS)
        ],
        dealt=_dealt(games.value[first[at]], hand),
    )


def _way(chosen: Bools, score: Floats) -> Way:
    return Way(share(chosen), share(score[chosen]))


def _dealt(value: Floats, hand: Ints) -> list[Interval]:
    """Return what each card adds to the winning probability, compared with the average card."""
    x, chance = hand - hand.sum(axis=1, keepdims=True) / NUM_ISLANDS, value / 2
    return regress(x, chance - chance.mean())


def _counts(cards: object) -> Ints:
    """Count the cards of each island: (n, 12)."""
    counts: Ints = np.asarray(cards)[:, None] >> 2 * np.arange(NUM_ISLANDS, dtype=np.uint32) & 3
    return counts.astype(np.int64)
