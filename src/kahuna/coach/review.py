"""Review a finished game: every decision graded, luck separated from skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kahuna.bots.neural import champion_weights
from kahuna.bots.network import Weights
from kahuna.coach.decisions import Decision, decisions_of
from kahuna.coach.evaluation import (
    Estimate,
    Evaluation,
    Evaluator,
    Progress,
    action_of,
    refine,
    screen,
)
from kahuna.coach.labels import THRESHOLDS, Label, label_of
from kahuna.coach.ledger import Ledger, make_ledger
from kahuna.core import Action, KahunaError
from kahuna.record import GameRecord

BUDGET: Final = 120_000
"""Evaluations of the network that a review may spend on refining verdicts."""


class UnfinishedGameError(KahunaError, ValueError):
    """A game that is not over yet cannot be reviewed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the coach says about one decision."""

    decision: Decision
    label: Label
    loss: Estimate
    """Win probability lost against the best action found, in points; 0 if it was the best."""
    best: Action
    win_probability: float
    """The mover's chance after the played action, judged by what the mover could know."""
    num_worlds: int


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, explained."""

    record: GameRecord
    verdicts: tuple[Verdict, ...]
    ledger: Ledger


def review(
    record: GameRecord,
    *,
    seed: int = 1,
    budget: int = BUDGET,
    weights: Weights | None = None,
    progress: Progress = lambda _part: None,
) -> Review:
    """Review a finished game. Deterministic for a seed."""
    if record.outcome is None:
        raise UnfinishedGameError("only a finished game can be reviewed")
    weights = champion_weights() if weights is None else weights
    decisions = decisions_of(record)
    evaluator = Evaluator(weights, seed)
    evaluations = screen(evaluator, decisions)
    progress(0.1)
    refine(
        evaluator,
        evaluations,
        budget=budget,
        thresholds=THRESHOLDS,
        progress=lambda part: progress(0.1 + 0.7 * part),
    )
    progress(0.8)
    ledger = make_ledger(decisions, evaluations, record.outcome, weights=weights, seed=seed)
    progress(1.0)
    by_ply = {evaluation.decision.ply: evaluation for evaluation in evaluations}
    verdicts = tuple(_verdict(decision, by_ply.get(decision.ply)) for decision in decisions)
    return Review(record, verdicts, ledger)


def _verdict(decision: Decision, evaluation: Evaluation | None) -> Verdict:
    if evaluation is None:
        none = Estimate(0.0, 0.0)
        return Verdict(decision, Label.FORCED, none, decision.played, 50.0, 0)
    values = evaluation.values().mean(axis=1)
    best = evaluation.best()
    runner_up = max((i for i in range(2, len(values)) if i != best), key=lambda i: values[i])
    loss = evaluation.difference(best, 0)
    lead = evaluation.difference(0, runner_up)
    return Verdict(
        decision=decision,
        label=label_of(loss, lead),
        loss=loss,
        best=action_of(evaluation.candidates[best]),
        win_probability=float(values[0]),
        num_worlds=evaluation.num_worlds,
    )
