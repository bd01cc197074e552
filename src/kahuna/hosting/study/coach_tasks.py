"""What the coach is asked to do, in another process or worker."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from kahuna.core import View
from kahuna.hosting.study.advice import PastDecision
from kahuna.hosting.study.analysis import AnalysisOut, render_ranking
from kahuna.hosting.study.review import ReviewedDecision, render_verdicts
from kahuna.record import Players

if TYPE_CHECKING:  # The coach may need NumPy; only its worker loads it.
    from kahuna.coach import Ranking, Verdict
    from kahuna.coach.effort import Effort

MAX_RANKINGS: Final = 600
"""Rankings that the worker keeps between their steps: more than can wait, or none would end."""


@dataclass(frozen=True, slots=True)
class RankStep:
    """Continue ranking the moves of a view; the result is ``None`` once that is finished."""

    job: int
    view: View
    num_worlds: int
    language: str


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """Grade the decisions of a turn."""

    decisions: Sequence[PastDecision]
    players: Players
    language: str
    is_first: bool
    """Whether first verdicts are enough."""


CoachTask: TypeAlias = RankStep | JudgeTask


class _Judged(NamedTuple):
    """Verdicts on some decisions, and how to refine them."""

    decisions: Sequence[PastDecision]
    verdicts: list[Verdict]
    steps: Iterator[list[Verdict]]


@dataclass(slots=True)
class CoachTasks:
    """Does the tasks, with the usual effort and budget unless others are given."""

    effort: Effort | None = None
    turn_budget: int | None = None
    rankings: OrderedDict[int, Iterator[Ranking]] = field(default_factory=OrderedDict)
    judged: _Judged | None = None
    """The last verdicts, which may have to be refined next."""

    def __call__(self, task: CoachTask) -> object:
        """Do a task."""
        return self._rank(task) if isinstance(task, RankStep) else self._judge(task)

    def _rank(self, task: RankStep) -> AnalysisOut | None:
        from kahuna.coach import rank_actions
        from kahuna.coach.effort import THOROUGH

        steps = self.rankings.pop(task.job, None)
        if steps is None:
            effort = self.effort or THOROUGH
            steps = rank_actions(task.view, num_worlds=task.num_worlds, effort=effort)
        ranking = next(steps, None)
        if ranking is None:
            return None
        self.rankings[task.job] = steps
        if len(self.rankings) > MAX_RANKINGS:
            self.rankings.popitem(last=False)
        return render_ranking(ranking, task.view, task.language)

    def _judge(self, task: JudgeTask) -> list[ReviewedDecision]:
        judged, self.judged = self.judged, None
        if judged is not None and judged.decisions == task.decisions:
            _, verdicts, steps = judged
        else:
            steps = self._verdicts(task.decisions)
            verdicts = next(steps)
        if not task.is_first:
            *_, verdicts = (verdicts, *steps)
        self.judged = _Judged(task.decisions, verdicts, steps)
        return render_verdicts(verdicts, task.players, task.language)

    def _verdicts(self, past: Sequence[PastDecision]) -> Iterator[list[Verdict]]:
        from kahuna.coach import judge
        from kahuna.coach.decisions import Decision, situation_of
        from kahuna.coach.effort import THOROUGH
        from kahuna.coach.game_review import TURN_BUDGET

        decisions = [Decision(each.ply, situation_of(each.view), each.played) for each in past]
        return judge(
            decisions, budget=self.turn_budget or TURN_BUDGET, effort=self.effort or THOROUGH
        )
