"""Let the champion play and write the findings page: ``python -m research.findings``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated
from zlib import crc32

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress

from kahuna.bots.limits import Limits
from research.command import run
from research.findings import games as experiments
from research.findings.claims import gather_evidence
from research.findings.counterfactual import MAX_POSITIONS, QUESTIONS, ask, first_bridges
from research.findings.games import (
    BASE,
    LEVEL,
    LUCK,
    MIDDLING,
    MIDDLING_PLAYER,
    Experiment,
    Games,
    PlayerModel,
    join,
)
from research.findings.page import CHAMPION, Results, write_page
from research.findings.statistics import (
    calibration,
    flow,
    handicap_scores,
    island_values,
    luck,
    opening,
    skill,
    swings,
    turn_stats,
)


def main(
    games: Annotated[int, typer.Option(min=1, help="games of the base rules")] = 20_000,
    seed: int = 1,
    temperature: Annotated[
        float, typer.Option(min=0.01, max=100.0, help="sampling temperature of the champion")
    ] = 0.5,
    out: Annotated[Path, typer.Option(help="folder for the page")] = Path("docs"),
    keep: Annotated[Path | None, typer.Option(help="folder to store games in")] = None,
) -> None:
    """Play, evaluate and write the page."""
    for folder in filter(None, (out, keep)):
        folder.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    with Progress(console=console) as progress:
        task = progress.add_task("", total=experiments.num_batches(games))

        def play(experiment: Experiment) -> Games:
            progress.update(task, description=f"{experiment.title:35}")
            parts = []
            for part in experiments.batches(
                experiment, games, seed=seed, temperature=temperature, keep=keep
            ):
                parts.append(part)
                progress.advance(task)
            return join(parts)

        results = _measure(play, games, seed, temperature)
    page = write_page(results, out)
    console.print(f"{page} tells of {results.num_games:,} games")


def _measure(
    play: Callable[[Experiment], Games], games: int, seed: int, temperature: float
) -> Results:
    """Play all experiments and evaluate their games."""
    num_games = 0

    def played(experiment: Experiment) -> Games:
        nonlocal num_games
        found = play(experiment)
        num_games += found.num
        return found

    base, middling = played(BASE), played(LEVEL)
    deals = min(MAX_POSITIONS, games)
    champion = PlayerModel(Limits(temperature=temperature))
    evidence = {
        name: gather_evidence(found, player, np.random.default_rng(seed))
        for name, found, player in (
            (CHAMPION, base, champion),
            (MIDDLING, middling, MIDDLING_PLAYER),
        )
    }
    answers = {
        question.key: ask(
            question,
            base,
            temperature,
            np.random.default_rng((seed, crc32(question.key.encode()))),
            deals,
        )
        for question in QUESTIONS
    }
    return Results(
        games=games,
        seed=seed,
        temperature=temperature,
        flow=flow(base),
        calibration=calibration(base),
        islands=island_values(base),
        opening=opening(base),
        bridges=first_bridges(base, np.random.default_rng(seed), deals),
        deals=deals,
        turns=turn_stats(base),
        answers=answers,
        swings=swings(base),
        luck=luck(played(LUCK)),
        skill={match.title: skill(played(match)) for match in experiments.SKILL},
        evidence=evidence,
        memory={
            CHAMPION: skill(played(experiments.MEMORY)),
            MIDDLING: skill(played(experiments.LEVEL_MEMORY)),
        },
        variants={each.title: flow(played(each)) for each in experiments.VARIANTS},
        handicaps={
            each.ruleset.handicap: handicap_scores(played(each)) for each in experiments.HANDICAPS
        },
        num_games=num_games,
    )


if __name__ == "__main__":
    run(main)
