"""Review a finished game: grade every decision, separate luck from skill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kahuna.bots.network import Weights
from kahuna.bots.neural import champion_weights
from kahuna.coach.action_values import (
    PLAYED,
    Evaluation,
    Evaluator,
    Progress,
    action_of,
    confirm,
    refine,
    screen,
)
from kahuna.coach.decisions import Decision, decisions_of
from kahuna.coach.estimate import Estimate
from kahuna.coach.labels import INACCURACY, THRESHOLDS, Label
from kahuna.coach.ledger import Ledger, make_ledger
from kahuna.coach.reasons import remarks_on
from kahuna.coach.remarks import Remark
from kahuna.core import SEATS, Action, KahunaError, Seat
from kahuna.match.transitions import transitions_of
from kahuna.record import GameRecord

BUDGET: Final = 60_000
"""Evaluations of the network that a review may spend on refining verdicts."""
TURN_BUDGET: Final = 8_000
"""The same for the decisions of a single turn."""
SCREENED: Final = 0.06
REFINED: Final = 0.36
CONFIRMED: Final = 0.4
"""The part of the work that is done after each pass over one seat's decisions."""
LEDGER_MADE: Final = 0.98


class UnfinishedGameError(KahunaError, ValueError):
    """A game cannot be reviewed before it is over."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the coach says about one decision."""

    decision: Decision
    label: Label
    loss: Estimate
    """Win probability lost against the best alternative found, in points; not positive if there is
    none that is better."""
    best: Action
    win_probability: float
    """The mover's chance after the played action in points, judged by what the mover knew."""
    num_worlds: int
    remarks: tuple[Remark, ...] = ()
    """Why the best action is better; only for errors."""


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, graded and explained."""

    record: GameRecord
    verdicts: tuple[Verdict, ...]
    """One for each decision that was not forced, in order."""
    ledger: Ledger

    def errors(self, seat: Seat) -> list[Verdict]:
        """Return a seat's inaccuracies, mistakes and blunders, the costliest first."""
        own = [v for v in self.verdicts if v.decision.seat is seat and v.label.is_error]
        return sorted(own, key=lambda verdict: -verdict.loss.mean)

    def mean_loss(self, seat: Seat) -> float:
        """Return what a decision of a seat lost on average, in points."""
        own = [v.loss.mean for v in self.verdicts if v.decision.seat is seat]
        return sum(own) / len(own) if own else 0.0


def review(
    record: GameRecord,
    *,
    seed: int = 1,
    budget: int = BUDGET,
    weights: Weights | None = None,
    progress: Progress = lambda _part: None,
) -> Review:
    """Review a finished game. Deterministic for a seed.

    Each seat is judged by itself, so that its verdicts do not depend on what the other one held.
    """
    if record.outcome is None:
        raise UnfinishedGameError("only a finished game can be reviewed")
    if not record.plies:
        raise UnfinishedGameError("a game without a single move cannot be reviewed")
    weights = champion_weights() if weights is None else weights
    decisions = [decision for decision in decisions_of(record) if not decision.is_forced]
    evaluations: list[Evaluation] = []
    for seat in SEATS:
        evaluator = Evaluator(weights, f"{seed}/{seat.name}")
        start = CONFIRMED * seat
        own = screen(evaluator, [decision for decision in decisions if decision.seat is seat])
        progress(start + SCREENED)
        refine(
            evaluator,
            own,
            budget=max(budget // 2, 1),
            thresholds=THRESHOLDS,
            progress=_between(progress, start + SCREENED, start + REFINED),
        )
        confirm(evaluator, own, threshold=INACCURACY)
        progress(start + CONFIRMED)
        evaluations += own
    ledger = make_ledger(
        transitions_of(record),
        evaluations,
        record.outcome,
        weights=weights,
        seed=seed,
        progress=_between(progress, 2 * CONFIRMED, LEDGER_MADE),
    )
    evaluations.sort(key=lambda evaluation: evaluation.decision.ply)
    verdicts = [_explained(_verdict(e), weights, seed) for e in evaluations]
    progress(1.0)
    return Review(record, tuple(verdicts), ledger)


def judge(
    decisions: Sequence[Decision],
    *,
    seed: int = 1,
    budget: int = TURN_BUDGET,
    weights: Weights | None = None,
) -> list[Verdict]:
    """Grade some decisions of one player, as in a review; forced ones are left out."""
    weights = champion_weights() if weights is None else weights
    evaluator = Evaluator(weights, seed)
    evaluations = screen(evaluator, [decision for decision in decisions if not decision.is_forced])
    refine(evaluator, evaluations, budget=budget, thresholds=THRESHOLDS)
    confirm(evaluator, evaluations, threshold=INACCURACY)
    return [_explained(_verdict(e), weights, seed) for e in evaluations]


def _between(progress: Progress, start: float, end: float) -> Progress:
    """Report the progress of a part of the work as progress of the whole."""
    return lambda part: progress(start + (end - start) * part)


def _verdict(evaluation: Evaluation) -> Verdict:
    return Verdict(
        decision=evaluation.decision,
        label=evaluation.label(),
        loss=evaluation.loss,
        best=action_of(evaluation.rows[evaluation.best]),
        win_probability=float(evaluation.values[PLAYED].mean()),
        num_worlds=evaluation.num_worlds,
    )


def _explained(verdict: Verdict, weights: Weights, seed: int) -> Verdict:
    if not verdict.label.is_error:
        return verdict
    remarks = remarks_on(verdict.decision, verdict.best, weights=weights, seed=seed)
    return replace(verdict, remarks=remarks)
