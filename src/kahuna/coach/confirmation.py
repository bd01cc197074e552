"""Measure losses again on fresh worlds before anybody is blamed.

The best of several noisy means looks better than it is. Fresh worlds do not know which action was
picked, so they measure its lead without bias.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from kahuna.bots.core_rollouts import BY_POLICY
from kahuna.coach.action_values import (
    BEST,
    CHANCE,
    PLAYED,
    POLICY,
    STEP,
    Evaluation,
    Evaluator,
    differences,
    estimate,
    extend,
    no_samples,
)
from kahuna.coach.effort import THOROUGH, Effort
from kahuna.coach.engine import LimitError
from kahuna.coach.estimate import CERTAINLY_ZERO, SIGNIFICANT, Estimate
from kahuna.coach.labels import MISTAKE, Label
from kahuna.core.scoring import ROUNDS

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

    If the picked action does not lead over all worlds, the played one is the best. Every decision
    gets ``check_worlds`` fresh worlds; beyond these the budget is as in ``refine``.
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
    return not is_measured or not _loss_to_the_end(blunder).is_settled([MISTAKE], CERTAIN)


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
        extend(evaluation.fresh, rows, values)


def _fresh_loss(evaluation: Evaluation) -> list[float]:
    values = evaluation.fresh[evaluation.measure]
    return differences(values[BEST], values[PLAYED])


def _most_urgent(evaluation: Evaluation) -> tuple[int, float]:
    """Return a key that sorts by fresh worlds, then by the upper bound of the loss."""
    return len(_fresh_loss(evaluation)), -evaluation.most_loss()


def _is_unconfirmed(evaluation: Evaluation, thresholds: Sequence[float]) -> bool:
    """Return whether a loss looks serious, but its grade is open."""
    samples = _fresh_loss(evaluation)
    if evaluation.best == PLAYED or len(samples) >= MAX_CONFIRM_WORLDS:
        return False
    fresh = estimate(samples)
    earlier = evaluation.difference(evaluation.best, PLAYED)
    looks_serious = fresh.mean >= min(thresholds) or (
        earlier.mean >= min(thresholds) and not fresh.is_settled(thresholds)
    )
    if not looks_serious or len(samples) < CONFIRM_WORLDS:
        return looks_serious
    num_errors = VERY_CLEAR if len(samples) < MIN_CONFIRM_WORLDS else SIGNIFICANT
    return not fresh.is_settled(thresholds, num_errors)


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
