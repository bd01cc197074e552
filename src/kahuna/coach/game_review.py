"""Review a finished game: grade every decision, separate luck from skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kahuna.coach.action_values import (
    CHANCE,
    MARGIN,
    MARGIN_SCALE,
    Evaluation,
    Evaluator,
    Progress,
    action_of,
    check_to_the_end,
    confirm,
    refine,
    screen,
)
from kahuna.coach.decisions import Decision, decisions_of
from kahuna.coach.effort import THOROUGH, Effort
from kahuna.coach.engine import Engine, champion_engine
from kahuna.coach.estimate import Estimate
from kahuna.coach.labels import THRESHOLDS, Label
from kahuna.coach.ledger import Ledger, make_ledger
from kahuna.coach.reasons import Outlook, remarks_on
from kahuna.coach.remarks import Remark
from kahuna.coach.turning_points import TurningPoint, turning_points
from kahuna.core import SEATS, Action, KahunaError, Seat
from kahuna.match.transitions import transitions_of
from kahuna.record import GameRecord

BUDGET: Final = 160_000
"""Evaluations of the network that a review may spend on refining and confirming verdicts..."""
FIRST_SHARE: Final = 0.15
"""...and the part of it that is spent before the first result."""
TURN_BUDGET: Final = 16_000
"""The same for the decisions of a single turn."""
FIRST_DONE: Final = 0.4
"""The part of the work that is done when there is a first result."""


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
    margin_loss: float | None = None
    """The points and islands lost, if the game was decided: then ``loss`` follows from them."""
    remarks: tuple[Remark, ...] = ()
    """Why the best action is better; only for errors."""


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, graded and explained."""

    record: GameRecord
    verdicts: tuple[Verdict, ...]
    """One for each decision that was not forced, in order."""
    ledger: Ledger
    turning_points: tuple[TurningPoint, ...] = ()
    """The turns that decided the game."""

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
    effort: Effort = THOROUGH,
    engine: Engine | None = None,
    progress: Progress = lambda _part: None,
) -> Review:
    """Review a finished game. Deterministic for a seed."""
    *_, refined = reviews(
        record, seed=seed, budget=budget, effort=effort, engine=engine, progress=progress
    )
    return refined


def reviews(
    record: GameRecord,
    *,
    seed: int = 1,
    budget: int = BUDGET,
    effort: Effort = THOROUGH,
    engine: Engine | None = None,
    progress: Progress = lambda _part: None,
) -> Iterator[Review]:
    """Yield a first review of a finished game, then a refined one.

    Each seat is judged by itself, so that its verdicts do not depend on what the other one held.
    """
    if record.outcome is None:
        raise UnfinishedGameError("only a finished game can be reviewed")
    if not record.plies:
        raise UnfinishedGameError("a game without a single move cannot be reviewed")
    engine = champion_engine() if engine is None else engine
    decisions = [decision for decision in decisions_of(record) if not decision.is_forced]
    judges = [
        _Judge(
            Evaluator(engine, f"{seed}/{seat.name}"),
            [d for d in decisions if d.seat is seat],
            effort,
        )
        for seat in SEATS
    ]
    transitions = transitions_of(record)
    ledger: Ledger | None = None
    stages = [(FIRST_SHARE, 0.0, FIRST_DONE), (1 - FIRST_SHARE, FIRST_DONE, 1.0)]
    for share, start, end in stages if effort.has_first_result else [(1.0, 0.0, 1.0)]:
        step = (end - start) / (len(judges) + 1)
        for number, each in enumerate(judges):
            part = _between(progress, start + step * number, start + step * (number + 1))
            each.look_closer(int(share * budget / len(judges)), part)
        evaluations = [e for each in judges for e in each.evaluations]
        if ledger is None:
            ledger = make_ledger(
                transitions,
                evaluations,
                record.outcome,
                engine=engine,
                effort=effort,
                seed=seed,
                progress=_between(progress, end - step, end),
            )
        else:
            for each in judges:
                each.finish()
            ledger = ledger.with_skills(evaluations)
        verdicts = _explained(evaluations, engine, effort, seed)
        verdicts.sort(key=lambda verdict: verdict.decision.ply)
        progress(end)
        decided = turning_points(transitions, ledger.values, record.outcome)
        yield Review(record, tuple(verdicts), ledger, decided)


class _Judge:
    """Evaluates the decisions of one player, more and more exactly."""

    def __init__(self, evaluator: Evaluator, decisions: Sequence[Decision], effort: Effort) -> None:
        self._evaluator = evaluator
        self._effort = effort
        self.evaluations = screen(evaluator, decisions, effort)

    def look_closer(self, budget: int, progress: Progress = lambda _part: None) -> None:
        """Spend evaluations of the network where verdicts are open."""
        half = max(budget // 2, 1)
        refine(
            self._evaluator,
            self.evaluations,
            budget=half,
            thresholds=THRESHOLDS,
            effort=self._effort,
            progress=progress,
        )
        confirm(
            self._evaluator,
            self.evaluations,
            budget=half,
            thresholds=THRESHOLDS,
            effort=self._effort,
        )

    def finish(self) -> None:
        """Check blunders by rollouts to the end."""
        if self._effort.end_worlds:
            check_to_the_end(self._evaluator, self.evaluations, self._effort)


def judge(
    decisions: Sequence[Decision],
    *,
    seed: int = 1,
    budget: int = TURN_BUDGET,
    effort: Effort = THOROUGH,
    engine: Engine | None = None,
) -> list[Verdict]:
    """Grade some decisions of one player, as in a review; forced ones are left out."""
    engine = champion_engine() if engine is None else engine
    judge = _Judge(Evaluator(engine, seed), [d for d in decisions if not d.is_forced], effort)
    judge.look_closer(budget)
    judge.finish()
    return _explained(judge.evaluations, engine, effort, seed)


def _between(progress: Progress, start: float, end: float) -> Progress:
    """Report the progress of a part of the work as progress of the whole."""
    return lambda part: progress(start + (end - start) * part)


def _verdict(evaluation: Evaluation) -> Verdict:
    return Verdict(
        decision=evaluation.decision,
        label=evaluation.label(),
        loss=evaluation.loss,
        best=action_of(evaluation.rows[evaluation.best]),
        win_probability=evaluation.win_probability,
        num_worlds=evaluation.num_worlds,
        margin_loss=evaluation.loss.mean / MARGIN_SCALE if evaluation.is_decided else None,
    )


def _explained(
    evaluations: Sequence[Evaluation], engine: Engine, effort: Effort, seed: int
) -> list[Verdict]:
    """Return the verdicts on some decisions, with remarks on the errors."""
    verdicts = list(map(_verdict, evaluations))
    errors = [place for place, verdict in enumerate(verdicts) if verdict.label.is_error]
    errors.sort(key=lambda place: -verdicts[place].loss.mean)
    brief = replace(effort, remark_worlds=0)
    for number, place in enumerate(errors):
        evaluation, verdict = evaluations[place], verdicts[place]
        is_counted = effort.counted_errors is None or number < effort.counted_errors
        remarks = remarks_on(
            verdict.decision,
            verdict.best,
            Outlook(evaluation.confirmed(CHANCE), evaluation.confirmed(MARGIN)),
            engine=engine,
            effort=effort if is_counted else brief,
            seed=seed,
        )
        verdicts[place] = replace(verdict, remarks=remarks)
    return verdicts
