"""Run the experiments one by one and collect results; an interrupted run keeps what it has."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from kahuna.analysis.claims.evidence import Evidence, gather_evidence
from kahuna.analysis.counterfactual import (
    MAX_POSITIONS,
    QUESTIONS,
    Answer,
    Question,
    ask,
    first_bridges,
)
from kahuna.analysis.estimate import Interval, share
from kahuna.analysis.experiments import (
    BASE,
    EXPERIMENTS,
    HANDICAPS,
    LEVEL,
    LEVEL_MEMORY,
    LUCK,
    MEMORY,
    MIDDLING,
    SKILL,
    VARIANTS,
    Experiment,
    batches,
)
from kahuna.analysis.flow import Calibration, GameFlow, calibration, flow
from kahuna.analysis.islands import IslandValues, island_values
from kahuna.analysis.luck import Luck, Skill, Swings, luck, skill, swings
from kahuna.analysis.openings import OpeningStats, opening
from kahuna.analysis.players import level
from kahuna.analysis.self_play import Games, fingerprint, join
from kahuna.analysis.turn_stats import TurnStats, turn_stats


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisConfig:
    """What to play."""

    games: int = 20_000
    """Approximate number of base games."""
    seed: int = 1
    temperature: float = 0.5
    keep: Path | None = None
    """A folder in which games and answers are kept, so that nothing need be played again."""


@dataclass(slots=True)
class AnalysisResults:
    """All results; those of experiments not played yet are empty."""

    config: AnalysisConfig
    num_games: int = 0
    """Total number of games, without those of counterfactual questions."""
    flow: GameFlow | None = None
    calibration: Calibration | None = None
    island_values: IslandValues | None = None
    opening: OpeningStats | None = None
    bridges: list[Interval] = field(default_factory=list)
    """Value of a bridge on each line on the first turn."""
    turn_stats: TurnStats | None = None
    answers: dict[str, Answer] = field(default_factory=dict)
    swings: Swings | None = None
    luck: Luck | None = None
    skill: dict[str, Skill] = field(default_factory=dict)
    """The champion's, by opponent."""
    evidence: dict[str, Evidence] = field(default_factory=dict)
    """About the claims of players, by who played."""
    memory: dict[str, dict[str, Skill]] = field(default_factory=dict)
    """What it is worth, by player and by what the opponent forgets."""
    variants: dict[str, GameFlow] = field(default_factory=dict)
    handicaps: dict[int, HandicapScores] = field(default_factory=dict)
    """By the number of bridges."""


CHAMPION = "champion"


class HandicapScores(NamedTuple):
    """Score of the seat that places bridges before the first turn."""

    score: Interval
    begins: Interval
    """Its score if it also starts."""
    follows: Interval
    """Its score if the other seat starts."""


Tell = Callable[[str, int], None]
"""Report progress: what was played, and how many steps that was."""


def num_steps(config: AnalysisConfig) -> int:
    """Return the number of steps: batches and questions."""
    return (
        sum(experiment.num_batches(config.games) for experiment in EXPERIMENTS) + len(QUESTIONS) + 1
    )


def run_analysis(config: AnalysisConfig, tell: Tell) -> tuple[AnalysisResults, bool]:
    """Play and evaluate; return the results and whether they are complete after Ctrl-C."""
    results = AnalysisResults(config)
    try:
        for experiment in EXPERIMENTS:
            games, is_whole = _played(experiment, config, tell)
            if games is not None:
                _count(results, experiment, games)
            if not is_whole:
                return results, False
            if experiment is BASE and games is not None:
                _ask(results, games, tell)
    except KeyboardInterrupt:
        return results, False
    return results, True


def _played(
    experiment: Experiment, config: AnalysisConfig, tell: Tell
) -> tuple[Games | None, bool]:
    """Return the games of an experiment so far, and whether they are complete."""
    parts: list[Games] = []
    is_whole = True
    try:
        for part in batches(
            experiment,
            config.games,
            seed=config.seed,
            temperature=config.temperature,
            keep=config.keep,
        ):
            parts.append(part)
            tell(experiment.title, 1)
    except KeyboardInterrupt:
        is_whole = False
    return (join(parts) if parts else None), is_whole


def _count(results: AnalysisResults, experiment: Experiment, games: Games) -> None:
    """Evaluate the games of an experiment."""
    config = results.config
    rng = np.random.default_rng(config.seed)
    results.num_games += games.num
    if experiment is BASE:
        results.flow, results.calibration = flow(games), calibration(games)
        results.island_values, results.opening = island_values(games), opening(games)
        results.turn_stats, results.swings = turn_stats(games), swings(games)
        results.evidence[CHAMPION] = gather_evidence(games, config.temperature, rng)
    elif experiment is LEVEL:
        results.evidence[MIDDLING] = gather_evidence(games, level(MIDDLING).temperature, rng)
    elif experiment is LUCK:
        results.luck = luck(games)
    elif experiment in SKILL:
        results.skill[experiment.title] = skill(games)
    elif experiment in MEMORY:
        results.memory.setdefault(CHAMPION, {})[experiment.title] = skill(games)
    elif experiment in LEVEL_MEMORY:
        results.memory.setdefault(MIDDLING, {})[experiment.title] = skill(games)
    elif experiment in VARIANTS:
        results.variants[experiment.title] = flow(games)
    elif experiment in HANDICAPS:
        results.handicaps[experiment.ruleset.handicap] = _handicap(games)


def _handicap(games: Games) -> HandicapScores:
    score = (games.result + 1) / 2  # White has the handicap.
    return HandicapScores(
        share(score), share(score[games.first == 0]), share(score[games.first == 1])
    )


def _ask(results: AnalysisResults, games: Games, tell: Tell) -> None:
    """Answer the counterfactual questions."""
    config = results.config
    most = min(MAX_POSITIONS, config.games)
    results.bridges = first_bridges(games, np.random.default_rng(config.seed), most)
    tell("first bridges", 1)
    for question in QUESTIONS:
        results.answers[question.key] = _answer(question, games, config, most)
        tell("what if", 1)


def _answer(question: Question, games: Games, config: AnalysisConfig, most: int) -> Answer:
    """Answer a question, or read the answer if it was kept."""
    name = f"{question.key}-{config.seed}-{config.temperature:g}-{fingerprint()}-{games.num}"
    path = None if config.keep is None else config.keep / f"answer-{name}.json"
    if path is not None and path.exists():
        positions, gain = json.loads(path.read_text(encoding="utf-8"))
        return Answer(positions, Interval(*gain))
    rng = np.random.default_rng((config.seed, crc32(question.key.encode())))
    answer = ask(question, games, config.temperature, rng, most)
    if path is not None:
        path.write_text(json.dumps(answer), encoding="utf-8")
    return answer
