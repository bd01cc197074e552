"""Estimate what each action of a decision is worth, judged only by what its player could know.

``Q(view, action)`` is the expected result over worlds sampled from the player's exact belief and
played on by the champion. All actions of a decision meet the same worlds, the same cards and the
same random numbers of the policy, so that differences are far less noisy than the values
themselves. Values are win probabilities in percentage points, from the mover's side: 50 is even.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

import numpy as np

from kahuna.batch import from_core
from kahuna.bots.network import Weights
from kahuna.coach.decisions import Decision
from kahuna.coach.rollouts import BY_POLICY, Floats, Ints, rollout, take
from kahuna.core import ACTIONS, Action, Seat, world
from kahuna.core.actions import action_numbers
from kahuna.core.board import ARCHIPELAGO

SCREEN_WORLDS: Final = 2
SCREEN_HORIZON: Final = 6
"""The cheap first pass: short rollouts of every legal action. The network's own policy is not
asked, because it overlooks good moves."""
HORIZON: Final = 12
"""Decisions that later rollouts play on."""
MAX_ALTERNATIVES: Final = 4
"""Alternatives to the played action that pass the screening."""
STEP: Final = 4
"""Worlds added to a decision at a time."""
MAX_WORLDS: Final = 96
"""More worlds than this settle nothing that matters."""
SIGNIFICANT: Final = 2.0
"""Standard errors that a difference must exceed to count."""
_NUMBERS: Final = action_numbers(ARCHIPELAGO)


class Estimate(NamedTuple):
    """A mean with its standard error, in percentage points."""

    mean: float
    error: float


@dataclass(slots=True)
class Evaluation:
    """What is known so far about one decision."""

    decision: Decision
    candidates: list[int]
    """Numbers of the actions that are compared: the played one first, then the policy."""
    samples: list[Floats] = field(default_factory=list)
    """One array (candidates, worlds) a step; the mover's win probability in points."""

    @property
    def num_worlds(self) -> int:
        """How many worlds have been played out."""
        return sum(sample.shape[1] for sample in self.samples)

    def values(self) -> Floats:
        """Return all samples: (candidates, worlds)."""
        return np.concatenate(self.samples, axis=1)

    def best(self) -> int:
        """Return the place of the best action among the candidates."""
        means = self.values().mean(axis=1)
        means[1] = -np.inf  # The policy is no action.
        return int(means.argmax())

    def difference(self, one: int, other: int) -> Estimate:
        """Compare two candidates, world by world."""
        values = self.values()
        return estimate(values[one] - values[other])


def estimate(samples: Floats) -> Estimate:
    """Return mean and standard error of independent samples."""
    num = len(samples)
    error = float(samples.std(ddof=1) / np.sqrt(num)) if num > 1 else np.inf
    # Equal samples are no proof of certainty: a result has a spread of 50 points at most.
    return Estimate(float(samples.mean()), max(error, 50.0 / num / 10))


class Evaluator:
    """Runs rollouts for many decisions at once, and counts them."""

    def __init__(self, weights: Weights, seed: int) -> None:
        self._weights = weights
        self._rng = Random(seed)
        self.num_evaluations = 0

    def sample(
        self,
        requests: Sequence[tuple[Decision, Sequence[int]]],
        *,
        num_worlds: int,
        horizon: int = HORIZON,
    ) -> list[Floats]:
        """Return for each decision its actions' values in so many new worlds.

        Each array is (actions, worlds), in points for the mover.
        """
        seed = self._rng.getrandbits(32)
        worlds, memories, rows, actions, streams = [], [], [], [], []
        for decision, numbers in requests:
            start = len(worlds)
            for _ in range(num_worlds):
                worlds.append(world(decision.view, decision.belief.sample(self._rng)))
                memories.append(decision.memory)
            places = np.arange(start, start + num_worlds)
            rows.append(np.tile(places, len(numbers)))
            actions.append(np.repeat(np.array(numbers), num_worlds))
            streams.append(np.tile(places, len(numbers)))
        states = from_core(worlds, memories=memories, seed=seed)
        values = rollout(
            take(states, np.concatenate(rows)),
            np.concatenate(actions),
            np.concatenate(streams),
            horizon=horizon,
            weights=self._weights,
            seed=seed,
        )
        self.num_evaluations += len(values) * (horizon + 1)
        found = []
        ends = np.cumsum([len(row) for row in rows])
        for (decision, numbers), part in zip(requests, np.split(values, ends[:-1]), strict=True):
            sign = -1.0 if decision.seat is Seat.BLACK else 1.0
            found.append((50 + 50 * sign * part).reshape(len(numbers), num_worlds))
        return found


def number_of(action: Action) -> int:
    """Return the number of an action in the catalogue."""
    return _NUMBERS[action]


def is_open_choice(decision: Decision) -> bool:
    """Whether there was anything to decide."""
    return len(decision.legal) > 1


Progress = Callable[[float], None]
"""Is told which part of the work is done, from 0 to 1."""


def screen(evaluator: Evaluator, decisions: Iterable[Decision]) -> list[Evaluation]:
    """Short rollouts of every legal action of every decision: find the alternatives that matter."""
    open_choices = [decision for decision in decisions if is_open_choice(decision)]
    requests = [(d, [number_of(action) for action in d.legal]) for d in open_choices]
    found = evaluator.sample(requests, num_worlds=SCREEN_WORLDS, horizon=SCREEN_HORIZON)
    evaluations = []
    for (decision, numbers), values in zip(requests, found, strict=True):
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

    The budget counts evaluations of the network. A verdict is settled when the loss is known to lie
    between two thresholds.
    """
    start = evaluator.num_evaluations
    open_ones = list(evaluations)
    while open_ones and (spent := evaluator.num_evaluations - start) < budget:
        progress(spent / budget)
        requests = [(e.decision, e.candidates) for e in open_ones]
        for e, values in zip(open_ones, evaluator.sample(requests, num_worlds=STEP), strict=True):
            e.samples.append(values)
        open_ones = [e for e in open_ones if _is_open(e, thresholds)]
        left = budget - (evaluator.num_evaluations - start)
        affordable = left // (STEP * (HORIZON + 1) * (MAX_ALTERNATIVES + 2))
        open_ones = sorted(open_ones, key=_urgency, reverse=True)[: max(affordable, 0)]


def _is_open(evaluation: Evaluation, thresholds: Sequence[float]) -> bool:
    if evaluation.num_worlds >= MAX_WORLDS:
        return False
    loss, error = evaluation.difference(evaluation.best(), 0)
    margin = SIGNIFICANT * error
    return any(loss - margin < threshold < loss + margin for threshold in thresholds)


def _urgency(evaluation: Evaluation) -> float:
    """How large the loss may be at most: the larger, the sooner it is looked at again."""
    loss, error = evaluation.difference(evaluation.best(), 0)
    return loss + SIGNIFICANT * error


def action_of(number: int) -> Action:
    """Return the action of a number of the catalogue."""
    return ACTIONS[number]


__all__ = [
    "Estimate",
    "Evaluation",
    "Evaluator",
    "Ints",
    "Progress",
    "action_of",
    "estimate",
    "is_open_choice",
    "number_of",
    "refine",
    "screen",
]
