"""Statistics of turns: playing, drawing, declining, discarding."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kahuna.analysis import action_kinds
from kahuna.analysis.arrays import Floats, Ints
from kahuna.analysis.estimate import Interval, mean, regress, share
from kahuna.analysis.flow import first_in_round, first_where, lead_of, turn_starts
from kahuna.analysis.self_play import Games, rows
from kahuna.batch.cards import size
from kahuna.batch.constants import BOARD
from kahuna.batch.state import Clock
from kahuna.core.scoring import ROUNDS

LAST = ROUNDS + 1
"""The two last turns after round 3, treated as a fourth round."""


class TurnStats(NamedTuple):
    """How often each kind of action occurs, by round; the last turns are a fourth round."""

    ends: list[dict[str, Interval]]
    """How turns end: ``open``, ``pile`` or ``decline``."""
    cards: list[Interval]
    """Cards played per turn."""
    cards_hist: Floats
    """(round, cards): share of turns on which this many cards are played."""
    hand_hist: Floats
    """(round, cards): share of turns that start with this many cards in hand."""
    buried: Interval
    """Face-down discards per game."""
    removed: Interval
    """Removals with two cards per game."""
    declined: list[Interval]
    """Declined draws per game."""
    full_declines: Interval
    """Share of declining turns that end with a full hand."""
    card_value: list[Interval]
    """Value of one more card than the opponent, at the start of a turn."""
    stone_value: list[Interval]
    """Value of one more stone."""
    last_card: list[LastCard]
    """Who takes the last card of each round."""


class LastCard(NamedTuple):
    """The seat that takes the last card of a round."""

    is_first: Interval
    """How often it is the starting player."""
    leads: Interval
    """How often it then has more stones; in round 3, after the last turns."""
    wins: Interval
    """Its final score."""


def turn_stats(games: Games) -> TurnStats:
    """Compute the statistics."""
    clock = games.before.clock
    is_last = np.asarray(Clock.LAST_TURNS.of(clock)) > 0
    round_of = np.where(is_last, LAST, np.asarray(Clock.ROUND.of(clock)))
    action, game = games.action, games.game
    at = turn_starts(games)
    in_round = round_of[at]
    played = np.add.reduceat(action_kinds.CARDS[action], at)
    own, their = _hands(games, at)
    rounds = range(1, LAST + 1)
    lead = lead_of(rows(games.before, at)) * (1 - 2 * games.seat[at].astype(np.int64))
    chance = (games.value[at] + 1) / 2
    values = [
        regress(_columns((own - their)[k], lead[k]), chance[k], game[at][k])
        for k in (in_round == number for number in rounds)
    ]
    declines = action_kinds.DECLINES[action]
    full = size_of(games, np.flatnonzero(declines & ~is_last)) == BOARD.hand_limit
    return TurnStats(
        ends=[_ends(games, round_of == number) for number in rounds],
        cards=[mean(played[in_round == k], game[at][in_round == k]) for k in rounds],
        cards_hist=_hist(played, in_round),
        hand_hist=_hist(own, in_round),
        buried=_a_game(games, action_kinds.BURIES[action]),
        removed=_a_game(games, action_kinds.REMOVES[action]),
        declined=[_a_game(games, declines & (round_of == number)) for number in rounds],
        full_declines=mean(full, game[declines & ~is_last]),
        card_value=[found[0] for found in values],
        stone_value=[found[1] for found in values],
        last_card=[_last_card(games, number) for number in range(1, ROUNDS + 1)],
    )


def _columns(*columns: Ints) -> Floats:
    return np.stack([*columns, np.ones(len(columns[0]))], axis=1).astype(float)


def _hands(games: Games, at: Ints) -> tuple[Ints, Ints]:
    """Return the number of cards of the seat to move, and of the opponent."""
    white, black = (np.asarray(size(c[at])).astype(np.int64) for c in games.before.cards)
    is_black = games.seat[at] == 1
    return np.where(is_black, black, white), np.where(is_black, white, black)


def size_of(games: Games, at: Ints) -> Ints:
    """Return the number of cards of the seat to move."""
    return _hands(games, at)[0]


def _ends(games: Games, which: Floats) -> dict[str, Interval]:
    ends = which & action_kinds.ENDS[games.action]
    action, game = games.action[ends], games.game[ends]
    return {name: mean(kind[action], game) for name, kind in action_kinds.NAMED_ENDS.items()}


def _hist(numbers: Ints, in_round: Ints) -> Floats:
    counts = np.zeros((LAST, BOARD.hand_limit + 1))
    np.add.at(counts, (in_round - 1, np.minimum(numbers, BOARD.hand_limit)), 1)
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


def _a_game(games: Games, which: Floats) -> Interval:
    return mean(np.bincount(games.game[which], minlength=games.num))


def _last_card(games: Games, number: int) -> LastCard:
    if number < ROUNDS:
        at = first_in_round(games, number + 1)
        taker, lead = games.seat[at - 1].astype(np.int64), lead_of(rows(games.before, at))
    else:
        at = first_where(games, np.asarray(Clock.LAST_TURNS.of(games.before.clock)) == 1)
        taker, lead = games.seat[at].astype(np.int64), lead_of(rows(games.ended, games.game[at]))
    of_game, sign = games.game[at], 1 - 2 * taker
    return LastCard(
        share(taker == games.first[of_game]),
        share(lead * sign > 0),
        share((games.result[of_game] * sign + 1) / 2),
    )
