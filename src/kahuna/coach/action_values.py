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
from math import inf, isnan, nan, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, TypeAlias

from kahuna.bots.core_rollouts import BY_POLICY, TO_THE_END, both_recollections
from kahuna.coach.decisions import Decision, Situation
from kahuna.coach.effort import THOROUGH, Effort
from kahuna.coach.engine import Engine, Start
from kahuna.coach.estimate import CERTAINLY_ZERO, SIGNIFICANT, Estimate
from kahuna.coach.labels import INACCURACY, Label, label_of
from kahuna.core import ACTIONS, Action, Seat, action_numbers, world
from kahuna.core.board import ARCHIPELAGO

STEP: Final = 4
"""Worlds added to a decision at a time."""
MIN_WORLDS: Final = 8
"""Worlds after which alternatives that are clearly behind are dropped."""
MAX_WORLDS: Final = 96
"""Stop refining a decision after this many worlds."""
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


def extend(samples: Samples, rows: Sequence[int], more: Samples) -> None:
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

    def most_loss(self) -> float:
        """Return an upper bound of the loss."""
        loss, error = self.difference(self.leader(), PLAYED)
        return loss + SIGNIFICANT * error

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
            extend(e.samples, rows, values)
            e.drop_hopeless()
            num_rollouts += STEP * len(rows)
        spent = evaluator.num_evaluations - start
        cost = max(spent / num_rollouts, 1.0)
        open_ones = sorted(
            (e for e in open_ones if _is_open(e, thresholds)),
            key=Evaluation.most_loss,
            reverse=True,
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
    return not evaluation.difference(evaluation.leader(), PLAYED).is_settled(thresholds)
