"""Measure reviews: residual of the ledger, time, each bot's losses, and errors without a reason.

Example: ``python tools/measure_reviews.py pua nalu champion --games 4 --worlds 192``. With
``--worlds``, rollouts to the end in so many fresh worlds check every blunder.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from time import process_time
from typing import Annotated

import typer

from kahuna.bots.spec import parse_spec
from kahuna.cli.program import run_program
from kahuna.coach.action_values import CHANCE, MARGIN, Evaluator, differences, number_of
from kahuna.coach.engine import champion_engine
from kahuna.coach.facts import is_concrete
from kahuna.coach.game_review import BUDGET, Review, reviews
from kahuna.coach.labels import MISTAKE, Label
from kahuna.core import SEATS, Ruleset
from kahuna.match.simulate import simulate_game


def main(
    bots: Annotated[list[str], typer.Argument(metavar="BOT")],
    games: Annotated[int, typer.Option(min=1, help="games per bot")] = 4,
    budget: Annotated[int, typer.Option(min=1, help="network evaluations per game")] = BUDGET,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    worlds: Annotated[int, typer.Option(min=0, help="worlds that check a blunder")] = 0,
) -> None:
    """Let each bot play against itself, review the games and print one line per bot."""
    makers = {bot: parse_spec(bot) for bot in bots}
    print(
        "bot          loss per decision   blunders per game   largest residual   "
        "CPU seconds, first and all   errors   without a concrete reason   blunders confirmed"
    )
    for bot, make in makers.items():
        refined: list[Review] = []
        seconds = [0.0, 0.0]
        for number in range(1, games + 1):
            record = simulate_game(Ruleset(), (make, make), seed=seed, number=number).record
            began = process_time()
            found = []
            for i, each in enumerate(reviews(record, seed=seed, budget=budget)):
                found.append(each)
                seconds[i] += process_time() - began
            refined.append(found[-1])
        line = _line(bot, refined, [each / games for each in seconds])
        print(f"{line}   {_confirmed(refined, worlds)}" if worlds else line, flush=True)


def _confirmed(reviews: Sequence[Review], num_worlds: int) -> str:
    """Count the blunders that lose at least a mistake when they are played to the end."""
    evaluator = Evaluator(champion_engine(), "confirmation")
    blunders = [v for found in reviews for v in found.verdicts if v.label is Label.BLUNDER]
    num_confirmed = 0
    for verdict in blunders:
        actions = [number_of(action) for action in (verdict.decision.played, verdict.best)]
        [found] = evaluator.sample(
            [(verdict.decision.situation, actions)], num_worlds=num_worlds, stops_at_scoring=False
        )
        played, better = found[CHANCE if verdict.margin_loss is None else MARGIN]
        num_confirmed += fmean(differences(better, played)) >= MISTAKE
    return f"{num_confirmed} of {len(blunders)}"


def _line(bot: str, reviews: Sequence[Review], seconds: Sequence[float]) -> str:
    losses = [verdict.loss.mean for found in reviews for verdict in found.verdicts]
    blunders = sum(
        verdict.label == "blunder"
        for found in reviews
        for seat in SEATS
        for verdict in found.errors(seat)
    )
    residual = max(abs(found.ledger.residual) for found in reviews)
    errors = [v for found in reviews for seat in SEATS for v in found.errors(seat)]
    vague = sum(not is_concrete(verdict.remarks) for verdict in errors)
    return (
        f"{bot:12} {sum(losses) / len(losses):17.2f} {blunders / len(reviews):19.1f} "
        f"{residual:18.0e} {seconds[0]:20.1f} {seconds[1]:8.1f} {len(errors):8} {vague:27}"
    )


if __name__ == "__main__":
    run_program(main, name="python tools/measure_reviews.py")
