"""Estimate the value of islands and lines from who won."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kahuna.analysis import action_kinds
from kahuna.analysis.arrays import Floats
from kahuna.analysis.estimate import Interval, regress
from kahuna.analysis.flow import after_turns, first_in_round, turn_starts
from kahuna.analysis.self_play import Games, rows
from kahuna.batch.constants import LANES, NUM_LINES
from kahuna.batch.state import State


class IslandValues(NamedTuple):
    """The value of control compared with nobody's control, as a share of a win.

    Compared with the opponent's control it is twice as much.
    """

    islands: tuple[list[Interval], list[Interval]]
    """At the first and at the second scoring."""
    lines: list[Interval]
    """A bridge on each line at the second scoring."""
    stones: tuple[Interval, Interval]
    """One more stone than the opponent at either scoring, on any island."""
    beyond: tuple[Interval, Interval]
    """Having scored, in addition to the stones."""
    held: Floats
    """How often each island is controlled, at the scorings and at the end."""
    changes: Floats
    """Changes of control of each island per game."""
    built: Floats
    """Bridges built on each line per game."""


def island_values(games: Games) -> IslandValues:
    """Estimate the value of islands and lines."""
    at = [first_in_round(games, number) for number in (2, 3)]
    boards = [rows(games.before, places) for places in at]
    scores = [(games.result[games.game[places]] + 1) / 2 for places in at]
    both = [balance(board) for board in boards]
    stones = [control.sum(axis=1, keepdims=True) for control in both]
    points = [np.sign(lead) for lead in stones]
    first = [(1 - 2 * games.first[games.game[places]])[:, None] for places in at]
    told = [
        regress(_columns(control, begins), score)
        for control, begins, score in zip(both, first, scores, strict=True)
    ]
    split = [
        regress(_columns(lead, np.hstack([point, begins])), score)
        for lead, point, begins, score in zip(stones, points, first, scores, strict=True)
    ]
    only = [
        regress(_columns(lead, begins), score)
        for lead, begins, score in zip(stones, first, scores, strict=True)
    ]
    islands = len(LANES.places)
    lines = regress(_columns(_bridges(boards[1]), first[1]), scores[1])[:NUM_LINES]
    last = np.vstack([*both, balance(games.ended)])
    return IslandValues(
        islands=(told[0][:islands], told[1][:islands]),
        lines=lines,
        stones=(only[0][0], only[1][0]),
        beyond=(split[0][1], split[1][1]),
        held=(last != 0).mean(axis=0),
        changes=_changes(games),
        built=np.bincount(action_kinds.LINES[games.action], minlength=NUM_LINES)[:NUM_LINES]
        / games.num,
    )


def _columns(x: Floats, others: Floats) -> Floats:
    return np.hstack([x, others, np.ones((len(x), 1))]).astype(float)


def bits(words: object, places: tuple[int, ...] | range) -> Floats:
    """Return the bits at these places as 0 and 1: (m, k)."""
    return (np.asarray(words)[:, None] >> np.array(places, dtype=np.uint32) & 1).astype(float)


def balance(states: State) -> Floats:
    """Return 1 for each island that White controls, -1 for Black."""
    white, black = states.held
    return bits(white, LANES.places) - bits(black, LANES.places)


def _bridges(states: State) -> Floats:
    white, black = states.bridges
    return bits(white, range(NUM_LINES)) - bits(black, range(NUM_LINES))


def _changes(games: Games) -> Floats:
    """Count how often a turn changes the control of an island, per game."""
    at = turn_starts(games)
    before, after = balance(rows(games.before, at)), balance(after_turns(games, at))
    is_gained = (after != before) & (after != 0)
    return np.asarray(is_gained.sum(axis=0) / games.num)
