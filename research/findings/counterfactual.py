"""Compare the champion's choices with alternatives: play both on with the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from kahuna.batch import State, legal_masks, start_memories
from kahuna.batch.constants import NUM_LINES
from kahuna.batch.state import Clock
from kahuna.bots.limits import Limits
from research.findings.estimate import Interval, mean
from research.findings.games import (
    BURIES,
    DECLINES,
    DRAWS,
    ENDS,
    LINES,
    PILE,
    TAKES,
    Bools,
    Floats,
    Games,
    Ints,
    PlayerModel,
    Players,
    decide,
    memories_at,
    play,
    ply,
    rows,
    shuffle,
)

MAX_POSITIONS: Final = 2048
"""Maximum number of positions per question."""
_GREEDY: Final = PlayerModel(Limits(temperature=0.01))
"""A nearly greedy policy."""


class Question(NamedTuple):
    """A choice of the champion, and an alternative."""

    key: str
    chosen: Bools
    """Mask of the actions it chose from."""
    instead: Bools
    """Mask of the actions that it must choose from in the other game."""
    from_round: int = 1


QUESTIONS: Final = (
    Question("declined", DECLINES, DRAWS),
    Question("drew", DRAWS, DECLINES, from_round=2),
    Question("open", TAKES, PILE),
    Question("pile", PILE, TAKES),
    Question("buried", BURIES, ENDS),
)


class Answer(NamedTuple):
    """The result of a comparison."""

    positions: int
    gain: Interval
    """Value of the choice to the player who made it, as a share of a win."""


def ask(
    question: Question,
    games: Games,
    temperature: float,
    rng: np.random.Generator,
    most: int = MAX_POSITIONS,
) -> Answer:
    """Play positions on with the actual choice and with the alternative."""
    at = _moments(question, games, rng)[:most]
    if not len(at):
        return Answer(0, Interval(0.0, -1.0, 1.0))
    states, seat = rows(games.before, at), games.seat[at].astype(np.int64)
    players = Players.same(PlayerModel(Limits(temperature=temperature)), len(at))
    shuffles, memories = shuffle(len(at), rng), memories_at(games, at)
    other, _ = decide(states, memories, players, rng, question.instead)
    scores = [
        play(states, shuffles, players, rng, memories=memories, opening=action).result
        * (1 - 2 * seat)
        / 2
        for action in (games.action[at], other)
    ]
    return Answer(len(at), mean(scores[0] - scores[1]))


def _moments(question: Question, games: Games, rng: np.random.Generator) -> Ints:
    """Select decisions that a question is about, in random order, at most one per game."""
    clock = games.before.clock
    asked = question.chosen[games.action]
    asked &= np.asarray(Clock.ROUND.of(clock)) >= question.from_round
    asked &= np.asarray(Clock.LAST_TURNS.of(clock)) == 0
    found = rng.permutation(np.flatnonzero(asked))
    found = found[np.unique(games.game[found], return_index=True)[1]]
    found = rng.permutation(found)
    if not len(found):
        return found
    legal = np.asarray(legal_masks(rows(games.before, found[: 4 * MAX_POSITIONS])))
    can_do: Bools = np.asarray((legal & question.instead).any(axis=1))
    return found[: len(can_do)][can_do]


def first_bridges(
    games: Games, rng: np.random.Generator, most: int = MAX_POSITIONS
) -> list[Interval]:
    """Estimate the value of a bridge on each line on the first turn, compared with not playing.

    Based on the opponent's value at the start of the second turn, as a share of a win.
    """
    start = np.flatnonzero(np.diff(games.game, prepend=-1))[:most]
    states, shuffles = rows(games.before, start), shuffle(len(start), rng)
    legal = np.asarray(legal_masks(states))
    waiting = _after_opening(states, shuffles, [ENDS], rng)
    found = []
    for line in range(NUM_LINES):
        builds: Bools = np.equal(LINES, line)
        can_do = np.flatnonzero((legal & builds).any(axis=1))
        left = _after_opening(rows(states, can_do), shuffles[can_do], [builds, ENDS], rng)
        found.append(mean(left - waiting[can_do]))
    return found


def _after_opening(
    states: State, shuffles: Floats, plays: Sequence[Bools], rng: np.random.Generator
) -> Floats:
    """Return the starting player's winning probability after a first turn of these actions."""
    games = np.arange(len(shuffles))
    players = Players.same(_GREEDY, len(games))
    memories = start_memories(states)
    for allowed in plays:
        actions, _ = decide(states, memories, players, rng, allowed)
        states, memories = ply(states, memories, actions, shuffles, games)
    _, value = decide(states, memories, players, rng)
    return (1 - value) / 2
