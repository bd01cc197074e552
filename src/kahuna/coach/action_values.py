"""Estimate what each action of a decision is worth, judged only by what its player could know.

``Q(view, action)`` is the expected result over worlds sampled from the player's exact belief and
played on by the champion. All actions of a decision share the worlds, the cards and the random
numbers of the policy, so differences are far less noisy than the values themselves. Values are win
probabilities in percentage points from the mover's side: 50 is even.

Where the game is decided, every action has the same chance. Then the margin counts: the points and
islands that the mover has more than the opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import hypot, inf, isnan, nan, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, TypeAlias

from kahuna.bots.core_rollouts import BY_POLICY, TO_THE_END, both_recollections
from kahuna.coach.decisions import Decision, Situation
from kahuna.coach.effort import THOROUGH, Effort
from kahuna.coach.engine import Engine, LimitError, Start
from kahuna.coach.estimate import CERTAINLY_ZERO, SIGNIFICANT, Estimate
from kahuna.coach.labels import INACCURACY, MISTAKE, Label, label_of
from kahuna.core import ACTIONS, Action, Seat, action_numbers, world
from kahuna.core.board import ARCHIPELAGO
from kahuna.core.scoring import ROUNDS

STEP: Final = 4
"""Worlds added to a decision at a time."""
MIN_WORLDS: Final = 8
"""Worlds after which alternatives that are clearly behind are dropped."""
MAX_WORLDS: Final = 96
"""Stop refining a decision after this many worlds."""
CONFIRM_WORLDS: Final = 24
"""Fresh worlds that are added while the grade of a loss is open..."""
MIN_CONFIRM_WORLDS: Final = 56
MAX_CONFIRM_WORLDS: Final = 152
"""...from this number up to that one. Small samples that look clear may not be."""
VERY_CLEAR: Final = 4.0
"""Standard errors between a loss and all thresholds with which fewer worlds are enough."""
CERTAIN: Final = 2.5
"""Standard errors by which a blunder must exceed a mistake: among hundreds of decisions, two are
not enough."""
MAX_AT_ONCE: Final = 8
"""Losses that are confirmed at once: those measured in the fewest worlds, the largest first."""
END_STEP: Final = 32
"""Worlds in which doubtful blunders are played to the end at a time."""
NETWORK_ERROR: Final = 6.0
"""The error of a loss that is measured to the next scoring by the network, beside its standard
error: about 4 points in the first round and 7 in the second."""
LEAST_ERROR: Final = 5.0
"""Lower bound of a standard error, times the number of samples: equal samples are no proof."""
DECIDED: Final = 4.0
"""A game is decided if every action leaves its player a chance below this, or above 100 less it."""
MARGIN_SCALE: Final = 5.0
"""A point or island more counts like this many points of win probability in a decided game."""
_NUMBERS: Final = action_numbers(ARCHIPELAGO)
PLAYED: Final = 0
POLICY: Final = 1
"""Rows of an evaluation: the played action, the champion's policy, then the alternatives."""
BEST: Final = 2
"""The row of the best alternative, where only three are compared."""
CHANCE: Final = 0
MARGIN: Final = 1
"""What is measured: the first axis of samples."""
Samples: TypeAlias = tuple[list[list[float]], list[list[float]]]
"""Chances and scaled margins, each by row and world; NaN where a row was left out."""

Progress: TypeAlias = Callable[[float], None]
"""Called with the part of the work that is done, from 0 to 1."""


def estimate(samples: Sequence[float]) -> Estimate:
    """Return mean and standard error of independent samples."""
    num = len(samples)
    error = stdev(samples) / sqrt(num) if num > 1 else inf
    return Estimate(fmean(samples), max(error, LEAST_ERROR / num))


def differences(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the differences of two rows, in the worlds in which both were played out."""
    found = (a - b for a, b in zip(one, other, strict=True))
    return [difference for difference in found if not isnan(difference)]


def no_samples(num_rows: int) -> Samples:
    """Return rows without samples."""
    return [[] for _ in range(num_rows)], [[] for _ in range(num_rows)]


def _extend(samples: Samples, rows: Sequence[int], more: Samples) -> None:
    """Add samples of some rows; the others were left out."""
    num = len(more[CHANCE][0])
    for all_rows, found in zip(samples, more, strict=True):
        for place, values in enumerate(all_rows):
            values += found[rows.index(place)] if place in rows else [nan] * num


@dataclass(slots=True)
class Evaluation:
    """What is known so far about one decision."""

    decision: Decision
    rows: list[int]
    """Numbers of the actions that are compared: the played one, the policy, the alternatives."""
    is_decided: bool = False
    """Whether the game is decided, so that the margin counts."""
    samples: Samples = field(default_factory=lambda: no_samples(0))
    """What was found about the rows so far."""
    dropped: set[int] = field(default_factory=set)
    """Rows that are clearly behind."""
    best: int = PLAYED
    """The row of the best action found, over all worlds."""
    fresh: Samples = field(default_factory=lambda: no_samples(3))
    """The same in fresh worlds: the played action, the policy (only in the first ones) and the best
    one."""
    loss: Estimate = CERTAINLY_ZERO
    """What the played action loses against the best alternative, measured on fresh worlds. It is
    negative if the alternative does not hold up."""
    to_the_end: list[float] = field(default_factory=list)
    """Losses of a blunder in rollouts to the end of the game."""
    skill: Estimate = CERTAINLY_ZERO
    """What the played action is worth compared with the champion's policy, as a chance."""

    def __post_init__(self) -> None:
        """Make room for samples of every row."""
        if not self.samples[CHANCE]:
            self.samples = no_samples(len(self.rows))

    @property
    def num_worlds(self) -> int:
        """Return how many worlds were played out to find the best action."""
        return len(self.samples[CHANCE][PLAYED])

    @property
    def measure(self) -> int:
        """Return what counts, as an index of samples."""
        return MARGIN if self.is_decided else CHANCE

    @property
    def values(self) -> list[list[float]]:
        """Return all samples of what counts, by row and world."""
        return self.samples[self.measure]

    @property
    def win_probability(self) -> float:
        """Return the mover's chance after the played action."""
        return fmean(self.samples[CHANCE][PLAYED])

    def alternatives(self) -> list[int]:
        """Return the rows of the alternatives that are not clearly behind."""
        return [row for row in range(POLICY + 1, len(self.rows)) if row not in self.dropped]

    def leader(self) -> int:
        """Return the row with the highest mean; its lead is biased, for it was picked."""
        values = self.values
        leads = {
            row: fmean(differences(values[row], values[PLAYED])) for row in self.alternatives()
        }
        best = max(leads, key=leads.__getitem__, default=PLAYED)
        return best if leads.get(best, 0.0) > 0 else PLAYED

    def difference(self, one: int, other: int) -> Estimate:
        """Compare two rows, in the worlds in which both were played out."""
        if one == other:
            return CERTAINLY_ZERO
        return estimate(differences(self.values[one], self.values[other]))

    def lead(self) -> Estimate:
        """Return by how much the played action leads the best alternative."""
        rows = range(POLICY + 1, len(self.rows))
        return min((self.difference(PLAYED, row) for row in rows), key=lambda lead: lead.mean)

    def drop_hopeless(self) -> None:
        """Drop the alternatives that are clearly behind the leader."""
        if self.num_worlds < MIN_WORLDS:
            return
        leader = self.leader()
        for row in self.alternatives():
            if row != leader and self.difference(leader, row).is_significant:
                self.dropped.add(row)

    def is_as_good(self, row: int) -> bool:
        """Return whether an alternative to a mistake is practically as good as the best one.

        It falls short by less than an inaccuracy and by less than half of what was lost.
        """
        return self.difference(self.best, row).mean < min(INACCURACY, self.loss.mean / 2)

    def compared(self, measure: int, row: int) -> tuple[float, float]:
        """Return the means of an alternative and of the best action in the same worlds."""
        samples = self.samples[measure]
        pairs = zip(samples[row], samples[self.best], strict=True)
        values, best = zip(*(pair for pair in pairs if not isnan(sum(pair))), strict=True)
        return _shown(measure, fmean(values)), _shown(measure, fmean(best))

    def confirmed(self, measure: int) -> tuple[float, float]:
        """Return the means of the played and of the best action in fresh worlds."""
        played, best = (fmean(self.fresh[measure][row]) for row in (PLAYED, BEST))
        return _shown(measure, played), _shown(measure, best)

    def label(self) -> Label:
        """Grade the played action."""
        return label_of(self.loss, self.lead(), is_best=self.best == PLAYED)


def _shown(measure: int, value: float) -> float:
    """Return a mean as a chance in points, or as a margin in points and islands."""
    return (value - 50) / MARGIN_SCALE if measure == MARGIN else value


class Evaluator:
    """Runs the rollouts of many situations at once."""

    def __init__(self, engine: Engine, seed: str | int) -> None:
        self._engine = engine
        self._rng = Random(seed)
        self.num_evaluations = 0
        """Evaluations of the network so far."""

    def sample(
        self,
        requests: Sequence[tuple[Situation, Sequence[int]]],
        *,
        num_worlds: int,
        horizon: int = TO_THE_END,
        stops_at_scoring: bool = True,
    ) -> list[Samples]:
        """Return what the actions of each situation lead to in ``num_worlds`` new worlds.

        Values are points for the mover. Rollouts go to the end of the game in the last round,
        otherwise to the next scoring.
        """
        if not requests:
            return []
        seed = self._rng.getrandbits(32)
        starts: list[Start] = []
        games: list[tuple[int, int]] = []
        for situation, numbers in requests:
            places = range(len(starts), len(starts) + num_worlds)
            for place in places:
                state = world(situation.view, situation.belief.sample(self._rng))
                recollections = both_recollections(situation.recollection, state)
                starts.append(Start(state, situation.memory, recollections, place))
            games += [(place, number) for number in numbers for place in places]
        values, margins, num_evaluations = self._engine.roll_out(
            starts, games, seed=seed, horizon=horizon, stops_at_scoring=stops_at_scoring
        )
        self.num_evaluations += num_evaluations
        found = []
        at = 0
        for situation, numbers in requests:
            sign = -1.0 if situation.seat is Seat.BLACK else 1.0
            ends = [at + num_worlds * (row + 1) for row in range(len(numbers))]
            chances, leads = (
                [[50 + sign * scale * x for x in part[end - num_worlds : end]] for end in ends]
                for part, scale in ((values, 50.0), (margins, MARGIN_SCALE))
            )
            found.append((chances, leads))
            at += num_worlds * len(numbers)
        return found


def number_of(action: Action) -> int:
    """Return the number of an action in the catalogue."""
    return _NUMBERS[action]


def action_of(number: int) -> Action:
    """Return the action with this number in the catalogue."""
    return ACTIONS[number]


def screen(
    evaluator: Evaluator, decisions: Sequence[Decision], effort: Effort = THOROUGH
) -> list[Evaluation]:
    """Try every legal action of every decision with short rollouts; keep the best alternatives."""
    requests = [(d.situation, [number_of(a) for a in d.situation.legal]) for d in decisions]
    found = evaluator.sample(
        requests,
        num_worlds=effort.screen_worlds,
        horizon=effort.screen_horizon,
        stops_at_scoring=False,
    )
    evaluations = []
    for decision, (_, numbers), (chances, margins) in zip(decisions, requests, found, strict=True):
        played = number_of(decision.played)
        means = list(map(fmean, chances))
        is_decided = max(means) < DECIDED or min(means) > 100 - DECIDED
        values = dict(zip(numbers, map(fmean, margins) if is_decided else means, strict=True))
        order = sorted(numbers, key=lambda number: -values[number])
        alternatives = [number for number in order if number != played][: effort.alternatives]
        evaluations.append(Evaluation(decision, [played, BY_POLICY, *alternatives], is_decided))
    return evaluations


def refine(
    evaluator: Evaluator,
    evaluations: Sequence[Evaluation],
    *,
    budget: int,
    thresholds: Sequence[float],
    effort: Effort = THOROUGH,
) -> None:
    """Play out more worlds where the verdict is open, until all are settled or the budget is spent.

    The budget counts evaluations of the network; every decision gets a first step regardless. A
    verdict is settled when the loss is known to lie between two thresholds.
    """
    start = evaluator.num_evaluations
    open_ones = [e for e in evaluations if not e.num_worlds or _is_open(e, thresholds)]
    num_rollouts = 0
    while open_ones:
        compared = [_compared(e) for e in open_ones]
        requests = [
            (e.decision.situation, [e.rows[row] for row in rows])
            for e, rows in zip(open_ones, compared, strict=True)
        ]
        found = evaluator.sample(requests, num_worlds=STEP, horizon=effort.horizon)
        for e, rows, values in zip(open_ones, compared, found, strict=True):
            _extend(e.samples, rows, values)
            e.drop_hopeless()
            num_rollouts += STEP * len(rows)
        spent = evaluator.num_evaluations - start
        cost = max(spent / num_rollouts, 1.0)
        open_ones = sorted(
            (e for e in open_ones if _is_open(e, thresholds)), key=_most_loss, reverse=True
        )
        open_ones = _affordable(open_ones, (budget - spent) / cost)


def _compared(evaluation: Evaluation) -> list[int]:
    """Return the rows to play out next."""
    return [PLAYED, *evaluation.alternatives()]


def _affordable(evaluations: Sequence[Evaluation], num_rollouts: float) -> list[Evaluation]:
    """Return the first evaluations whose next steps do not exceed a number of rollouts."""
    costs = accumulate(STEP * len(_compared(evaluation)) for evaluation in evaluations)
    return [e for e, cost in zip(evaluations, costs, strict=True) if cost <= num_rollouts]


def _is_open(evaluation: Evaluation, thresholds: Sequence[float]) -> bool:
    if evaluation.num_worlds >= MAX_WORLDS or not evaluation.alternatives():
        return False
    return not _is_settled(evaluation.difference(evaluation.leader(), PLAYED), thresholds)


def _is_settled(
    loss: Estimate, thresholds: Sequence[float], num_errors: float = SIGNIFICANT
) -> bool:
    margin = num_errors * loss.error
    return not any(loss.mean - margin < limit < loss.mean + margin for limit in thresholds)


def _most_urgent(evaluation: Evaluation) -> tuple[int, float]:
    """Return a key that sorts by fresh worlds, then by the upper bound of the loss."""
    return len(_fresh_loss(evaluation)), -_most_loss(evaluation)


def _most_loss(evaluation: Evaluation) -> float:
    """Return an upper bound of the loss."""
    loss, error = evaluation.difference(evaluation.leader(), PLAYED)
    return loss + SIGNIFICANT * error


def confirm(
    evaluator: Evaluator,
    evaluations: Sequence[Evaluation],
    *,
    budget: int,
    thresholds: Sequence[float],
    check_worlds: int = THOROUGH.stages[-1].check_worlds,
    effort: Effort = THOROUGH,
) -> None:
    """Measure every loss again on fresh worlds, until its grade is settled.

    The best of several noisy means looks better than it is. Fresh worlds do not know which action
    was picked, so they measure its lead without bias. If the picked action does not lead over all
    worlds, the played one is the best. Every decision gets ``check_worlds`` fresh worlds; beyond
    these the budget is as in :func:`refine`.
    """
    for evaluation in evaluations:
        if (leader := evaluation.leader()) != evaluation.best:
            evaluation.best = leader
            evaluation.fresh = no_samples(3)
            evaluation.to_the_end.clear()
    while unchecked := [e for e in evaluations if len(e.fresh[CHANCE][PLAYED]) < check_worlds]:
        rows = [PLAYED, POLICY, BEST]
        _measure(evaluator, unchecked, rows, num_worlds=STEP, horizon=effort.horizon)
    start = evaluator.num_evaluations
    while open_ones := [e for e in evaluations if _is_unconfirmed(e, thresholds)]:
        if evaluator.num_evaluations - start > budget:
            break
        open_ones = sorted(open_ones, key=_most_urgent)[:MAX_AT_ONCE]
        try:
            _measure(
                evaluator,
                open_ones,
                [PLAYED, BEST],
                num_worlds=CONFIRM_WORLDS,
                horizon=effort.horizon,
            )
        except LimitError:
            break
    for evaluation in evaluations:
        _conclude(evaluation)


def check_to_the_end(
    evaluator: Evaluator, evaluations: Sequence[Evaluation], effort: Effort = THOROUGH
) -> None:
    """Play doubtful blunders to the end, instead of trusting the network or a few worlds.

    Stop where it is clear whether they lose as much as a mistake. Their losses then combine both
    measurements.
    """
    blunders = [e for e in evaluations if e.label() is Label.BLUNDER]
    while doubtful := [e for e in blunders if _is_doubtful(e, effort)]:
        requests = [(e.decision.situation, [e.rows[PLAYED], e.rows[e.best]]) for e in doubtful]
        found = evaluator.sample(requests, num_worlds=END_STEP, stops_at_scoring=False)
        for evaluation, values in zip(doubtful, found, strict=True):
            played, best = values[evaluation.measure]
            evaluation.to_the_end += differences(best, played)
    for evaluation in blunders:
        if evaluation.to_the_end:
            evaluation.loss = _loss_to_the_end(evaluation)


def _is_doubtful(blunder: Evaluation, effort: Effort) -> bool:
    """Return whether rollouts to the end may still confirm or refute a blunder."""
    num_worlds = len(blunder.to_the_end)
    if num_worlds >= effort.max_end_worlds:
        return False
    is_measured = num_worlds or len(_fresh_loss(blunder)) >= CONFIRM_WORLDS
    return not is_measured or not _is_settled(_loss_to_the_end(blunder), [MISTAKE], CERTAIN)


def _loss_to_the_end(evaluation: Evaluation) -> Estimate:
    """Combine what fresh worlds to the scoring and others to the end say about a loss."""
    fresh, to_the_end = _fresh_loss(evaluation), evaluation.to_the_end
    if evaluation.decision.situation.view.public.round == ROUNDS:
        return estimate(fresh + to_the_end)
    mean, error = estimate(fresh)
    by_network = Estimate(mean, hypot(error, NETWORK_ERROR))
    return by_network.combined(estimate(to_the_end)) if to_the_end else by_network


def _measure(
    evaluator: Evaluator,
    group: Sequence[Evaluation],
    rows: Sequence[int],
    *,
    num_worlds: int,
    horizon: int,
) -> None:
    """Compare the played action, the policy and the best alternative in fresh worlds."""
    requests = []
    for evaluation in group:
        actions = (evaluation.rows[PLAYED], BY_POLICY, evaluation.rows[evaluation.best])
        requests.append((evaluation.decision.situation, [actions[row] for row in rows]))
    found = evaluator.sample(requests, num_worlds=num_worlds, horizon=horizon)
    for evaluation, values in zip(group, found, strict=True):
        _extend(evaluation.fresh, rows, values)


def _fresh_loss(evaluation: Evaluation) -> list[float]:
    values = evaluation.fresh[evaluation.measure]
    return differences(values[BEST], values[PLAYED])


def _is_unconfirmed(evaluation: Evaluation, thresholds: Sequence[float]) -> bool:
    """Return whether a loss looks serious, but its grade is open."""
    samples = _fresh_loss(evaluation)
    if evaluation.best == PLAYED or len(samples) >= MAX_CONFIRM_WORLDS:
        return False
    fresh = estimate(samples)
    earlier = evaluation.difference(evaluation.best, PLAYED)
    looks_serious = fresh.mean >= min(thresholds) or (
        earlier.mean >= min(thresholds) and not _is_settled(fresh, thresholds)
    )
    if not looks_serious or len(samples) < CONFIRM_WORLDS:
        return looks_serious
    num_errors = VERY_CLEAR if len(samples) < MIN_CONFIRM_WORLDS else SIGNIFICANT
    return not _is_settled(fresh, thresholds, num_errors)


def _conclude(evaluation: Evaluation) -> None:
    if evaluation.best != PLAYED:
        samples = _fresh_loss(evaluation)
        evaluation.loss = estimate(samples)
        before = differences(evaluation.values[evaluation.best], evaluation.values[PLAYED])
        if sum(before) + sum(samples) <= 0:
            evaluation.best = PLAYED
    else:
        evaluation.loss = CERTAINLY_ZERO
    checked = evaluation.fresh[CHANCE]
    evaluation.skill = estimate(differences(checked[PLAYED], checked[POLICY]))
