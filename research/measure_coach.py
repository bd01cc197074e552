"""Measure the coach: how its verdicts hold up, and whether better bots lose less per decision.

python -m research.measure_coach --games 200 --json coach.json

Every bot plays against itself, and the coach grades the decisions as a review does. A sample of
them is judged again by rollouts to the end in up to 4,800 worlds, until the answer is certain. Then
all bots play one turn from the same positions, of games between random pairs of them. Rollouts run
on an accelerator if there is one (extra ``train``), the rest in worker processes.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
import typer

from kahuna.batch import SeatMemories, from_core, memories_from_core
from kahuna.batch.state import arrays_of, state_of
from kahuna.bots import LEVELS
from kahuna.bots.neural import champion_weights
from kahuna.bots.rollouts import Floats, play
from kahuna.coach.action_values import (
    PLAYED,
    Evaluation,
    Evaluator,
    estimate,
    number_of,
    refine,
    screen,
)
from kahuna.coach.batch_engine import BatchEngine
from kahuna.coach.confirmation import check_to_the_end, confirm
from kahuna.coach.decisions import Decision, Situation, decisions_of
from kahuna.coach.effort import THOROUGH
from kahuna.coach.estimate import Estimate
from kahuna.coach.game_review import BUDGET
from kahuna.coach.labels import BLUNDER, INACCURACY, THRESHOLDS
from kahuna.coach.ledger import LedgerMaker
from kahuna.core import SEATS, Action, Ruleset, Seat, world
from kahuna.match import play_turn
from kahuna.match.simulate import simulate_game
from kahuna.match.transitions import transitions_of
from kahuna.record import GameRecord
from kahuna.workers import num_cores
from research.command import run

CHUNK = 5
"""Games whose rollouts share a batch."""
MAX_DEEP_WORLDS = 4800
"""Worlds that check a verdict, at most."""
FIRST_WORLDS = 256
"""Worlds in which all actions are compared before the best ones are searched deeply."""
FINALISTS = 5
DEEP_STEP = 300
"""Worlds that are added at a time..."""
CERTAIN = 4.0
"""...until losses differ from the thresholds by this many standard errors."""
CLOSE = 2.0
"""Points within which a recommended move counts as optimal."""
TURNS = 8
"""Turns of a game that all bots play."""
TURN_WORLDS = 16
"""Worlds in which these turns are compared; half of them choose the best one, half judge."""
TURN_HORIZON = 8
SLOW_EVERY = 4
"""Bots that search are slow: they join in every fourth game."""

Turn: TypeAlias = tuple[Action, ...]


class Task(NamedTuple):
    """Games that a worker plays and judges; without a bot, all bots are compared."""

    bot: str | None
    numbers: range
    seed: int
    num_deep: int
    """Decisions that are checked with a deep search."""


class Deep(NamedTuple):
    """A verdict and what a deep search says about it, in points."""

    label: str
    loss: float
    error: float
    deep_loss: float
    """What the played action loses against the recommended one..."""
    recommended_loss: float
    """...and the recommended one against the best."""


@dataclass
class Found:
    """What a task measured."""

    bot: str | None
    games: int = 0
    losses: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    labels: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    residuals: list[float] = field(default_factory=list)
    deep: list[Deep] = field(default_factory=list)


@cache
def _rollout() -> Any:  # noqa: ANN401
    try:
        from research.jax_rollouts import AcceleratedRollout
    except ModuleNotFoundError:
        from kahuna.bots.rollouts import rollout

        return rollout
    return AcceleratedRollout()


def _evaluator(seed: str) -> Evaluator:
    return Evaluator(_engine(), seed)


def _engine() -> BatchEngine:
    return BatchEngine(champion_weights(), rollout=_rollout())


def work(task: Task) -> Found:
    """Play and judge the games of a task."""
    return _compare(task) if task.bot is None else _self_play(task, task.bot)


def _self_play(task: Task, bot: str) -> Found:
    found = Found(bot, len(task.numbers))
    maker = LEVELS[bot].make
    records = [
        simulate_game(Ruleset(), (maker, maker), seed=task.seed, number=number).record
        for number in task.numbers
    ]
    of_games = [decisions_of(record) for record in records]
    evaluations: list[Evaluation] = []
    for seat in SEATS:
        evaluator = _evaluator(f"{task}/{seat}")
        decisions = [d for game in of_games for d in game if d.seat is seat and not d.is_forced]
        own = screen(evaluator, decisions)
        budget = BUDGET // 4 * len(records)
        refine(evaluator, own, budget=budget, thresholds=THRESHOLDS)
        confirm(evaluator, own, budget=budget, thresholds=THRESHOLDS)
        check_to_the_end(evaluator, own)
        evaluations += own
    found.losses[bot] = [e.loss.mean for e in evaluations]
    for evaluation in evaluations:
        found.labels[evaluation.label()] += 1
    _add_residual(found, records[0], of_games[0], evaluations)
    found.deep = _deep_checks(task, evaluations)
    return found


def _add_residual(
    found: Found, record: GameRecord, decisions: list[Decision], evaluations: list[Evaluation]
) -> None:
    assert record.outcome is not None
    ids = set(map(id, decisions))
    own = [e for e in evaluations if id(e.decision) in ids]
    maker = LedgerMaker(transitions_of(record), engine=_engine(), seed=1)
    maker.look_closer(sum(stage.ledger_repeats for stage in THOROUGH.stages))
    found.residuals.append(maker.ledger(own, record.outcome).residual)


def _deep_checks(task: Task, evaluations: list[Evaluation]) -> list[Deep]:
    """Check some errors, half of them blunders, and some other decisions."""
    rng = Random(f"{task}/deep")
    groups: dict[str, list[Evaluation]] = defaultdict(list)
    for evaluation in evaluations:
        label = evaluation.label()
        groups[label if label == "blunder" or not label.is_error else "error"].append(evaluation)
    good = [e for label in ("best", "good", "only_move") for e in groups[label]]
    shares = ((groups["blunder"], 2), (groups["error"], 1), (good, 1))
    chosen = [
        e
        for group, share in shares
        for e in rng.sample(group, min(share * task.num_deep // 4, len(group)))
    ]
    evaluator = _evaluator(f"{task}/deep")
    return [_deep_check(evaluator, evaluation) for evaluation in chosen]


def _deep_check(evaluator: Evaluator, evaluation: Evaluation) -> Deep:
    """Compare the best actions until it is certain what they lose, or the worlds are used up.

    All rollouts go to the end of the game.
    """
    situation, measure = evaluation.decision.situation, evaluation.measure
    legal = [number_of(action) for action in situation.legal]
    [first] = evaluator.sample(
        [(situation, legal)], num_worlds=FIRST_WORLDS, stops_at_scoring=False
    )
    order = [legal[i] for i in np.argsort(-np.mean(first[measure], axis=1))]
    played, recommended = evaluation.rows[PLAYED], evaluation.rows[evaluation.best]
    finalists = list(dict.fromkeys([played, recommended, *order[:FINALISTS]]))
    values = np.empty((len(finalists), 0))
    while values.shape[1] < MAX_DEEP_WORLDS:
        [more] = evaluator.sample(
            [(situation, finalists)], num_worlds=DEEP_STEP, stops_at_scoring=False
        )
        values = np.concatenate([values, more[measure]], axis=1)
        best = values.mean(axis=1).argmax()
        losses = [estimate((values[best] - row).tolist()) for row in values]
        loss = estimate((values[finalists.index(recommended)] - values[0]).tolist())
        behind = losses[finalists.index(recommended)]
        if _is_certain(behind, [CLOSE]) and _is_certain(loss, [INACCURACY, BLUNDER]):
            break
        kept = [
            place
            for place, number in enumerate(finalists)
            if number in (played, recommended)
            or losses[place].mean <= CERTAIN * losses[place].error
        ]
        finalists, values = [finalists[place] for place in kept], values[kept]
    return Deep(
        str(evaluation.label()), evaluation.loss.mean, evaluation.loss.error, loss.mean, behind.mean
    )


def _is_certain(loss: Estimate, thresholds: Sequence[float]) -> bool:
    return all(abs(loss.mean - threshold) > CERTAIN * loss.error for threshold in thresholds)


def _compare(task: Task) -> Found:
    """Let all bots play the same turns."""
    found = Found(None, len(task.numbers))
    for number in task.numbers:
        rng = Random(f"{task.seed}/{number}")
        makers = [LEVELS[rng.choice(list(LEVELS))].make for _ in SEATS]
        record = simulate_game(
            Ruleset(), (makers[0], makers[1]), seed=task.seed, number=number
        ).record
        bots = [
            key for key, level in LEVELS.items() if number % SLOW_EVERY == 0 or not level.searches
        ]
        starts = {d.situation.view.public.turn: d for d in reversed(decisions_of(record))}
        for decision in rng.sample(list(starts.values()), min(TURNS, len(starts))):
            label = f"{task.seed}/{number}/{decision.ply}"
            losses = _turn_losses(decision.situation, bots, label)
            for key, loss in losses.items():
                found.losses[key].append(loss)
    return found


def _turn_losses(situation: Situation, bots: list[str], label: str) -> dict[str, float]:
    """Return what each bot's turn loses against the best of these turns, in points."""
    turns = {
        bot: play_turn(LEVELS[bot].make(Random(f"{label}/{bot}")), situation.view) for bot in bots
    }
    different = list(dict.fromkeys(turns.values()))
    values = _turn_values(situation, different, label)
    halves = np.array_split(values, 2, axis=1)
    losses = np.zeros(len(different))
    for chooses, judges in (halves, halves[::-1]):
        means = judges.mean(axis=1)
        losses += (means[chooses.mean(axis=1).argmax()] - means) / 2
    return {bot: float(losses[different.index(turn)]) for bot, turn in turns.items()}


def _turn_values(situation: Situation, turns: list[Turn], label: str) -> Floats:
    """Return the mover's chance after each turn in the same worlds: (turns, worlds)."""
    rng = Random(label)
    worlds = [world(situation.view, situation.belief.sample(rng)) for _ in range(TURN_WORLDS)]
    seed = rng.getrandbits(32)
    states = from_core(worlds, memories=[situation.memory] * TURN_WORLDS, seed=seed)
    remembered = memories_from_core([situation.recollection.of_both()] * TURN_WORLDS)
    before, memories = [], []
    for turn in turns:
        state, memory = states, remembered
        for action in turn[:-1]:
            state, memory = play(state, memory, np.full(TURN_WORLDS, number_of(action)))
        before.append(arrays_of(state))
        memories.append(memory)
    played = _rollout()(
        state_of([np.concatenate(column) for column in zip(*before, strict=True)]),
        SeatMemories(*(_joined(pairs) for pairs in zip(*memories, strict=True))),
        np.repeat([number_of(turn[-1]) for turn in turns], TURN_WORLDS),
        np.tile(np.arange(TURN_WORLDS), len(turns)),
        horizon=TURN_HORIZON,
        weights=champion_weights(),
        seed=seed,
    )
    sign = -1.0 if situation.seat is Seat.BLACK else 1.0
    points: Floats = 50 + 50 * sign * played.values.reshape(len(turns), TURN_WORLDS)
    return points


def _joined(pairs: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Concatenate the arrays of White, and those of Black."""
    white, black = zip(*pairs, strict=True)
    return np.concatenate(white), np.concatenate(black)


def main(
    games: Annotated[int, typer.Option(min=1, help="games of each bot")] = 200,
    slow_games: Annotated[int, typer.Option(min=1, help="games of bots that search")] = 60,
    common_games: Annotated[int, typer.Option(min=0, help="games of all bots")] = 200,
    deep: Annotated[int, typer.Option(min=0, help="deep searches for five games")] = 8,
    seconds: Annotated[int, typer.Option(min=1, help="stop after this time")] = 3600,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    workers: Annotated[int, typer.Option(min=1)] = num_cores(),
    json_file: Annotated[Path | None, typer.Option("--json")] = None,
) -> None:
    """Measure, and print tables in Markdown."""
    tasks = list_tasks(games, slow_games, common_games, seed=seed, num_deep=deep)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    began = perf_counter()
    results: list[Found] = []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        waiting = [executor.submit(work, task) for task in tasks]
        for done in as_completed(waiting):
            results.append(done.result())
            elapsed = perf_counter() - began
            print(f"{len(results)} of {len(tasks)} parts after {elapsed:.0f} s", flush=True)
            if json_file and (len(results) % 20 == 0 or len(results) == len(tasks)):
                json_file.write_text(json.dumps([vars(r) for r in results]))
            if elapsed > seconds:
                executor.shutdown(wait=False, cancel_futures=True)
                break
    report(results)


def list_tasks(
    games: int, slow_games: int, common_games: int, *, seed: int, num_deep: int
) -> list[Task]:
    """Return all tasks in turns, so that a run that is stopped early covers every bot."""
    tasks = []
    for start in range(0, max(games, common_games), CHUNK):
        for bot in (*LEVELS, None):
            num = common_games if bot is None else slow_games if LEVELS[bot].searches else games
            numbers = range(start + 1, min(start + CHUNK, num) + 1)
            if numbers:
                tasks.append(Task(bot, numbers, seed, num_deep))
    return tasks


def report(results: Sequence[Found]) -> None:
    """Print the tables."""
    print("| bot | games | decisions | loss per decision | blunders per game |")
    print("|---|---:|---:|---:|---:|")
    for key in LEVELS:
        own = [r for r in results if r.bot == key]
        losses = [loss for r in own for loss in r.losses[key]]
        games = sum(r.games for r in own)
        blunders = sum(r.labels.get("blunder", 0) for r in own)
        if losses:
            print(
                f"| {key} | {games} | {len(losses)} | {_interval(losses)} "
                f"| {blunders / games:.1f} |"
            )
    common = [r for r in results if r.bot is None]
    print(f"\nThe same turns of {sum(r.games for r in common)} games for all:")
    for key in LEVELS:
        losses = [loss for r in common for loss in r.losses[key]]
        if losses:
            print(f"| {key} | {len(losses)} | {_interval(losses)} |")
    residuals = [abs(x) for r in results for x in r.residuals]
    if residuals:
        print(f"\nresidual of {len(residuals)} ledgers: at most {max(residuals):.1e} points")
    deep = [d for r in results for d in r.deep]
    blunders_checked = [d for d in deep if d.label == "blunder"]
    if blunders_checked:
        kept = [d.deep_loss >= THRESHOLDS[-1] for d in blunders_checked]
        still = [d.deep_loss >= THRESHOLDS[0] for d in blunders_checked]
        print(f"blunders that survive: {_share(kept)}; that are errors at all: {_share(still)}")
    for name, group in (
        ("errors", [d for d in deep if d.label in ("blunder", "mistake", "inaccuracy")]),
        ("other decisions", [d for d in deep if d.label in ("best", "good", "only_move")]),
    ):
        if group:
            close = [d.recommended_loss <= CLOSE for d in group]
            print(f"recommended moves within 2 points of the optimum, {name}: {_share(close)}")


def _interval(values: list[float]) -> str:
    error = 1.96 * np.std(values) / np.sqrt(len(values))
    return f"{np.mean(values):.2f} ± {error:.2f}"


def _share(hits: list[bool]) -> str:
    return f"{np.mean(hits):.1%} of {len(hits)}"


if __name__ == "__main__":
    run(main)
