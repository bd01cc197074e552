"""All that was found out, and how it is gathered: trial by trial, and left as far as it came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kahuna.findings.course import Course, Foresight, course, foresight
from kahuna.findings.estimate import Interval, share
from kahuna.findings.habits import Habits, habits
from kahuna.findings.islands import Worth, worth
from kahuna.findings.luck import Luck, Skill, Swings, luck, skill, swings
from kahuna.findings.openings import Opening, opening
from kahuna.findings.play import Games, join
from kahuna.findings.trials import BASE, HANDICAPS, LUCK, SKILL, TRIALS, VARIANTS, Trial, batches
from kahuna.findings.whatif import MOST, QUESTIONS, Answer, ask, first_bridges


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be played."""

    games: int = 20_000
    """Games of the base game, about."""
    seed: int = 1
    heat: float = 0.5
    keep: Path | None = None
    """A folder for games, so that they need not be played again."""


@dataclass(slots=True)
class Found:
    """What was found out; what has not been played yet is empty."""

    order: Order
    num_games: int = 0
    """How many games were played in all, without those of questions."""
    course: Course | None = None
    foresight: Foresight | None = None
    worth: Worth | None = None
    opening: Opening | None = None
    bridges: list[Interval] = field(default_factory=list)
    """What a bridge on each line is worth in the first turn."""
    habits: Habits | None = None
    answers: dict[str, Answer] = field(default_factory=dict)
    swings: Swings | None = None
    luck: Luck | None = None
    skill: dict[float, Skill] = field(default_factory=dict)
    """By the heat of the weaker one."""
    variants: dict[str, Course] = field(default_factory=dict)
    handicaps: dict[int, Handicap] = field(default_factory=dict)
    """By the number of bridges."""


class Handicap(NamedTuple):
    """What the seat scores that puts bridges on the board before the first turn."""

    score: Interval
    begins: Interval
    """What it scores if it also begins the game."""
    follows: Interval
    """What it scores if the other begins."""


Tell = Callable[[str, int], None]
"""Is told what was played, and how many steps of the work that was."""


def steps(order: Order) -> int:
    """How many steps the work has: batches and questions."""
    return sum(trial.num_batches(order.games) for trial in TRIALS) + len(QUESTIONS) + 1


def gather(order: Order, tell: Tell) -> tuple[Found, bool]:
    """Play and count; also, whether it came to the end. Ctrl-C leaves what there is."""
    found = Found(order)
    try:
        for trial in TRIALS:
            games, is_whole = _played(trial, order, tell)
            if games is not None:
                _count(found, trial, games)
            if not is_whole:
                return found, False
            if trial is BASE and games is not None:
                _ask(found, games, tell)
    except KeyboardInterrupt:
        return found, False
    return found, True


def _played(trial: Trial, order: Order, tell: Tell) -> tuple[Games | None, bool]:
    """The games of a trial as far as it came, and whether that is all of them."""
    parts: list[Games] = []
    is_whole = True
    try:
        for part in batches(trial, order.games, seed=order.seed, heat=order.heat, keep=order.keep):
            parts.append(part)
            tell(trial.title, 1)
    except KeyboardInterrupt:
        is_whole = False
    return (join(parts) if parts else None), is_whole


def _count(found: Found, trial: Trial, games: Games) -> None:
    """Take in what the games of a trial say."""
    found.num_games += games.num
    if trial is BASE:
        found.course, found.foresight = course(games), foresight(games)
        found.worth, found.opening = worth(games), opening(games)
        found.habits, found.swings = habits(games), swings(games)
    elif trial is LUCK:
        found.luck = luck(games)
    elif trial in SKILL and trial.weaker is not None:
        found.skill[trial.weaker] = skill(games)
    elif trial in VARIANTS:
        found.variants[trial.title] = course(games)
    elif trial in HANDICAPS:
        found.handicaps[trial.ruleset.handicap] = _handicap(games)


def _handicap(games: Games) -> Handicap:
    score = (games.result + 1) / 2  # White's: it is the seat with the handicap.
    return Handicap(share(score), share(score[games.first == 0]), share(score[games.first == 1]))


def _ask(found: Found, games: Games, tell: Tell) -> None:
    """Ask what would have been."""
    rng = np.random.default_rng(found.order.seed)
    most = min(MOST, found.order.games)
    found.bridges = first_bridges(games, rng, most)
    tell("first bridges", 1)
    for question in QUESTIONS:
        found.answers[question.key] = ask(question, games, found.order.heat, rng, most)
        tell("what if", 1)
