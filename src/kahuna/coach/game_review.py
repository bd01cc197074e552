"""Review a finished game: grade every decision, separate luck from skill."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import Final, TypeAlias

from kahuna.coach.action_values import (
    CHANCE,
    MARGIN,
    MARGIN_SCALE,
    POLICY,
    Evaluation,
    Evaluator,
    Progress,
    action_of,
    refine,
    screen,
)
from kahuna.coach.confirmation import check_to_the_end, confirm
from kahuna.coach.continuations import Continuations
from kahuna.coach.decisions import Decision, decisions_of
from kahuna.coach.effort import THOROUGH, Effort, Stage
from kahuna.coach.engine import Engine, LimitError, champion_engine
from kahuna.coach.estimate import Estimate
from kahuna.coach.labels import THRESHOLDS, Label
from kahuna.coach.ledger import Ledger, LedgerMaker
from kahuna.coach.reasons import Explanation, Outlook, explain, remarks_on, with_outlook
from kahuna.coach.remarks import Remark
from kahuna.coach.turning_points import TurningPoint, turning_points
from kahuna.core import SEATS, Action, KahunaError, Seat
from kahuna.match.transitions import transitions_of
from kahuna.record import GameRecord

BUDGET: Final = 50_000
"""Evaluations of the network that a review may spend on refining and confirming verdicts."""
TURN_BUDGET: Final = 16_000
"""The same for the decisions of a single turn."""

Work: TypeAlias = Callable[[], None]
"""A part of a review that does not depend on the others."""


class UnfinishedGameError(KahunaError, ValueError):
    """A game cannot be reviewed before it is over."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action that the coach compared with the best one, instead of a mistake."""

    action: Action
    is_as_good: bool
    """Whether it is practically as good as the best one."""
    remarks: tuple[Remark, ...] = ()
    """Why the best action is better, unless this one is as good."""


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
    alternatives: tuple[Alternative, ...] = ()
    """What else was compared with the best action; only for errors."""
    continuations: Continuations | None = None
    """How the game could go on after both; only for errors."""


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, graded and explained."""

    record: GameRecord
    verdicts: tuple[Verdict, ...]
    """One for each decision that was not forced, in order."""
    ledger: Ledger
    turning_points: tuple[TurningPoint, ...] = ()
    """The turns that decided the game."""
    is_partial: bool = False
    """Whether only the decisions that look worst have been judged yet."""

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


def one_after_the_other(parts: Sequence[Work]) -> None:
    """Do the parts of a review in order."""
    for work in parts:
        work()


def reviews(
    record: GameRecord,
    *,
    seed: int = 1,
    budget: int = BUDGET,
    effort: Effort = THOROUGH,
    engine: Engine | None = None,
    progress: Progress = lambda _part: None,
    run_all: Callable[[Sequence[Work]], None] = one_after_the_other,
) -> Iterator[Review]:
    """Yield a glance at a finished game, a first review and a refined one; or one for each stage.

    Each seat is judged by itself, so that its verdicts do not depend on what the other one held.
    """
    if record.outcome is None:
        raise UnfinishedGameError("only a finished game can be reviewed")
    if not record.plies:
        raise UnfinishedGameError("a game without a single move cannot be reviewed")
    engine = champion_engine() if engine is None else engine
    decisions = decisions_of(record)
    judges = [
        _Judge([d for d in decisions if d.seat is s], f"{seed}/{s.name}", engine, effort)
        for s in SEATS
    ]
    transitions = transitions_of(record)
    maker = LedgerMaker(transitions, engine=engine, effort=effort, seed=seed)
    start = 0.0
    for stage in effort.stages:
        parts = _Parts(progress, start, stage.progress)
        share = int(stage.share * budget / len(judges))
        value_positions = partial(maker.look_closer, stage.ledger_repeats, parts.add())
        reports = [parts.add() for _ in judges]
        plies: Container[int] | None = None
        # The suspects follow from the values, and an engine with a limit has to find these first.
        work = [value_positions]
        if stage.suspects is not None:
            value_positions()
            work.clear()
            plies = maker.suspects(stage.suspects)
        work += [
            partial(each.look_closer, share, stage, report, plies)
            for each, report in zip(judges, reports, strict=True)
        ]
        run_all(work)
        verdicts = [verdict for each in judges for verdict in each.verdicts]
        ledger = maker.ledger([e for each in judges for e in each.evaluations], record.outcome)
        yield Review(
            record,
            tuple(sorted(verdicts, key=lambda verdict: verdict.decision.ply)),
            ledger,
            turning_points(transitions, ledger.values, record.outcome),
            is_partial=stage.suspects is not None,
        )
        start = stage.progress


class _Parts:
    """Reports the progress of works that are done at the same time as progress of the whole."""

    def __init__(self, progress: Progress, start: float, end: float) -> None:
        self._progress = progress
        self._start = start
        self._end = end
        self._parts: list[float] = []
        self._lock = Lock()

    def add(self) -> Progress:
        """Return a function that reports the progress of one more work."""
        number = len(self._parts)
        self._parts.append(0.0)

        def report(part: float) -> None:
            with self._lock:
                self._parts[number] = part
                done = sum(self._parts) / len(self._parts)
                self._progress(self._start + (self._end - self._start) * done)

        return report


class _Judge:
    """Judges the decisions of one player, more and more exactly."""

    def __init__(
        self, decisions: Sequence[Decision], seed: str, engine: Engine, effort: Effort
    ) -> None:
        self._decisions = [decision for decision in decisions if not decision.is_forced]
        self._seed = seed
        self._engine = engine
        self._effort = effort
        self._evaluator = Evaluator(engine, seed)
        self._explanations: dict[tuple[int, Action, int], Explanation] = {}
        """By ply, better action and the number of worlds."""
        self.evaluations: list[Evaluation] = []
        self.verdicts: list[Verdict] = []

    def look_closer(
        self,
        budget: int,
        stage: Stage,
        progress: Progress = lambda _part: None,
        plies: Container[int] | None = None,
    ) -> None:
        """Spend evaluations of the network where verdicts are open: on some plies, or on all."""
        evaluator, effort, half = self._evaluator, self._effort, max(budget // 2, 1)
        known = {evaluation.decision.ply for evaluation in self.evaluations}
        new = [each for each in self._decisions if each.ply not in known]
        if plies is not None:
            new = [each for each in new if each.ply in plies]
        self.evaluations += screen(evaluator, new, effort)
        progress(0.2)
        refine(evaluator, self.evaluations, budget=half, thresholds=THRESHOLDS, effort=effort)
        progress(0.5)
        confirm(
            evaluator,
            self.evaluations,
            budget=half,
            thresholds=THRESHOLDS,
            check_worlds=stage.check_worlds,
            effort=effort,
        )
        progress(0.7)
        if stage.is_last:
            check_to_the_end(evaluator, self.evaluations, effort)
        progress(0.9)
        self.verdicts = self._explained(stage.counted_errors)
        progress(1.0)

    def _explained(self, num_counted: int | None) -> list[Verdict]:
        """Return the verdicts, with explanations of the errors."""
        verdicts = list(map(_verdict, self.evaluations))
        errors = [place for place, verdict in enumerate(verdicts) if verdict.label.is_error]
        errors.sort(key=lambda place: -verdicts[place].loss.mean)
        brief = replace(self._effort, remark_worlds=0)
        for number, place in enumerate(errors):
            effort = self._effort if num_counted is None or number < num_counted else brief
            evaluation, verdict = self.evaluations[place], verdicts[place]
            remarks, continuations = self._explanation(verdict, effort)
            outlook = Outlook(evaluation.confirmed(CHANCE), evaluation.confirmed(MARGIN))
            remarks = with_outlook(remarks, outlook)
            verdicts[place] = replace(
                verdict,
                remarks=remarks,
                alternatives=self._alternatives(evaluation, brief),
                continuations=continuations,
            )
        return verdicts

    def _alternatives(self, evaluation: Evaluation, effort: Effort) -> tuple[Alternative, ...]:
        """Judge the other actions that were compared with the best one."""
        others = [row for row in range(POLICY + 1, len(evaluation.rows)) if row != evaluation.best]
        return tuple(
            Alternative(
                action_of(evaluation.rows[row]),
                is_as_good,
                () if is_as_good else self._shortfall(evaluation, row, effort),
            )
            for row in others
            for is_as_good in [evaluation.is_as_good(row)]
        )

    def _shortfall(self, evaluation: Evaluation, row: int, effort: Effort) -> tuple[Remark, ...]:
        """Say why the best action is better than an alternative."""
        decision = evaluation.decision
        return remarks_on(
            Decision(decision.ply, decision.situation, action_of(evaluation.rows[row])),
            action_of(evaluation.rows[evaluation.best]),
            Outlook(evaluation.compared(CHANCE, row), evaluation.compared(MARGIN, row)),
            engine=self._engine,
            effort=effort,
            seed=self._seed,
        )

    def _explanation(self, error: Verdict, effort: Effort) -> Explanation:
        key = (error.decision.ply, error.best, effort.remark_worlds)
        if key not in self._explanations:
            try:
                self._explanations[key] = explain(
                    error.decision, error.best, engine=self._engine, effort=effort, seed=self._seed
                )
            except LimitError:
                return Explanation()
        return self._explanations[key]


def judge(
    decisions: Sequence[Decision],
    *,
    seed: int = 1,
    budget: int = TURN_BUDGET,
    effort: Effort = THOROUGH,
    engine: Engine | None = None,
) -> Iterator[list[Verdict]]:
    """Grade some decisions of one player, as in a review; forced ones are left out.

    Yield first verdicts, then refined ones; or once for each stage.
    """
    engine = champion_engine() if engine is None else engine
    judge = _Judge(decisions, str(seed), engine, effort)
    for stage in effort.stages:
        judge.look_closer(int(stage.share * budget), stage)
        yield judge.verdicts


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
