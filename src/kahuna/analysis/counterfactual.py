"""What if it had done something else? Positions are played on both ways, with the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis import action_kinds
from kahuna.analysis.estimate import Interval, mean
from kahuna.analysis.self_play import Bools, Floats, Games, Ints, decide, play, ply, rows, shuffle
from kahuna.batch import State, legal_masks
from kahuna.batch.constants import NUM_LINES
from kahuna.batch.state import Clock

MOST: Final = 2048
"""Positions of one question."""
_COLD: Final = 0.01
"""The heat of one who does what it likes best."""


class Question(NamedTuple):
    """A choice that the champion made, and another one that it could have made."""

    key: str
    chosen: Bools
    """The kinds of actions of which it did one."""
    instead: Bools
    """The kinds of which it is to do one in the other game."""
    from_round: int = 1


QUESTIONS: Final = (
    Question("declined", action_kinds.DECLINES, action_kinds.DRAWS),
    Question("drew", action_kinds.DRAWS, action_kinds.DECLINES, from_round=2),
    Question("open", action_kinds.TAKES, action_kinds.PILE),
    Question("pile", action_kinds.PILE, action_kinds.TAKES),
    Question("buried", action_kinds.BURIES, action_kinds.ENDS),
)


class Answer(NamedTuple):
    """What came of it."""

    positions: int
    gain: Interval
    """What the choice was worth to the one who made it, in parts of a win."""


def ask(
    question: Question, games: Games, heat: float, rng: np.random.Generator, most: int = MOST
) -> Answer:
    """Play positions on with the choice made, and with the other one."""
    at = _moments(question, games, rng)[:most]
    if not len(at):
        return Answer(0, Interval(0.0, -1.0, 1.0))
    states, seat = rows(games.before, at), games.seat[at].astype(np.int64)
    heats, shuffles = np.full((len(at), 2), heat), shuffle(len(at), rng)
    other, _ = decide(states, heats, rng, question.instead)
    scores = [
        play(states, shuffles, heats, rng, opening=action).result * (1 - 2 * seat) / 2
        for action in (games.action[at], other)
    ]
    return Answer(len(at), mean(scores[0] - scores[1]))


def _moments(question: Question, games: Games, rng: np.random.Generator) -> Ints:
    """Decisions that the question is about, in random order, one a game at most."""
    clock = games.before.clock
    asked = question.chosen[games.action]
    asked &= np.asarray(Clock.ROUND.of(clock)) >= question.from_round
    asked &= np.asarray(Clock.LAST_TURNS.of(clock)) == 0
    found = rng.permutation(np.flatnonzero(asked))
    found = found[np.unique(games.game[found], return_index=True)[1]]
    found = rng.permutation(found)
    if not len(found):
        return found
    legal = np.asarray(legal_masks(rows(games.before, found[: 4 * MOST])))
    can_do: Bools = np.asarray((legal & question.instead).any(axis=1))
    return found[: len(can_do)][can_do]


def first_bridges(games: Games, rng: np.random.Generator, most: int = MOST) -> list[Interval]:
    """What a bridge on each line in the first turn is worth against playing nothing.

    By what the other seat expects at the start of the second turn, in parts of a win.
    """
    start = np.flatnonzero(np.diff(games.game, prepend=-1))[:most]
    states, shuffles = rows(games.before, start), shuffle(len(start), rng)
    legal = np.asarray(legal_masks(states))
    waiting = _after_opening(states, shuffles, [action_kinds.ENDS], rng)
    found = []
    for line in range(NUM_LINES):
        builds: Bools = np.equal(action_kinds.LINES, line)
        can_do = np.flatnonzero((legal & builds).any(axis=1))
        left = _after_opening(
            rows(states, can_do), shuffles[can_do], [builds, action_kinds.ENDS], rng
        )
        found.append(mean(left - waiting[can_do]))
    return found


def _after_opening(
    states: State, shuffles: Floats, plays: Sequence[Bools], rng: np.random.Generator
) -> Floats:
    """The chance of the opener after a first turn of such actions, one after the other."""
    games = np.arange(len(shuffles))
    heats = np.full((len(games), 2), _COLD)
    for allowed in plays:
        actions, _ = decide(states, heats, rng, allowed)
        states = ply(states, actions, shuffles, games)
    _, value = decide(states, heats, rng)
    return (1 - value) / 2
