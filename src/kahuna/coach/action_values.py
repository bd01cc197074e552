"""Estimate what each action of a decision is worth, judged only by what its player could know.

``Q(view, action)`` is the expected result over worlds sampled from the player's exact belief and
played on by the champion. All actions of a decision share the worlds, the cards and the random
numbers of the policy, so differences are far less noisy than the values themselves. Values are win
probabilities in percentage points from the mover's side: 50 is even.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

import numpy as np

from kahuna.batch import from_core, memories_from_core
from kahuna.bots.network import Weights
from kahuna.bots.rollouts import BY_POLICY, Floats, Rollout, rollout
from kahuna.coach.decisions import Decision, Situation
from kahuna.coach.estimate import CERTAINLY_ZERO, SIGNIFICANT, Estimate
from kahuna.coach.labels import Label, label_of
from kahuna.core import ACTIONS, Action, Seat, SeatMemory, State, action_numbers, world
from kahuna.core.board import ARCHIPELAGO
from kahuna.core.memory import Memory

SCREEN_WORLDS: Final = 2
SCREEN_HORIZON: Final = 6
"""The first pass: short rollouts of every legal action. The policy of the network is not asked,
because it overlooks good moves."""
HORIZON: Final = 8
"""Decisions per rollout in all later passes: about three turns. Longer ones are noisier."""
MAX_ALTERNATIVES: Final = 4
"""Alternatives to the played action that survive the first pass."""
STEP: Final = 4
"""Worlds added to a decision at a time."""
MAX_WORLDS: Final = 96
"""Stop refining a decision after this many worlds."""
CONFIRM_WORLDS: Final = 48
"""Fresh worlds that measure a loss which looks significant..."""
CHECK_WORLDS: Final = 16
"""...and every decision for the ledger, which compares it with the champion's policy."""
LEAST_ERROR: Final = 5.0
"""Lower bound of a standard error, times the number of samples: equal samples are no proof."""
_NUMBERS: Final = action_numbers(ARCHIPELAGO)
PLAYED: Final = 0
POLICY: Final = 1
"""Rows of an evaluation: the played action, the champion's policy, then the alternatives."""

Progress: TypeAlias = Callable[[float], None]
"""Called with the part of the work that is done, from 0 to 1."""


def estimate(samples: Floats) -> Estimate:
    """Return mean and standard error of independent samples."""
    num = len(samples)
    error = float(samples.std(ddof=1) / np.sqrt(num)) if num > 1 else np.inf
    return Estimate(float(samples.mean()), max(error, LEAST_ERROR / num))


@dataclass(slots=True)
class Evaluation:
    """What is known so far about one decision."""

    decision: Decision
    rows: list[int]
    """Numbers of the actions that are compared: the played one, the policy, the alternatives."""
    samples: list[Floats] = field(default_factory=list)
    """One array (rows, worlds) a step: the mover's win probability in points."""
    best: int = PLAYED
    """The row of the best action found, over all worlds."""
    loss: Estimate = CERTAINLY_ZERO
    """What the played action loses against the best alternative, measured on fresh worlds. It is
    negative if the alternative does not hold up."""
    skill: Estimate = CERTAINLY_ZERO
    """What the played action is worth compared with the champion's policy."""

    @property
    def num_worlds(self) -> int:
        """Return how many worlds were played out."""
        return sum(sample.shape[1] for sample in self.samples)

    @property
    def values(self) -> Floats:
        """Return all samples: (rows, worlds)."""
        return np.concatenate(self.samples, axis=1)

    def leader(self) -> int:
        """Return the row with the highest mean; its lead is biased, for it was picked."""
        means = self.values.mean(axis=1)
        means[POLICY] = -np.inf
        return int(means.argmax())

    def difference(self, one: int, other: int) -> Estimate:
        """Compare two rows, world by world."""
        values = self.values
        return estimate(values[one] - values[other])

    def lead(self) -> Estimate:
        """Return by how much the played action leads the best alternative."""
        means = self.values.mean(axis=1)
        return self.difference(PLAYED, int(means[2:].argmax()) + 2)

    def label(self) -> Label:
        """Grade the played action."""
        return label_of(self.loss, self.lead(), is_best=self.best == PLAYED)


class Evaluator:
    """Run the rollouts of many situations at once, and count them."""

    def __init__(self, weights: Weights, seed: str | int, *, rollout: Rollout = rollout) -> None:
        self._weights = weights
        self._rollout = rollout
        self._rng = Random(seed)
        self.num_evaluations = 0
        """Evaluations of the network so far."""

    def sample(
        self,
        requests: Sequence[tuple[Situation, Sequence[int]]],
        *,
        num_worlds: int,
        horizon: int = HORIZON,
    ) -> list[Floats]:
        """Return the values of the actions of each situation in ``num_worlds`` new worlds.

        Each array is (actions, worlds), in points for the mover.
        """
        if not requests:
            return []
        seed = self._rng.getrandbits(32)
        worlds: list[State] = []
        memories: list[Memory] = []
        remembered: list[tuple[SeatMemory, SeatMemory]] = []
        rows, actions = [], []
        for situation, numbers in requests:
            places = np.arange(len(worlds), len(worlds) + num_worlds)
            for _ in range(num_worlds):
                worlds.append(world(situation.view, situation.belief.sample(self._rng)))
                memories.append(situation.memory)
            remembered += [situation.recollection.of_both()] * num_worlds
            rows.append(np.tile(places, len(numbers)))
            actions.append(np.repeat(np.array(numbers), num_worlds))
        row = np.concatenate(rows)
        states = from_core(worlds, memories=memories, seed=seed)
        values = self._rollout(
            states.take(row),
            memories_from_core(remembered).take(row),
            np.concatenate(actions),
            row,
            horizon=horizon,
            weights=self._weights,
            seed=seed,
        )
        self.num_evaluations += len(values) * (horizon + 1)
        found = []
        ends = np.cumsum([len(part) for part in rows])
        for (situation, numbers), part in zip(requests, np.split(values, ends[:-1]), strict=True):
            sign = -1.0 if situation.seat is Seat.BLACK else 1.0
            found.append((50 + 50 * sign * part).reshape(len(numbers), num_worlds))
        return found


def number_of(action: Action) -> int:
    """Return the number of an action in the catalogue."""
    return _NUMBERS[action]


def action_of(number: int) -> Action:
    """Return the action with this number in the catalogue."""
    return ACTIONS[number]


def screen(evaluator: Evaluator, decisions: Sequence[Decision]) -> list[Evaluation]:
    """Try every legal action of every decision with short rollouts; keep the best alternatives."""
    requests = [(d.situation, [number_of(a) for a in d.situation.legal]) for d in decisions]
    found = evaluator.sample(requests, num_worlds=SCREEN_WORLDS, horizon=SCREEN_HORIZON)
    evaluations = []
    for decision, (_, numbers), values in zip(decisions, requests, found, strict=True):
        played = number_of(decision.played)
        order = [numbers[i] for i in np.argsort(-values.mean(axis=1), kind="stable")]
        alternatives = [number for number in order if number != played][:MAX_ALTERNATIVES]
        evaluations.append(Evaluation(decision, [played, BY_POLICY, *alternatives]))
    return evaluations


def refine(
    evaluator: Evaluator,
    evaluations: Sequence[Evaluation],
    *,
    budget: int,
    thresholds: Sequence[float],
    progress: Progress = lambda _part: None,
) -> None:
    """Play out more worlds where the verdict is open, until all are settled or the budget is spent.

    The budget counts evaluations of the network; every decision gets a first step regardless. A
    verdict is settled when the loss is known to lie between two thresholds.
    """
    start = evaluator.num_evaluations
    open_ones = list(evaluations)
    while open_ones:
        requests = [(e.decision.situation, e.rows) for e in open_ones]
        for e, values in zip(open_ones, evaluator.sample(requests, num_worlds=STEP), strict=True):
            e.samples.append(values)
        spent = evaluator.num_evaluations - start
        progress(min(spent / budget, 1.0))
        affordable = (budget - spent) // (STEP * (HORIZON + 1) * (MAX_ALTERNATIVES + 2))
        open_ones = [e for e in open_ones if _is_open(e, thresholds)]
        open_ones = sorted(open_ones, key=_most_loss, reverse=True)[: max(affordable, 0)]
    progress(1.0)


def _is_open(evaluation: Evaluation, thresholds: Sequence[float]) -> bool:
    if evaluation.num_worlds >= MAX_WORLDS:
        return False
    loss, error = evaluation.difference(evaluation.leader(), PLAYED)
    margin = SIGNIFICANT * error
    return any(loss - margin < threshold < loss + margin for threshold in thresholds)


def _most_loss(evaluation: Evaluation) -> float:
    """Return how large the loss may be at most."""
    loss, error = evaluation.difference(evaluation.leader(), PLAYED)
    return loss + SIGNIFICANT * error


def confirm(evaluator: Evaluator, evaluations: Sequence[Evaluation], *, threshold: float) -> None:
    """Measure every loss again on fresh worlds.

    The best of several noisy means looks better than it is. Fresh worlds do not know which action
    was picked, so they measure its lead without bias. A loss that only shows up then is measured
    once more. If the picked action does not lead over all worlds, the played one is the best.
    """
    doubtful: list[Evaluation] = []
    serious: list[Evaluation] = []
    for evaluation in evaluations:
        evaluation.best = evaluation.leader()
        loss = evaluation.difference(evaluation.best, PLAYED)
        is_serious = loss.mean >= threshold and loss.is_significant
        (serious if is_serious else doubtful).append(evaluation)
    _measure(evaluator, serious, num_worlds=CONFIRM_WORLDS)
    _measure(evaluator, doubtful, num_worlds=CHECK_WORLDS)
    unexpected = [e for e in doubtful if e.loss.mean >= threshold and e.loss.is_significant]
    _measure(evaluator, unexpected, num_worlds=CONFIRM_WORLDS)


def _measure(evaluator: Evaluator, group: Sequence[Evaluation], *, num_worlds: int) -> None:
    """Compare the played action with the best alternative and the policy in fresh worlds."""
    requests = [(e.decision.situation, [e.rows[PLAYED], BY_POLICY, e.rows[e.best]]) for e in group]
    found = evaluator.sample(requests, num_worlds=num_worlds)
    for evaluation, (played, policy, best) in zip(group, found, strict=True):
        earlier = evaluation.values
        if evaluation.best != PLAYED:
            evaluation.loss = estimate(best - played)
            before = earlier[evaluation.best] - earlier[PLAYED]
            if before.sum() + (best - played).sum() <= 0:
                evaluation.best = PLAYED
        before = earlier[PLAYED] - earlier[POLICY]
        evaluation.skill = estimate(np.concatenate([before, played - policy]))
