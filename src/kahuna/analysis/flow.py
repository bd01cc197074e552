"""The course of games: length, leads, chain reactions, and how they end."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis import action_kinds
from kahuna.analysis.arrays import Bools, Floats, Ints
from kahuna.analysis.estimate import Interval, mean, share
from kahuna.analysis.self_play import Games, rows
from kahuna.batch import State, outcome
from kahuna.batch.arrays import popcount
from kahuna.batch.constants import NUM_ISLANDS
from kahuna.batch.scoring import TERMINATIONS, count_stones
from kahuna.batch.state import Clock, Phase
from kahuna.core import Termination

_BINS: Final = 20
_MOST_SWEPT: Final = 8
_PROGRESS: Final = 11


class GameFlow(NamedTuple):
    """Statistics of the games of an experiment."""

    num: int
    first_wins: Interval
    """Score of the starting player; a draw counts half."""
    decisions: Interval
    turns: Interval
    turns_hist: Ints
    """Number of games by number of turns."""
    margin_hist: Ints
    """Number of games by the leader's margin in stones at the third scoring."""
    ends: dict[Termination, Interval]
    leader_wins: tuple[Interval, Interval]
    """Final score of the leader after the first and after the second scoring."""
    early_leader_wins: tuple[Interval, Interval]
    """The same after the first scoring: if the leader started, and if not."""
    level: tuple[Interval, Interval]
    """Share of games with equal stones at the first and at the second scoring."""
    comebacks: Interval
    """Share of wins by a player who lost the first two scorings."""
    lead_changes: Interval
    """Number of changes of the lead in stones per game."""
    turnarounds: tuple[Interval, Interval]
    """Share of games in which the last two turns, and the very last, change the winner."""
    swept: Interval
    """Bridges per turn that the opponent loses because an island is gained."""
    swept_hist: Ints
    """Number of turns by bridges swept."""
    swing_hist: Ints
    """Number of turns by the change in the difference of stones."""


def flow(games: Games) -> GameFlow:
    """Compute the statistics of games."""
    ended = games.ended
    result, sign = games.result, 1 - 2 * games.first
    final = outcome(ended)
    turn_rows = turn_starts(games)
    starts = rows(games.before, turn_rows)
    of_game = games.game[turn_rows]
    swept, swing = _turns(games, turn_rows)
    margin = np.abs(lead_of(ended))[np.asarray(final.termination) != _WIPEOUT]
    num_turns = np.asarray(Clock.TURN.of(ended.clock)).astype(np.int64)
    return GameFlow(
        num=games.num,
        first_wins=share((result * sign + 1) / 2),
        decisions=mean(np.bincount(games.game)),
        turns=mean(num_turns),
        turns_hist=np.bincount(num_turns),
        margin_hist=np.bincount(margin, minlength=NUM_ISLANDS + 1),
        ends={
            how: share(np.asarray(final.termination) == number)
            for number, how in enumerate(TERMINATIONS)
            if how is not None
        },
        leader_wins=(_leader_wins(games, 1), _leader_wins(games, 2)),
        early_leader_wins=(_leader_wins(games, 1, sign), _leader_wins(games, 1, -sign)),
        level=(_level(games, 1), _level(games, 2)),
        comebacks=_comebacks(games),
        lead_changes=mean(_lead_changes(lead_of(starts), of_game, games.num)),
        turnarounds=(_turnarounds(games, 2), _turnarounds(games, 1)),
        swept=mean(swept, of_game),
        swept_hist=np.bincount(np.minimum(swept, _MOST_SWEPT), minlength=_MOST_SWEPT + 1),
        swing_hist=np.bincount(np.abs(swing)),
    )


_WIPEOUT: Final = TERMINATIONS.index(Termination.WIPEOUT)


def turn_starts(games: Games) -> Ints:
    """Return the indices of the first decision of each turn, excluding handicap placement."""
    clock = np.asarray(games.before.clock)
    turn = np.asarray(Clock.TURN.of(clock)).astype(np.int64)
    is_new = np.diff(turn, prepend=-1) != 0
    is_new |= np.diff(games.game, prepend=-1) != 0
    return np.flatnonzero(is_new & (turn > 0))


def after_turns(games: Games, turn_rows: Ints) -> State:
    """Return the positions at the end of turns."""
    following = np.append(turn_rows[1:], 0)
    of_game = games.game[turn_rows]
    is_last = np.append(of_game[1:] != of_game[:-1], True)
    after, ended = rows(games.before, following), rows(games.ended, of_game)
    pairs = zip(_flat(after), _flat(ended), strict=True)
    white, black, white_held, black_held = (np.where(is_last, e, a) for a, e in pairs)
    return after._replace(bridges=(white, black), held=(white_held, black_held))


def _flat(states: State) -> list[Ints]:
    return [np.asarray(word) for word in (*states.bridges, *states.held)]


def _turns(games: Games, turn_rows: Ints) -> tuple[Ints, Ints]:
    """Return for each turn the bridges swept, and the change in the difference of stones."""
    before, after = rows(games.before, turn_rows), after_turns(games, turn_rows)
    seat = games.seat[turn_rows]
    lost = [popcount(a & ~b) for a, b in zip(before.bridges, after.bridges, strict=True)]
    removed = np.add.reduceat(action_kinds.REMOVES[games.action].astype(np.int64), turn_rows)
    # The other seat's losses: White's bridges where Black moved.
    swept = np.where(seat == 1, *map(np.asarray, lost)).astype(np.int64) - removed
    return swept, (lead_of(after) - lead_of(before)) * (1 - 2 * seat.astype(np.int64))


def lead_of(states: State) -> Ints:
    """Return White's lead in stones."""
    white, black = (np.asarray(stones).astype(np.int64) for stones in count_stones(states))
    return white - black


def first_in_round(games: Games, number: int) -> Ints:
    """Return each game's first decision of a round, which has the board of the last scoring."""
    return first_where(games, np.asarray(Clock.ROUND.of(games.before.clock)) == number)


def first_where(games: Games, holds: Bools) -> Ints:
    """Return the first decision of each game for which the mask holds."""
    at = np.flatnonzero(holds)
    return at[np.unique(games.game[at], return_index=True)[1]]


def _leader_wins(games: Games, scored: int, seats: Ints | None = None) -> Interval:
    """Return the leader's final score, optionally only for leaders in ``seats`` (signs)."""
    at = first_in_round(games, scored + 1)
    leads = _points(rows(games.before, at), scored)
    score = (games.result[games.game[at]] * leads + 1) / 2
    is_meant = leads != 0 if seats is None else leads == seats[games.game[at]]
    return share(score[is_meant])


def _points(states: State, scored: int) -> Ints:
    """Return the sign of the lead in points after this many scorings; the second counts double."""
    leaders = np.asarray(Clock.POINTS.of(states.clock)).astype(np.int64)
    signs = np.array([0, 1, -1, 0])
    total = signs[leaders & 3] + 2 * signs[leaders >> 2 & 3] * (scored == 2)
    return np.asarray(np.sign(total))


def _level(games: Games, scored: int) -> Interval:
    at = first_in_round(games, scored + 1)
    return share(lead_of(rows(games.before, at)) == 0)


def _comebacks(games: Games) -> Interval:
    at = first_in_round(games, 3)
    leaders = np.asarray(Clock.POINTS.of(games.before.clock[at]))
    result = games.result[games.game[at]]
    behind = (leaders == _BOTH_WHITE) * -1 + (leaders == _BOTH_BLACK) * 1
    return share(result[behind != 0] == behind[behind != 0])


_BOTH_WHITE, _BOTH_BLACK = 0b0101, 0b1010


def _lead_changes(lead: Ints, of_game: Ints, num: int) -> Ints:
    """Count the changes of the lead in each game."""
    is_led = lead != 0
    sign, of_game = np.sign(lead[is_led]), of_game[is_led]
    changes = (sign[1:] != sign[:-1]) & (of_game[1:] == of_game[:-1])
    return np.bincount(of_game[1:][changes], minlength=num)


def _turnarounds(games: Games, last_turns: int) -> Interval:
    """Return how often the winner before the last turns does not win."""
    at = first_where(games, np.asarray(Clock.LAST_TURNS.of(games.before.clock)) == last_turns)
    before = rows(games.before, at)
    clock = (before.clock & Clock.COURSE_BITS) | Clock.PHASE.at(Phase.OVER)
    winner = np.asarray(outcome(before._replace(clock=clock)).winner)
    return share(winner != np.asarray(outcome(games.ended).winner)[games.game[at]])


class Calibration(NamedTuple):
    """How well the champion predicts results."""

    expected: Floats
    """Mean expected winning probability in each bin, at the start of a turn."""
    happened: list[Interval]
    """How often the seat to move won."""
    favourite: list[Interval]
    """How often the favourite won, by tenths of the game."""


def calibration(games: Games) -> Calibration:
    """Compare the champion's values with the results."""
    at = turn_starts(games)
    of_game = games.game[at]
    sign = 1 - 2 * games.seat[at].astype(np.int64)
    chance = (games.value[at] + 1) / 2
    score = (games.result[of_game] * sign + 1) / 2
    bins = np.minimum((chance * _BINS).astype(np.int64), _BINS - 1)
    used = [number for number in range(_BINS) if (bins == number).sum() >= _FEW]
    turn = np.asarray(Clock.TURN.of(games.before.clock[at])).astype(np.int64)
    total = np.asarray(Clock.TURN.of(games.ended.clock)).astype(np.int64)[of_game]
    part = np.round((turn - 1) / np.maximum(total - 1, 1) * (_PROGRESS - 1))
    is_right: Bools | Floats = np.where(games.value[at] >= 0, score, 1 - score)
    return Calibration(
        np.array([chance[bins == number].mean() for number in used]),
        [mean(score[bins == number], of_game[bins == number]) for number in used],
        [mean(is_right[part == p], of_game[part == p]) for p in range(_PROGRESS)],
    )


_FEW: Final = 30
"""Minimum number of cases per bin."""
