"""All that was found out, and how it is gathered: trial by trial, and left as far as it came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kahuna.analysis.counterfactual import MOST, QUESTIONS, Answer, ask, first_bridges
from kahuna.analysis.estimate import Interval, share
from kahuna.analysis.experiments import (
    BASE,
    EXPERIMENTS,
    HANDICAPS,
    LUCK,
    SKILL,
    VARIANTS,
    Experiment,
    batches,
)
from kahuna.analysis.flow import Calibration, GameFlow, calibration, flow
from kahuna.analysis.islands import IslandValues, island_values
from kahuna.analysis.luck import Luck, Skill, Swings, luck, skill, swings
from kahuna.analysis.openings import Opening, opening
from kahuna.analysis.self_play import Games, join
from kahuna.analysis.turn_stats import TurnStats, turn_stats


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisConfig:
    """What is to be played."""

    games: int = 20_000
    """Games of the base game, about."""
    seed: int = 1
    heat: float = 0.5
    keep: Path | None = None
    """A folder for games, so that they need not be played again."""


@dataclass(slots=True)
class AnalysisResults:
    """What was found out; what has not been played yet is empty."""

    config: AnalysisConfig
    num_games: int = 0
    """How many games were played in all, without those of questions."""
    flow: GameFlow | None = None
    calibration: Calibration | None = None
    island_values: IslandValues | None = None
    opening: Opening | None = None
    bridges: list[Interval] = field(default_factory=list)
    """What a bridge on each line is worth in the first turn."""
    turn_stats: TurnStats | None = None
    answers: dict[str, Answer] = field(default_factory=dict)
    swings: Swings | None = None
    luck: Luck | None = None
    skill: dict[float, Skill] = field(default_factory=dict)
    """By the heat of the weaker one."""
    variants: dict[str, GameFlow] = field(default_factory=dict)
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


def num_steps(config: AnalysisConfig) -> int:
    """How many steps the work has: batches and questions."""
    return (
        sum(experiment.num_batches(config.games) for experiment in EXPERIMENTS) + len(QUESTIONS) + 1
    )


def run_analysis(config: AnalysisConfig, tell: Tell) -> tuple[AnalysisResults, bool]:
    """Play and count; also, whether it came to the end. Ctrl-C leaves what there is."""
    found = AnalysisResults(config)
    try:
        for experiment in EXPERIMENTS:
            games, is_whole = _played(experiment, config, tell)
            if games is not None:
                _count(found, experiment, games)
            if not is_whole:
                return found, False
            if experiment is BASE and games is not None:
                _ask(found, games, tell)
    except KeyboardInterrupt:
        return found, False
    return found, True


def _played(
    experiment: Experiment, config: AnalysisConfig, tell: Tell
) -> tuple[Games | None, bool]:
    """The games of a trial as far as it came, and whether that is all of them."""
    parts: list[Games] = []
    is_whole = True
    try:
        for part in batches(
            experiment, config.games, seed=config.seed, heat=config.heat, keep=config.keep
        ):
            parts.append(part)
            tell(experiment.title, 1)
    except KeyboardInterrupt:
        is_whole = False
    return (join(parts) if parts else None), is_whole


def _count(found: AnalysisResults, experiment: Experiment, games: Games) -> None:
    """Take in what the games of a trial say."""
    found.num_games += games.num
    if experiment is BASE:
        found.flow, found.calibration = flow(games), calibration(games)
        found.island_values, found.opening = island_values(games), opening(games)
        found.turn_stats, found.swings = turn_stats(games), swings(games)
    elif experiment is LUCK:
        found.luck = luck(games)
    elif experiment in SKILL and experiment.weaker is not None:
        found.skill[experiment.weaker] = skill(games)
    elif experiment in VARIANTS:
        found.variants[experiment.title] = flow(games)
    elif experiment in HANDICAPS:
        found.handicaps[experiment.ruleset.handicap] = _handicap(games)


def _handicap(games: Games) -> Handicap:
    score = (games.result + 1) / 2  # White's: it is the seat with the handicap.
    return Handicap(share(score), share(score[games.first == 0]), share(score[games.first == 1]))


def _ask(found: AnalysisResults, games: Games, tell: Tell) -> None:
    """Ask what would have been."""
    rng = np.random.default_rng(found.config.seed)
    most = min(MOST, found.config.games)
    found.bridges = first_bridges(games, rng, most)
    tell("first bridges", 1)
    for question in QUESTIONS:
        found.answers[question.key] = ask(question, games, found.config.heat, rng, most)
        tell("what if", 1)
